import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { pictureUrlExpression } from '../pictures/picture-url-expression.ts'

export async function selectAccount(db: Queryable, email: string) {
  return selectAccounts(db).where('accounts.email', '=', email).executeTakeFirst()
}

/** Refuses a member whose account has been deleted since the session was checked: the session has ended with it. */
export async function selectOwnAccount(db: Queryable, memberId: string) {
  return selectAccounts(db)
    .select(pictureUrlExpression('members').as('profilePicture'))
    .leftJoin('staff', 'staff.member_id', 'members.id')
    .select('staff.role')
    .leftJoin('onboardings', 'onboardings.member_id', 'members.id')
    .select(['onboardings.step as onboardingStep', 'onboardings.goal as onboardingGoal'])
    .select(
      sql<boolean>`exists (select from passkeys where passkeys.member_id = members.id)`.as(
        'hasPasskey',
      ),
    )
    .where('members.id', '=', memberId)
    .executeTakeFirstOrThrow(() => new Refusal('not-signed-in', 'Please log in'))
}

function selectAccounts(db: Queryable) {
  return db
    .selectFrom('accounts')
    .innerJoin('members', 'members.id', 'accounts.member_id')
    .select(['members.id', 'members.username', 'accounts.email'])
    .select(['first_name as firstName', 'last_name as lastName'])
    .leftJoin('github_connections', 'github_connections.member_id', 'accounts.member_id')
    .select(['password_hash as passwordHash', 'google_sub as googleSub'])
    .select('github_connections.login as githubLogin')
}

export async function selectGoogleAccount(db: Queryable, googleSub: string) {
  return db
    .selectFrom('accounts')
    .select('member_id as id')
    .where('google_sub', '=', googleSub)
    .executeTakeFirst()
}

/** False if a member has the username, if it is reserved by a pending sign-up, or if a deleted member had it recently. */
export async function isUsernameFree(db: Queryable, username: string, digests: Buffer[]) {
  const lowerCase = username.toLowerCase()
  const { rows } = await sql<{ isFree: boolean }>`
    select not exists (select from members where lower(username) = ${lowerCase})
      and not exists (select from pending_sign_ups where lower(username) = ${lowerCase} and expires_at > now())
      and not exists (select from retired_usernames where digest = any (${digests}) and until > now()) as "isFree"
  `.execute(db)
  return rows[0]?.isFree === true
}

export interface NewMember {
  username: string
  firstName: string
  lastName: string
  email: string
  passwordHash?: string
  googleSub?: string
}

/** Inserts a member with an account. The caller has verified the email. */
export async function insertMember(tx: Queryable, member: NewMember): Promise<string> {
  const { id } = await tx
    .insertInto('members')
    .values({
      username: member.username,
      first_name: member.firstName,
      last_name: member.lastName,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('accounts')
    .values({
      member_id: id,
      email: member.email,
      password_hash: member.passwordHash ?? null,
      google_sub: member.googleSub ?? null,
    })
    .execute()
  return id
}

export async function updatePasswordHash(tx: Queryable, memberId: string, passwordHash: string) {
  await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('member_id', '=', memberId)
    .execute()
}

export async function updateEmail(tx: Queryable, memberId: string, email: string) {
  await tx.updateTable('accounts').set({ email }).where('member_id', '=', memberId).execute()
}

/** Locks the account against other changes until the caller's transaction ends; false if it no longer exists. */
export async function lockAccount(tx: Queryable, memberId: string): Promise<boolean> {
  const account = await tx
    .selectFrom('accounts')
    .select('member_id')
    .where('member_id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return account !== undefined
}

/** Locks the account like `lockAccount`; false also if the password is no longer this hash, which the caller has checked. */
export async function lockAccountWithPassword(
  tx: Queryable,
  memberId: string,
  passwordHash: string | null,
): Promise<boolean> {
  const account = await tx
    .selectFrom('accounts')
    .select('password_hash')
    .where('member_id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return account !== undefined && account.password_hash === passwordHash
}

/** Locks the account against changes, but not against others that lock it so; false if it no longer exists. */
export async function lockAccountForShare(tx: Queryable, memberId: string): Promise<boolean> {
  const account = await tx
    .selectFrom('accounts')
    .select('member_id')
    .where('member_id', '=', memberId)
    .forShare()
    .executeTakeFirst()
  return account !== undefined
}

/** Locks the account's password until the caller's transaction ends; false if it is no longer this hash. */
export async function lockUnchangedPassword(
  tx: Queryable,
  memberId: string,
  passwordHash: string | null,
) {
  const account = await tx
    .selectFrom('accounts')
    .select('password_hash')
    .where('member_id', '=', memberId)
    .forShare()
    .executeTakeFirst()
  return account !== undefined && account.password_hash === passwordHash
}

import { sql } from 'kysely'
import type { Queryable } from '../../db/database.ts'
import { pictureUrlExpression } from '../../files/picture-url-expression.ts'

/** Finds the account with this email, verified or not. */
export async function selectAccount(db: Queryable, email: string) {
  return db
    .selectFrom('accounts')
    .innerJoin('members', 'members.id', 'accounts.member_id')
    .select(['members.id', 'members.username', 'accounts.email'])
    .select(['first_name as firstName', 'last_name as lastName'])
    .select([
      'verified_at as verifiedAt',
      'password_hash as passwordHash',
      'google_sub as googleSub',
    ])
    .where('accounts.email', '=', email)
    .executeTakeFirst()
}

export async function selectOwnAccount(db: Queryable, memberId: string) {
  return db
    .selectFrom('accounts')
    .innerJoin('members', 'members.id', 'accounts.member_id')
    .select(['members.id', 'members.username', 'accounts.email'])
    .select(['first_name as firstName', 'last_name as lastName'])
    .select(['password_hash as passwordHash', 'google_sub as googleSub'])
    .select(pictureUrlExpression('members').as('profilePicture'))
    .where('members.id', '=', memberId)
    .executeTakeFirstOrThrow()
}

export async function selectGoogleAccount(db: Queryable, googleSub: string) {
  return db
    .selectFrom('accounts')
    .select('member_id as id')
    .where('google_sub', '=', googleSub)
    .executeTakeFirst()
}

export async function isUsernameFree(db: Queryable, username: string, digest: Buffer) {
  const taken = await db
    .selectFrom('members')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst()
  const retired = await db
    .selectFrom('retired_usernames')
    .select('digest')
    .where('digest', '=', digest)
    .where('until', '>', sql<string>`now()`)
    .executeTakeFirst()
  return !taken && !retired
}

interface NewMember {
  username: string
  firstName: string
  lastName: string
  email: string
  passwordHash?: string
  googleSub?: string
}

/** Inserts a member with an account, which is verified at once if it signs in with Google. */
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
      verified_at: member.googleSub ? sql`now()` : null,
    })
    .execute()
  return id
}

/** Deletes the member who signed up with this email and never verified it. */
export async function deleteUnverifiedMember(tx: Queryable, email: string): Promise<void> {
  await tx
    .deleteFrom('members')
    .where('id', 'in', (members) =>
      members
        .selectFrom('accounts')
        .select('member_id')
        .where('email', '=', email)
        .where('verified_at', 'is', null),
    )
    .execute()
}

export async function markVerified(tx: Queryable, memberId: string): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ verified_at: sql`coalesce(verified_at, now())` })
    .where('member_id', '=', memberId)
    .execute()
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

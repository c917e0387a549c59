import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import { hashToken, isToken } from '../../../platform/crypto/secrets.ts'

interface NewSignUp {
  email: string
  username: string
  firstName: string
  lastName: string
  passwordHash: string
  browserToken: string
  nextPath: string | null
}

/** Reserves the username and returns the id; throws a unique violation if another pending sign-up has the username. */
export async function insertPendingSignUp(tx: Queryable, signUp: NewSignUp, hours: number) {
  const { id } = await tx
    .insertInto('pending_sign_ups')
    .values({
      email: signUp.email,
      username: signUp.username,
      first_name: signUp.firstName,
      last_name: signUp.lastName,
      password_hash: signUp.passwordHash,
      browser_hash: hashToken(signUp.browserToken),
      next_path: signUp.nextPath,
      expires_at: sql`now() + make_interval(hours => ${hours})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes what the new sign-up replaces: this browser's own earlier one, and an expired one that has the username. */
export async function deleteReplacedSignUps(
  tx: Queryable,
  { email, username }: { email: string; username: string },
  browserToken: string | undefined,
): Promise<void> {
  const browserHash = isToken(browserToken) ? hashToken(browserToken) : null
  await sql`
    delete from pending_sign_ups
    where (browser_hash = ${browserHash} and email = ${email})
      or (lower(username) = ${username.toLowerCase()} and expires_at < now())
  `.execute(tx)
}

/** Deletes all sign-ups with an email that now has an account. */
export async function deletePendingSignUps(tx: Queryable, email: string): Promise<void> {
  await tx.deleteFrom('pending_sign_ups').where('email', '=', email).execute()
}

/** The sign-up with this email that was made in this browser, if any. */
export async function selectSignUpOfBrowser(
  db: Queryable,
  email: string,
  browserToken: string | undefined,
) {
  if (!isToken(browserToken)) return undefined
  return selectValid(db)
    .where('browser_hash', '=', hashToken(browserToken))
    .where('email', '=', email)
    .executeTakeFirst()
}

export async function selectNewestSignUp(db: Queryable, email: string) {
  return selectValid(db).where('email', '=', email).orderBy('id', 'desc').executeTakeFirst()
}

export async function selectSignUpById(db: Queryable, id: string) {
  return selectValid(db).where('id', '=', id).executeTakeFirst()
}

export async function selectSignUpByLink(db: Queryable, token: string) {
  if (!isToken(token)) return undefined
  return selectValid(db).where('link_hash', '=', hashToken(token)).executeTakeFirst()
}

/** The digests of the newest codes that were mailed for sign-ups with this email and have not expired. */
export async function selectMailedCodes(db: Queryable, email: string) {
  const rows = await db
    .selectFrom('pending_sign_ups')
    .select(['id', 'code_digest'])
    .where('email', '=', email)
    .where('expires_at', '>', sql<string>`now()`)
    .where('code_expires_at', '>', sql<string>`now()`)
    .execute()
  return rows.map(({ id, code_digest }) => ({
    signUpId: id,
    digest: code_digest ?? Buffer.alloc(0),
  }))
}

export type PendingSignUp = NonNullable<Awaited<ReturnType<typeof selectSignUpById>>>

function selectValid(db: Queryable) {
  return db
    .selectFrom('pending_sign_ups')
    .select(['id', 'email', 'username', 'first_name as firstName', 'last_name as lastName'])
    .select(['password_hash as passwordHash', 'link_hash as linkHash', 'expires_at as expiresAt'])
    .select('next_path as nextPath')
    .where('expires_at', '>', sql<string>`now()`)
}

import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { hashToken, isToken, generateToken } from '../../secrets.ts'
import type { GoogleClaims } from './google-client.ts'
import { deleteUnverifiedMember, insertMember, selectAccount } from './queries.ts'
import { createSession } from './sessions.ts'
import { refuseTakenUsername } from './usernames.ts'

const NAME_MAX = 50
const REAUTHENTICATION_SECONDS = 300

/** Stores a new member's Google claims until they have chosen a username; the returned token goes into their cookie. */
export async function savePendingSignUp(
  db: Database,
  claims: GoogleClaims & { email: string },
  seconds: number,
) {
  const token = generateToken()
  await db
    .insertInto('google_sign_ups')
    .values({
      token_hash: hashToken(token),
      google_sub: claims.sub,
      email: claims.email,
      first_name: normalizeName(claims.given_name),
      last_name: normalizeName(claims.family_name),
      expires_at: sql`now() + make_interval(secs => ${seconds})`,
    })
    .execute()
  return token
}

export async function selectPendingSignUp(db: Database, token: string | undefined) {
  if (!isToken(token)) return undefined
  return db
    .selectFrom('google_sign_ups')
    .select(['token_hash as tokenHash', 'google_sub as googleSub', 'email'])
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
}

type PendingSignUp = NonNullable<Awaited<ReturnType<typeof selectPendingSignUp>>>

/** Creates the member with the chosen username and signs this browser in; returns the session's token. */
export async function finishGoogleSignUp(
  { db, config }: Deps,
  request: FastifyRequest,
  { tokenHash, ...newMember }: PendingSignUp,
  username: string,
): Promise<string> {
  const signUp = db.transaction().execute(async (tx) => {
    // An unverified account with this email is deleted: its creator never proved that the email is theirs.
    await deleteUnverifiedMember(tx, newMember.email)
    await refuseTakenUsername(tx, config.SECRET, username)
    if (await selectAccount(tx, newMember.email)) {
      throw new Refusal(
        'conflict',
        'An account with this email exists. Please log in with your password.',
      )
    }
    const id = await insertMember(tx, { ...newMember, username })
    await tx.deleteFrom('google_sign_ups').where('token_hash', '=', tokenHash).execute()
    return createSession(tx, request, id)
  })
  return signUp.catch((error: unknown) => {
    // Two tabs or two people chose the same username at the same moment: the unique index accepts one.
    if (!(error instanceof pg.DatabaseError) || error.code !== '23505') throw error
    throw new Refusal('conflict', 'This username is already taken')
  })
}

/** Lets this session delete the account once within five minutes, if Google has just authenticated the member again. */
export async function grantAccountDeletion(db: Database, sessionId: string, claims: GoogleClaims) {
  const authenticatedAt = claims.auth_time ?? claims.iat
  if (authenticatedAt < Date.now() / 1000 - REAUTHENTICATION_SECONDS)
    throw new Error('Google did not reauthenticate the member; account deletion is not granted')
  await db
    .updateTable('sessions')
    .set({
      deletion_granted_until: sql`now() + make_interval(secs => ${REAUTHENTICATION_SECONDS})`,
    })
    .where('id', '=', sessionId)
    .execute()
}

function normalizeName(name: string | undefined): string {
  return [...(name ?? '').normalize('NFC').replaceAll('\u0000', '').trim()]
    .slice(0, NAME_MAX)
    .join('')
}

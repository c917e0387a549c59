import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { hashToken, isToken, newToken } from '../../secrets.ts'
import type { GoogleClaims } from './google.ts'
import { deleteUnverified, insertMember, selectAccount } from './queries.ts'
import { openSession } from './sessions.ts'
import { refuseTakenName } from './usernames.ts'

const NAME_MAX = 50
const FRESH_SECONDS = 300

/** Keeps what Google said about a newcomer until they have chosen a name; the token is for their cookie. */
export async function holdSignUp(
  db: Database,
  claims: GoogleClaims & { email: string },
  seconds: number,
) {
  const token = newToken()
  await db
    .insertInto('google_sign_ups')
    .values({
      token_hash: hashToken(token),
      google_sub: claims.sub,
      email: claims.email,
      first_name: tidy(claims.given_name),
      last_name: tidy(claims.family_name),
      expires_at: sql`now() + make_interval(secs => ${seconds})`,
    })
    .execute()
  return token
}

export async function selectSignUp(db: Database, token: string | undefined) {
  if (!isToken(token)) return undefined
  return db
    .selectFrom('google_sign_ups')
    .select(['token_hash as tokenHash', 'google_sub as googleSub', 'email'])
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
}

type Waiting = NonNullable<Awaited<ReturnType<typeof selectSignUp>>>

/** Creates the member under the chosen name and signs this browser in; the result is the session's token. */
export async function finishSignUp(
  { db, config }: Deps,
  request: FastifyRequest,
  { tokenHash, ...person }: Waiting,
  username: string,
): Promise<string> {
  const signUp = db.transaction().execute(async (tx) => {
    // Whoever made an account with this address without proving it never owned the address.
    await deleteUnverified(tx, person.email)
    await refuseTakenName(tx, config.SECRET, username)
    if (await selectAccount(tx, person.email)) {
      throw new Refusal(
        'conflict',
        'An account with this email exists. Please log in with your password.',
      )
    }
    const id = await insertMember(tx, { ...person, username })
    await tx.deleteFrom('google_sign_ups').where('token_hash', '=', tokenHash).execute()
    return openSession(tx, request, id)
  })
  return signUp.catch((error: unknown) => {
    // Two tabs, or two people who chose the same name at the same moment: the index lets one through.
    if (!(error instanceof pg.DatabaseError) || error.code !== '23505') throw error
    throw new Refusal('conflict', 'This username is already taken')
  })
}

/** Five minutes, once, in this session only: and only if Google has just asked who it is. */
export async function grantDeletion(db: Database, sessionId: string, claims: GoogleClaims) {
  const askedAt = claims.auth_time ?? claims.iat
  if (askedAt < Date.now() / 1000 - FRESH_SECONDS) throw new Error('Google did not ask again')
  await db
    .updateTable('sessions')
    .set({ deletion_granted_until: sql`now() + make_interval(secs => ${FRESH_SECONDS})` })
    .where('id', '=', sessionId)
    .execute()
}

function tidy(name: string | undefined): string {
  return [...(name ?? '').normalize('NFC').replaceAll('\u0000', '').trim()]
    .slice(0, NAME_MAX)
    .join('')
}

import { toOneLine } from '@dolph/contract/primitives'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { hashToken, isToken, generateToken, listSecrets } from '../../../platform/crypto/secrets.ts'
import { recordAccountEvent } from '../account-events.ts'
import type { GoogleClaims } from './google-client.ts'
import { deletePendingSignUps } from '../sign-up/pending-sign-ups.ts'
import { startOnboarding } from '../onboarding/onboardings.ts'
import { insertMember, selectAccount } from '../queries.ts'
import { createSession, type SessionTokens } from '../sign-in/sessions.ts'
import { refuseTakenUsername } from '../sign-up/usernames.ts'

const NAME_MAX = 50

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

/** Creates the member with the chosen username and signs this browser in. */
export async function finishGoogleSignUp(
  { db, config }: Deps,
  request: FastifyRequest,
  { tokenHash, ...newMember }: PendingSignUp,
  username: string,
): Promise<SessionTokens> {
  const signUp = db.transaction().execute(async (tx) => {
    // Google has verified the email: sign-ups with it that were not verified end, and free their usernames.
    await deletePendingSignUps(tx, newMember.email)
    await refuseTakenUsername(tx, listSecrets(config), username)
    if (await selectAccount(tx, newMember.email)) {
      throw new Refusal(
        'conflict',
        'An account with this email exists. Please log in with your password.',
      )
    }
    const id = await insertMember(tx, { ...newMember, username })
    await startOnboarding(tx, id)
    await tx.deleteFrom('google_sign_ups').where('token_hash', '=', tokenHash).execute()
    await recordAccountEvent(tx, request, { memberId: id, kind: 'signed-in', method: 'google' })
    return createSession(tx, request, id)
  })
  return signUp.catch((error: unknown) => {
    // Two tabs or two people chose the same username at the same moment: the unique index accepts one.
    if (!(error instanceof pg.DatabaseError) || error.code !== '23505') throw error
    throw new Refusal('conflict', 'This username is already taken')
  })
}

function normalizeName(name: string | undefined): string {
  return [
    ...toOneLine(name ?? '')
      .normalize('NFC')
      .replaceAll('\u0000', '')
      .trim(),
  ]
    .slice(0, NAME_MAX)
    .join('')
}

import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { hashToken, isToken, generateToken } from '../../../platform/crypto/secrets.ts'
import type { GoogleClaims } from './google-client.ts'
import { finishProviderSignUp, normalizeName } from '../sign-up/provider-sign-up.ts'
import type { SessionTokens } from '../sign-in/sessions.ts'

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
export async function completeGoogleSignUp(
  deps: Deps,
  request: FastifyRequest,
  { tokenHash, ...newMember }: PendingSignUp,
  username: string,
): Promise<SessionTokens> {
  return finishProviderSignUp(deps, request, {
    method: 'google',
    member: { ...newMember, username },
    complete: async (tx) => {
      await tx.deleteFrom('google_sign_ups').where('token_hash', '=', tokenHash).execute()
    },
  })
}

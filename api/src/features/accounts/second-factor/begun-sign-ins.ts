import type { SignInMethod } from '@dolph/contract/accounts/sign-in-method'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { generateToken, hashToken, isToken } from '../../../platform/crypto/secrets.ts'
import type { Queryable } from '../../../platform/db/database.ts'

export const BEGUN_SIGN_IN_SECONDS = 300
export const SECOND_FACTOR_TRIES_MAX = 5

export interface BegunSignIn {
  tokenHash: Buffer
  memberId: string
  /** The first factor. */
  method: SignInMethod
}

/** Stores that the first factor was right. Returns the token for the cookie of this browser, which alone can go on. */
export async function insertBegunSignIn(
  tx: Queryable,
  memberId: string,
  method: SignInMethod,
): Promise<string> {
  const token = generateToken()
  await tx
    .insertInto('begun_sign_ins')
    .values({
      token_hash: hashToken(token),
      member_id: memberId,
      method,
      expires_at: sql`now() + make_interval(secs => ${BEGUN_SIGN_IN_SECONDS})`,
    })
    .execute()
  return token
}

/** The sign-in that this browser has begun, if it can still go on. */
export async function selectBegunSignIn(
  db: Queryable,
  { cookies, server }: Pick<FastifyRequest, 'cookies' | 'server'>,
): Promise<BegunSignIn | undefined> {
  const token = cookies[server.cookieNames.begunSignIn]
  if (!isToken(token)) return undefined
  return db
    .selectFrom('begun_sign_ins')
    .select(['token_hash as tokenHash', 'member_id as memberId', 'method'])
    .where('token_hash', '=', hashToken(token))
    .where('tries', '<', SECOND_FACTOR_TRIES_MAX)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
}

/** Counts a try before the comparison: of any number of concurrent guesses, five are compared. Returns the tries that are left, or undefined. */
export async function countSecondFactorTry(
  db: Queryable,
  { tokenHash }: BegunSignIn,
): Promise<number | undefined> {
  const attempt = await db
    .updateTable('begun_sign_ins')
    .set({ tries: sql`tries + 1` })
    .where('token_hash', '=', tokenHash)
    .where('tries', '<', SECOND_FACTOR_TRIES_MAX)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('tries')
    .executeTakeFirst()
  return attempt && SECOND_FACTOR_TRIES_MAX - attempt.tries
}

/** Of two concurrent calls with a right code, one gets false. */
export async function deleteBegunSignIn(
  tx: Queryable,
  { tokenHash }: BegunSignIn,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('begun_sign_ins')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

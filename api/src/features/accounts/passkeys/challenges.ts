import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import { generateToken, hashToken, isToken } from '../../../platform/crypto/secrets.ts'
import type { ChallengePurpose } from '../tables.ts'

export const CHALLENGE_MINUTES = 5

export interface ChallengeUse {
  purpose: ChallengePurpose
  /** Null while signing in: who that will be is not known before. */
  memberId: string | null
}

/** Returns a new challenge. The database stores only its hash, which no authenticator signs. */
export async function issueChallenge(
  db: Queryable,
  { purpose, memberId }: ChallengeUse,
): Promise<string> {
  const challenge = generateToken()
  await db
    .insertInto('challenges')
    .values({
      digest: hashToken(challenge),
      purpose,
      member_id: memberId,
      expires_at: sql`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
    })
    .execute()
  return challenge
}

/**
 * Uses up a challenge; false unless it was issued for exactly this. It is deleted and committed before anything signed with it is
 * checked: of any number of concurrent calls one gets true, and a failed check needs another challenge.
 */
export async function consumeChallenge(
  db: Queryable,
  challenge: string,
  { purpose, memberId }: ChallengeUse,
): Promise<boolean> {
  if (!isToken(challenge)) return false
  const { numDeletedRows } = await db
    .deleteFrom('challenges')
    .where('digest', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('member_id', 'is not distinct from', memberId)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

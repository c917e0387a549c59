import type { NewCredential, SignedCredential } from '@dolph/contract/accounts/passkeys'
import type { Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { CHALLENGE_MINUTES, type ChallengeUse, consumeChallenge } from './challenges.ts'
import { readChallenge } from './verify-credential.ts'

/** How long the browser waits for the person: what is signed still has to arrive in time. */
export const PASSKEY_TIMEOUT_MS = (CHALLENGE_MINUTES - 1) * 60_000

/** Uses up the challenge that was signed, and returns it. */
export async function consumeSignedChallenge(
  db: Queryable,
  credential: NewCredential | SignedCredential,
  use: ChallengeUse,
): Promise<string> {
  const challenge = readChallenge(credential)
  if (challenge === undefined || !(await consumeChallenge(db, challenge, use))) {
    throw new Refusal('code-expired', 'That took too long. Please try again.')
  }
  return challenge
}

import { formatWait } from '@dolph/contract/format-wait'
import { Refusal } from '../../errors.ts'

/** The refusal of an attempt that is allowed again after the wait, which the message says in words. */
export function createTooManyAttemptsRefusal(waitMs: number): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  const message = `Too many attempts. Please try again in ${formatWait(retryAfterSeconds)}.`
  return new Refusal('too-many-requests', message, { retryAfterSeconds })
}

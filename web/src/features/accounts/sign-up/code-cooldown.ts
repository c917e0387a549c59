import { CODE_MINUTES, CODE_RESEND_COOLDOWN_SECONDS } from '@dolph/contract/accounts/accounts'
import { ApiError } from '../../../lib/api/api-error.ts'

/** When another code may be requested after one was sent. */
export function getNextCodeTime(): number {
  return Date.now() + CODE_RESEND_COOLDOWN_SECONDS * 1000
}

/** When another code may be requested, if this error says that the request came too early. */
export function getNextCodeTimeOf(error: unknown): number | undefined {
  const isEarly = error instanceof ApiError && error.code === 'too-many-requests'
  if (!isEarly) return undefined
  return Date.now() + (error.retryAfterSeconds ?? CODE_RESEND_COOLDOWN_SECONDS) * 1000
}

/** Why no other code was sent: within a minute of the last one, or after several. */
export function describeEarlierCode(nextCodeTime: number): string {
  return nextCodeTime - Date.now() <= CODE_RESEND_COOLDOWN_SECONDS * 1000
    ? 'The code we just sent you still works.'
    : `No other code can be sent yet. The newest one in your mailbox is good for ${CODE_MINUTES} minutes.`
}

/** The label of a button that waits, such as "Resend code in 42 s". */
export function formatCooldown(label: string, secondsLeft: number): string {
  if (secondsLeft === 0) return label
  return secondsLeft <= 90
    ? `${label} in ${secondsLeft} s`
    : `${label} in ${Math.ceil(secondsLeft / 60)} min`
}

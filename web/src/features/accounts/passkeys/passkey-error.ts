import { getErrorMessage } from '../../../lib/api/api-error.ts'

/** `aborted`: another request for a passkey, or leaving the page, ended this one. */
export type PasskeyFailure =
  | ('cancelled' | 'timed-out' | 'already-added' | 'not-possible' | 'unsupported')
  | ('aborted' | 'failed')

/** The browser created or used no passkey. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
  readonly failure: PasskeyFailure

  constructor(failure: PasskeyFailure, cause: unknown) {
    super(`Passkey: ${failure}`, { cause })
    this.failure = failure
  }
}

const TEXTS: Record<PasskeyFailure, string> = {
  cancelled: 'No passkey was used. You can try again or choose another way.',
  'timed-out': 'That took too long. Please try again.',
  'already-added': 'This device has a passkey for your account already.',
  'not-possible':
    'This device cannot keep a passkey. Set up a screen lock, or use another device or a security key.',
  unsupported: 'This browser cannot use passkeys here. Please try another one.',
  aborted: 'No passkey was used. You can try again or choose another way.',
  failed: 'The passkey could not be used. Please try again.',
}

/** What to tell the person; `fallback` if it was no fault of the passkey and the server said nothing. */
export function describePasskeyFailure(error: unknown, fallback: string): string {
  return error instanceof PasskeyError ? TEXTS[error.failure] : getErrorMessage(error, fallback)
}

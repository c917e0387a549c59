import type {
  CreationOptions,
  NewCredential,
  RequestOptions,
  SignedCredential,
} from '@dolph/contract/accounts/passkeys'
import {
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { PasskeyError, type PasskeyFailure } from './passkey-error.ts'

// What the browser does with passkeys. Loaded when a passkey is wanted: most visits of the login page never do.

/** Opens the browser's dialog that creates a passkey on this device, on a phone or on a security key. */
export async function createPasskey(optionsJSON: CreationOptions): Promise<NewCredential> {
  return explainFailure(optionsJSON.timeout, () => startRegistration({ optionsJSON }))
}

/** Opens the browser's dialog that lets the person choose and use a passkey. */
export async function signWithPasskey(options: RequestOptions): Promise<SignedCredential> {
  const optionsJSON = leaveOutUndefined(options)
  return explainFailure(options.timeout, () => startAuthentication({ optionsJSON }))
}

/** Offers the passkeys in the email field, and waits until one is chosen or `signal` ends it. */
export async function signWithAutofill(
  options: RequestOptions,
  signal: AbortSignal,
): Promise<SignedCredential> {
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  try {
    signal.throwIfAborted()
    signal.addEventListener('abort', cancel)
    const optionsJSON = leaveOutUndefined(options)
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true })
  } catch (error) {
    throw new PasskeyError('aborted', error)
  } finally {
    // Another request may run by now, which this signal must not end.
    signal.removeEventListener('abort', cancel)
  }
}

/** Lets the browser stop to offer a passkey that the server does not know. */
export async function forgetPasskey(rpID: string, credentialID: string): Promise<void> {
  // Few browsers can do this yet.
  await sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined)
}

/** The library has other types for what is absent. */
function leaveOutUndefined({ allowCredentials, ...options }: RequestOptions) {
  return allowCredentials ? { ...options, allowCredentials } : options
}

async function explainFailure<T>(timeoutMs: number, run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await run()
  } catch (error) {
    // Browsers do not tell a timeout from a dialog that was closed.
    const isLate = performance.now() - startedAt >= timeoutMs
    throw new PasskeyError(isLate ? 'timed-out' : findFailure(error), error)
  }
}

function findFailure(error: unknown): PasskeyFailure {
  const name = error instanceof Error ? error.name : ''
  if (error instanceof WebAuthnError) {
    const failure = FAILURES[error.code]
    if (failure) return failure
  }
  return name === 'NotAllowedError' ? 'cancelled' : 'failed'
}

const FAILURES: Partial<Record<WebAuthnError['code'], PasskeyFailure>> = {
  ERROR_CEREMONY_ABORTED: 'aborted',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'already-added',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'not-possible',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: 'not-possible',
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: 'not-possible',
  ERROR_INVALID_DOMAIN: 'unsupported',
  ERROR_INVALID_RP_ID: 'unsupported',
}

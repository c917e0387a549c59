import type { CreationOptions, Passkey, RequestOptions } from '@dolph/contract/accounts/passkeys'
import { onTestFinished, vi } from 'vitest'

const BYTES = new Uint8Array([1, 2, 3]).buffer

export const creationOptions: CreationOptions = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Dolph' },
  user: { id: 'AAAA', name: 'ada', displayName: 'Ada' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 240_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
}

export const requestOptions: RequestOptions = {
  challenge: 'AAAA',
  rpId: 'localhost',
  timeout: 240_000,
  userVerification: 'required',
}

/** The credential in the calls that follow a dialog of the fake browser. */
export const fakeCredentialId = 'A'.repeat(22)

export function createPasskeyFixture(fields: Partial<Passkey> = {}): Passkey {
  return {
    _id: '0198c5a0-0000-7000-8000-000000000031',
    name: 'Firefox on Linux',
    isBackedUp: false,
    createdAt: '2026-01-02T03:04:05.678Z',
    lastUsedAt: null,
    ...fields,
  }
}

/** Gives the browser WebAuthn for one test. Its dialogs succeed unless the test says otherwise. */
export function installFakePasskeys({ hasAutofill = false } = {}) {
  const credential = {
    id: fakeCredentialId,
    rawId: Uint8Array.from(atob(`${fakeCredentialId}==`), (byte) => byte.charCodeAt(0)).buffer,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
  }
  const create = vi.fn(async () => ({
    ...credential,
    response: {
      clientDataJSON: BYTES,
      attestationObject: BYTES,
      getTransports: () => ['internal'],
    },
  }))
  const get = vi.fn<(options: CredentialRequestOptions) => Promise<object>>(async () => ({
    ...credential,
    response: {
      clientDataJSON: BYTES,
      authenticatorData: BYTES,
      signature: BYTES,
      userHandle: BYTES,
    },
  }))
  const signalUnknownCredential = vi.fn(async () => undefined)
  const isConditionalMediationAvailable = async () => hasAutofill
  const functions = { isConditionalMediationAvailable, signalUnknownCredential }
  Reflect.set(
    globalThis,
    'PublicKeyCredential',
    Object.assign(() => undefined, functions),
  )
  const value = { create, get }
  Object.defineProperty(navigator, 'credentials', { value, configurable: true })
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
    Reflect.deleteProperty(navigator, 'credentials')
  })
  return { create, get, signalUnknownCredential }
}

/** How a browser fails: every refusal is a DOMException with a name. */
export function createBrowserFailure(name: string): DOMException {
  return new DOMException('The operation was not allowed.', name)
}

import type { NewCredential, SignedCredential } from '@dolph/contract/accounts/passkeys'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../../platform/config/config.ts'
import { Refusal } from '../../../platform/errors.ts'

/** ES256, EdDSA and, for Windows Hello, RS256. */
export const SIGNATURE_ALGORITHMS = [-7, -8, -257]
/** An RSA key of 4,096 bits has some 530. */
const PUBLIC_KEY_BYTES_MAX = 1_024
const REASON_MAX = 200

export interface RelyingParty {
  id: string
  origin: string
}

/** Passkeys belong to the host of this origin: they are worth nothing on any other one. */
export function getRelyingParty({ APP_ORIGIN }: Pick<Config, 'APP_ORIGIN'>): RelyingParty {
  return { id: new URL(APP_ORIGIN).hostname, origin: APP_ORIGIN }
}

interface Verification {
  relyingParty: RelyingParty
  /** The challenge has just been consumed. */
  challenge: string
  log: FastifyBaseLogger
}

export interface VerifiedPasskey {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  isBackedUp: boolean
}

/** Checks what the browser returned for a new passkey. Refuses without a reason; the log has it, for a wrong `APP_ORIGIN` above all. */
export async function verifyNewCredential(
  credential: NewCredential,
  verification: Verification,
): Promise<VerifiedPasskey> {
  const { clientDataJSON, attestationObject } = credential.response
  return refuseFailure(verification, async ({ verifyRegistrationResponse }, options) => {
    await assertNoCertificates(attestationObject)
    const { registrationInfo } = await verifyRegistrationResponse({
      ...options,
      response: { ...buildResponse(credential), response: { clientDataJSON, attestationObject } },
      supportedAlgorithmIDs: SIGNATURE_ALGORITHMS,
    })
    if (!registrationInfo) throw new Error('The attestation is not valid')
    const { credential: verified, credentialBackedUp } = registrationInfo
    if (verified.id !== credential.id) throw new Error('The id is not that of the attestation')
    if (verified.publicKey.length > PUBLIC_KEY_BYTES_MAX) throw new Error('The key is too long')
    await assertUsableKey(verified.publicKey)
    return {
      credentialId: Buffer.from(verified.id, 'base64url'),
      publicKey: Buffer.from(verified.publicKey),
      counter: verified.counter,
      isBackedUp: credentialBackedUp,
    }
  })
}

interface StoredPasskey {
  publicKey: Buffer
  handle: Buffer
}

/** Checks what a passkey has signed. The caller compares the counter: only under a lock of the row is it the newest one. */
export async function verifySignedCredential(
  credential: SignedCredential,
  { publicKey, handle }: StoredPasskey,
  verification: Verification,
): Promise<{ counter: number; isBackedUp: boolean }> {
  const { userHandle, ...response } = credential.response
  return refuseFailure(verification, async ({ verifyAuthenticationResponse }, options) => {
    if (userHandle !== undefined && userHandle !== handle.toString('base64url'))
      throw new Error('The user handle is that of another member')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...options,
      response: { ...buildResponse(credential), response },
      credential: {
        id: credential.id,
        publicKey: Uint8Array.from(publicKey),
        // The library would compare it before the signature: a stranger could make it report a copied passkey.
        counter: 0,
      },
    })
    if (!verified) throw new Error('The signature is not valid')
    const { newCounter, credentialBackedUp } = authenticationInfo
    return { counter: newCounter, isBackedUp: credentialBackedUp }
  })
}

const ClientData = z.object({ challenge: z.string() })

/** The challenge that the browser says was signed; undefined if this is no client data. */
export function readChallenge({ response }: NewCredential | SignedCredential): string | undefined {
  try {
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString()
    return ClientData.parse(JSON.parse(text)).challenge
  } catch {
    return undefined
  }
}

// Loaded on first use: its certificates' parsers would double the time in which a process starts.
const loadLibrary = async () => import('@simplewebauthn/server')
type Library = Awaited<ReturnType<typeof loadLibrary>>

interface Options {
  expectedChallenge: string
  expectedOrigin: string
  expectedRPID: string
  requireUserVerification: true
}

async function refuseFailure<T>(
  { relyingParty, challenge, log }: Verification,
  verify: (library: Library, options: Options) => Promise<T>,
): Promise<T> {
  const library = await loadLibrary()
  try {
    return await verify(library, {
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, REASON_MAX) : String(error)
    log.info({ reason }, 'a passkey was refused')
    throw new Refusal('invalid-input', 'This passkey could not be checked. Please try again.')
  }
}

/** With certificates the library would parse them and could fetch the addresses in them, which the caller chooses. */
async function assertNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const bytes = Uint8Array.from(Buffer.from(attestationObject, 'base64url'))
  const attestation = decodeAttestationObject(bytes)
  const format = attestation.get('fmt')
  const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelfSigned) throw new Error(`The attestation ${format} is not used`)
}

/** r and s of an ECDSA signature, which no key has made. */
const NO_SIGNATURE = Uint8Array.from([0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01])

/** Without attestation nothing was signed with the key yet: one that is no point of its curve would never sign anybody in. */
async function assertUsableKey(credentialPublicKey: Uint8Array<ArrayBuffer>): Promise<void> {
  const { verifySignature } = await import('@simplewebauthn/server/helpers')
  // Throws if the key cannot be imported.
  await verifySignature({ credentialPublicKey, signature: NO_SIGNATURE, data: NO_SIGNATURE })
}

function buildResponse({ id, rawId, type }: Pick<NewCredential, 'id' | 'rawId' | 'type'>) {
  return { id, rawId, type, clientExtensionResults: {} }
}

import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { Id, pathId, requiredLine, successReply, Timestamp } from '../primitives.ts'

export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX = 60

export const PASSKEY_UNKNOWN =
  'This passkey is not known here. Log in with your password and add it.'
const PASSKEY_GONE = 'This passkey does not exist'

/** A passkey of the signed-in member. */
export const Passkey = z.object({
  _id: Id,
  name: z.string(),
  /** Whether its authenticator copies it to other devices of the member. */
  isBackedUp: z.boolean(),
  createdAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
})
export type Passkey = z.infer<typeof Passkey>

export const PasskeyName = requiredLine({
  max: PASSKEY_NAME_MAX,
  required: 'Name is required',
  tooLong: `Name cannot be more than ${PASSKEY_NAME_MAX} characters`,
})

/** Bytes in WebAuthn's JSON; the lengths are bounded, as what they hold is parsed. */
function base64url(max: number) {
  return z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(max))
}

/** 16 to 1,023 bytes, by the specification of WebAuthn. */
const CredentialId = base64url(1_364).check(z.minLength(22))
const ClientData = base64url(4_096)

/** How a browser can reach an authenticator. */
export const Transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
export type Transport = z.infer<typeof Transport>

const credentialFields = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') }

/** What the browser returns for a new passkey. */
export const NewCredential = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: ClientData,
    attestationObject: base64url(16_384),
    /** Authenticators may name one that we do not know. */
    transports: z.optional(
      z.array(z.string().check(z.regex(/^[a-z0-9-]{1,32}$/))).check(z.maxLength(16)),
    ),
  }),
})
export type NewCredential = z.infer<typeof NewCredential>

/** What the browser returns when a passkey is used. */
export const SignedCredential = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: ClientData,
    authenticatorData: base64url(4_096),
    signature: base64url(4_096),
    userHandle: z.optional(base64url(128)),
  }),
})
export type SignedCredential = z.infer<typeof SignedCredential>

const CredentialDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(Transport),
})

/** The options of `navigator.credentials.create`, in WebAuthn's JSON. */
export const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(CredentialDescriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type CreationOptions = z.infer<typeof CreationOptions>

/** The options of `navigator.credentials.get`. Without `allowCredentials` the person chooses among the passkeys of this site. */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.optional(z.array(CredentialDescriptor)),
})
export type RequestOptions = z.infer<typeof RequestOptions>

const params = z.object({ id: pathId(PASSKEY_GONE) })
const onePasskey = successReply({ data: Passkey })

export const listPasskeys = defineEndpoint({
  method: 'GET',
  url: '/api/users/passkeys',
  access: 'member',
  schema: { response: { 200: successReply({ data: z.array(Passkey) }) } },
})

/** The first step of adding a passkey: what its authenticator has to sign within five minutes. */
export const startPasskey = defineEndpoint({
  method: 'POST',
  url: '/api/users/passkeys/options',
  access: 'member',
  proof: 'always',
  restriction: 'none',
  errors: ['conflict'],
  schema: { response: { 200: successReply({ data: CreationOptions }) } },
})

/** Adds the passkey, with a name that the browser suggests. */
export const addPasskey = defineEndpoint({
  method: 'POST',
  url: '/api/users/passkeys',
  access: 'member',
  proof: 'always',
  restriction: 'none',
  errors: ['code-expired', 'conflict'],
  schema: { body: z.object({ credential: NewCredential }), response: { 201: onePasskey } },
})

export const renamePasskey = defineEndpoint({
  method: 'PUT',
  url: '/api/users/passkeys/:id',
  access: 'member',
  restriction: 'none',
  errors: ['not-found'],
  idempotentBy: 'always',
  schema: { params, body: z.object({ name: PasskeyName }), response: { 200: onePasskey } },
})

/** Refused for the last passkey of an account that has no other way to sign in. */
export const removePasskey = defineEndpoint({
  method: 'DELETE',
  url: '/api/users/passkeys/:id',
  access: 'member',
  proof: 'always',
  restriction: 'none',
  errors: ['not-found', 'conflict'],
  schema: { params, response: { 200: successReply({ message: z.string() }) } },
})

const requestOptionsReply = { 200: successReply({ data: RequestOptions }) }

/** The first step of signing in with a passkey. The reply is the same for everybody: it depends on no account. */
export const startPasskeyLogin = defineEndpoint({
  method: 'POST',
  url: '/api/users/passkey-login/options',
  access: 'public',
  csrf: 'origin',
  schema: { response: requestOptionsReply },
})

export const logInWithPasskey = defineEndpoint({
  method: 'POST',
  url: '/api/users/passkey-login',
  access: 'public',
  csrf: 'origin',
  errors: ['code-expired', 'not-found'],
  schema: {
    body: z.object({ credential: SignedCredential }),
    response: { 200: successReply({ message: z.string() }) },
  },
})

/** The first step of a proof with a passkey of the member. */
export const startPasskeyProof = defineEndpoint({
  method: 'POST',
  url: '/api/users/proof/passkey-options',
  access: 'member',
  restriction: 'none',
  errors: ['not-found'],
  schema: { response: requestOptionsReply },
})

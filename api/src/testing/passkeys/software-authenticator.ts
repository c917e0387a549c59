import { generateKeyPairSync, hash, randomBytes, sign, type KeyObject } from 'node:crypto'
import type {
  CreationOptions,
  NewCredential,
  RequestOptions,
  SignedCredential,
} from '@dolph/contract/accounts/passkeys'
import { encodeCbor } from './cbor.ts'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const BACKUP_ELIGIBLE = 0x08
const BACKED_UP = 0x10
const HAS_CREDENTIAL = 0x40

interface StoredKey {
  id: Buffer
  privateKey: KeyObject
  publicKey: Buffer
  userHandle: string
  counter: number
}

/** What an honest authenticator and browser would never send. */
export interface Forgery {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  isUserPresent?: boolean
  isUserVerified?: boolean
  counter?: number
  userHandle?: string | undefined
  /** The id in the credential, while the key stays that of the authenticator. */
  credentialId?: Buffer
  /** The id beside the attestation, which has another one. */
  claimedId?: Buffer
  attestation?: (honest: Buffer) => Buffer
  authenticatorData?: (honest: Buffer) => Buffer
  crossOrigin?: boolean
}

interface Options {
  origin: string
  /** Authenticators that do not count send 0 always. */
  isCounting?: boolean
}

/** A P-256 authenticator with its browser: creates passkeys and signs with them, honestly or with a forgery. */
export class SoftwareAuthenticator {
  readonly #keys: StoredKey[] = []
  readonly #origin: string
  readonly #isCounting: boolean

  constructor({ origin, isCounting = true }: Options) {
    this.#origin = origin
    this.#isCounting = isCounting
  }

  get newestKey(): StoredKey {
    const key = this.#keys.at(-1)
    if (!key) throw new Error('The authenticator has no passkey')
    return key
  }

  /** Creates a key without telling anybody. */
  createKey(userHandle: string, id: Buffer = randomBytes(32)): StoredKey {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const key = { id, privateKey, publicKey: encodeKey(publicKey), counter: 0, userHandle }
    this.#keys.push(key)
    return key
  }

  create(options: CreationOptions, forgery: Forgery = {}): NewCredential {
    const { id, publicKey } = this.createKey(options.user.id, forgery.credentialId)
    const idLength = Buffer.alloc(2)
    idLength.writeUInt16BE(id.length)
    const data = Buffer.concat([
      this.#buildHead(forgery.rpId ?? options.rp.id, HAS_CREDENTIAL, forgery, 0),
      Buffer.alloc(16),
      idLength,
      id,
      publicKey,
    ])
    const authData = forgery.authenticatorData?.(data) ?? data
    const attestation = encodeCbor(
      new Map<string, string | Buffer | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authData],
      ]),
    )
    return {
      ...buildIds(forgery.claimedId ?? id),
      response: {
        clientDataJSON: this.#buildClientData('webauthn.create', options.challenge, forgery),
        attestationObject: (forgery.attestation?.(attestation) ?? attestation).toString(
          'base64url',
        ),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** Signs with the newest passkey, or with that of another authenticator as `key`. */
  sign(options: RequestOptions, forgery: Forgery = {}, key = this.newestKey): SignedCredential {
    key.counter += 1
    const counter = this.#isCounting ? key.counter : 0
    const data = this.#buildHead(forgery.rpId ?? options.rpId, 0, forgery, counter)
    const authenticatorData = forgery.authenticatorData?.(data) ?? data
    const clientDataJSON = this.#buildClientData('webauthn.get', options.challenge, forgery)
    const clientDataHash = hash('sha256', Buffer.from(clientDataJSON, 'base64url'), 'buffer')
    const signature = sign(
      'sha256',
      Buffer.concat([authenticatorData, clientDataHash]),
      key.privateKey,
    )
    const userHandle = 'userHandle' in forgery ? forgery.userHandle : key.userHandle
    return {
      ...buildIds(forgery.credentialId ?? key.id),
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle !== undefined && { userHandle }),
      },
    }
  }

  #buildHead(rpId: string, flags: number, forgery: Forgery, honestCounter: number): Buffer {
    const { isUserPresent = true, isUserVerified = true, counter = honestCounter } = forgery
    const allFlags =
      flags |
      BACKUP_ELIGIBLE |
      BACKED_UP |
      (isUserPresent ? USER_PRESENT : 0) |
      (isUserVerified ? USER_VERIFIED : 0)
    const counterBytes = Buffer.alloc(4)
    counterBytes.writeUInt32BE(counter)
    return Buffer.concat([hash('sha256', rpId, 'buffer'), Buffer.from([allFlags]), counterBytes])
  }

  #buildClientData(honestType: string, honestChallenge: string, forgery: Forgery): string {
    const {
      type = honestType,
      challenge = honestChallenge,
      origin = this.#origin,
      crossOrigin = false,
    } = forgery
    const topOrigin = crossOrigin ? { topOrigin: 'https://evil.example' } : {}
    const data = { type, challenge, origin, crossOrigin, ...topOrigin }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }
}

function buildIds(bytes: Buffer) {
  const id = bytes.toString('base64url')
  return { id, rawId: id, type: 'public-key' as const }
}

/** The public key in COSE: an ES256 key on P-256. */
function encodeKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return encodeCbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts and authenticates a text. `label` binds it to its place: it cannot be decrypted under another label. */
export function encryptPayload(key: KeyObject, label: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(label))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Throws if the key, the label or a single bit differs. */
export function decryptPayload(key: KeyObject, label: string, encrypted: Buffer): string {
  const nonce = encrypted.subarray(0, NONCE_BYTES)
  const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(label)).setAuthTag(tag)
  const body = encrypted.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}

/** Decrypts with the first key that fits; throws if none does. */
export function decryptWithAnyKey(
  keys: readonly KeyObject[],
  label: string,
  encrypted: Buffer,
): string {
  let failure: unknown
  for (const key of keys) {
    try {
      return decryptPayload(key, label, encrypted)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

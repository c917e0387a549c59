import {
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

/** 256 random bits as 43 characters that are valid in a cookie and in a URL. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}

export function isToken(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** The database stores only this hash: it recognises a token and cannot be used as one. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/**
 * Each purpose has its own key: a token made for one purpose is invalid for every other. An object, because Node imports a key that is
 * bytes again for each digest, which takes five times as long as the digest.
 */
export function deriveKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'dolph', purpose, 32)))
}

/** The parts are serialized as JSON, which delimits them: two different lists never have the same digest. */
export function computeHmac(key: KeyObject, ...parts: string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}

export function isEqualConstantTime(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

interface SecretSettings {
  SECRET: string
  SECRET_BEFORE?: string | undefined
}

/** The secrets by which something of ours is recognized, the current one first. New things are made with the current one alone. */
export function listSecrets({ SECRET, SECRET_BEFORE }: SecretSettings): readonly string[] {
  return SECRET_BEFORE === undefined ? [SECRET] : [SECRET, SECRET_BEFORE]
}

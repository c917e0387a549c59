import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits as 43 characters that are valid in a cookie and in a URL. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}

export function isToken(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** The database stores only this hash: it recognises a token and cannot be used as one. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Each purpose has its own key: a token made for one purpose is invalid for every other. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'dolph', purpose, 32))
}

/** The parts are serialized as JSON, which delimits them: two different lists never have the same digest. */
export function computeHmac(key: Buffer, ...parts: string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}

export function isEqualConstantTime(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 bits that nobody can guess, as 43 characters that fit a cookie or an address. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}

export function isToken(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** What the database keeps of a token: enough to recognise it, nothing to use. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A key of its own for each purpose, so that what proves one thing never proves another. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'dolph', purpose, 32))
}

/** The parts are told apart by their lengths: no two lists of parts give the same digest. */
export function computeHmac(key: Buffer, ...parts: string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}

export function isEqualConstantTime(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

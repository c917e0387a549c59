import { computeHmac, deriveKey, isEqualConstantTime } from '../../../secrets.ts'

const MAC_BYTES = 32
const ID_BYTES = 16

/**
 * A token with which a member says which of their roles are still open, and nothing else. It does not expire, because it shows
 * only titles that are public, and nothing is stored for it: the HMAC proves that we made it.
 */
export function createStillOpenToken(secret: string, memberId: string): string {
  const id = Buffer.from(memberId.replaceAll('-', ''), 'hex')
  return Buffer.concat([computeMac(secret, memberId), id]).toString('base64url')
}

/** The member whom the token names; undefined for one that we did not make. */
export function parseStillOpenToken(secret: string, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== MAC_BYTES + ID_BYTES) return undefined
  const hex = bytes.toString('hex', MAC_BYTES)
  const memberId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const mac = computeMac(secret, memberId)
  return isEqualConstantTime(bytes.subarray(0, MAC_BYTES), mac) ? memberId : undefined
}

function computeMac(secret: string, memberId: string): Buffer {
  return computeHmac(deriveKey(secret, 'still-open'), memberId)
}

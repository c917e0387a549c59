import { computeHmac, deriveKey, isEqualConstantTime } from '../../../platform/crypto/secrets.ts'

const MAC_BYTES = 32
const ID_BYTES = 16
const EXPIRY_BYTES = 4
/** Roles are closed two weeks after they are asked about; later the link answers nothing that a member would still expect. */
const VALID_MS = 30 * 86_400_000

/**
 * A token with which a member says, for 30 days, which of their roles are still open, and nothing else. Nothing is stored for it:
 * the HMAC proves that we made it.
 */
export function createStillOpenToken(secret: string, memberId: string, now = Date.now()): string {
  const payload = Buffer.alloc(ID_BYTES + EXPIRY_BYTES)
  payload.write(memberId.replaceAll('-', ''), 'hex')
  payload.writeUInt32BE(Math.floor((now + VALID_MS) / 1000), ID_BYTES)
  return Buffer.concat([computeMac(secret, payload), payload]).toString('base64url')
}

/** The member whom the token names; undefined for one that has expired or that we did not make. */
export function parseStillOpenToken(secrets: readonly string[], token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== MAC_BYTES + ID_BYTES + EXPIRY_BYTES) return undefined
  const payload = bytes.subarray(MAC_BYTES)
  const mac = bytes.subarray(0, MAC_BYTES)
  if (!secrets.some((secret) => isEqualConstantTime(mac, computeMac(secret, payload))))
    return undefined
  if (payload.readUInt32BE(ID_BYTES) * 1000 < Date.now()) return undefined
  return payload.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function computeMac(secret: string, payload: Buffer): Buffer {
  return computeHmac(deriveKey(secret, 'still-open'), payload.toString('hex'))
}

import { SettingKind } from '@dolph/contract/notifications/notifications'
import { computeHmac, deriveKey, isEqualConstantTime } from '../../../platform/crypto/secrets.ts'

const MAC_BYTES = 32
const ID_BYTES = 16

/** Whose mails of which kind a token ends. */
export interface Subscription {
  memberId: string
  kind: SettingKind
}

/**
 * A token that ends one kind of mails to one member, and nothing else. It does not expire, because mails are kept for
 * years; nothing is stored for it: the HMAC proves that we made it.
 */
export function createUnsubscribeToken(secret: string, { memberId, kind }: Subscription): string {
  return Buffer.concat([
    computeMac(secret, memberId, kind),
    Buffer.from(memberId.replaceAll('-', ''), 'hex'),
    Buffer.from(kind),
  ]).toString('base64url')
}

/** What the token is for; undefined for one that we did not make. */
export function parseUnsubscribeToken(
  secrets: readonly string[],
  token: string,
): Subscription | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const memberId = formatUuid(bytes.subarray(MAC_BYTES, MAC_BYTES + ID_BYTES))
  const kind = bytes.subarray(MAC_BYTES + ID_BYTES).toString()
  const mac = bytes.subarray(0, MAC_BYTES)
  if (!secrets.some((secret) => isEqualConstantTime(mac, computeMac(secret, memberId, kind))))
    return undefined
  const known = SettingKind.safeParse(kind)
  return known.success ? { memberId, kind: known.data } : undefined
}

function computeMac(secret: string, memberId: string, kind: string): Buffer {
  return computeHmac(deriveKey(secret, 'unsubscribe'), memberId, kind)
}

function formatUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

import { isIP, isIPv4 } from 'node:net'

/** 10.0.0.0/8 is the widest range that a private network has. */
const MIN_PREFIX_IPV4 = 8
/** Content delivery networks publish ranges of /29 and longer. */
const MIN_PREFIX_IPV6 = 16
/** An IPv6 range at the start of the address space may hold all IPv4 addresses, as ::ffff:0:0/96; this is their /8. */
const MIN_PREFIX_IPV4_MAPPED = 96 + MIN_PREFIX_IPV4

/** Whether a text is an IP address or a CIDR range. */
export function isAddressRange(text: string): boolean {
  const { address, prefix } = parseRange(text)
  const bits = isIPv4(address) ? 32 : 128
  return isIP(address) !== 0 && Number.isInteger(prefix) && prefix > 0 && prefix <= bits
}

/** Whether a range is so wide that strangers are in it, who could then choose the address that they are limited by. */
export function isTooWideRange(text: string): boolean {
  const { address, prefix } = parseRange(text)
  if (isIPv4(address)) return prefix < MIN_PREFIX_IPV4
  const isAtStart = URL.parse(`http://[${address}]`)?.hostname.startsWith('[::') ?? true
  return prefix < (isAtStart ? MIN_PREFIX_IPV4_MAPPED : MIN_PREFIX_IPV6)
}

function parseRange(text: string) {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = isIPv4(address) ? 32 : 128
  if (prefix === undefined) return { address, prefix: bits }
  const isNumber = rest.length === 0 && /^\d{1,3}$/.test(prefix)
  return { address, prefix: isNumber ? Number(prefix) : Number.NaN }
}

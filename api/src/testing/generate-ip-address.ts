/** Returns a random address: rate limits stay in Redis between runs, so a test of them needs an address of its own. */
export function generateIpAddress(): string {
  const part = () => Math.floor(Math.random() * 65_536).toString(16)
  return `2001:db8:${part()}:${part()}::1`
}

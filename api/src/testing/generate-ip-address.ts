/** Redis remembers limits between runs, so whoever tests them comes from somewhere new. */
export function generateIpAddress(): string {
  const part = () => Math.floor(Math.random() * 65_536).toString(16)
  return `2001:db8:${part()}:${part()}::1`
}

import type { FastifyRequest } from 'fastify'

/** Returns a text like "Firefox on Linux", enough to recognize one's own devices. */
export function describeDevice({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const agent = headers['user-agent'] ?? ''
  const browser = BROWSERS.find(([mark]) => agent.includes(mark))?.[1] ?? 'A browser'
  const system = OPERATING_SYSTEMS.find(([mark]) => agent.includes(mark))?.[1]
  return system ? `${browser} on ${system}` : browser
}

// The order matters: most user agents also contain the marks further down.
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const OPERATING_SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

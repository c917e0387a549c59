/** The maximum number of cached valid names: `Intl` takes longer to check a time zone than most calls take in all. */
const KNOWN_TIME_ZONES_MAX = 1_000
const knownTimeZones = new Set<string>()

/** Whether a text is the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  if (knownTimeZones.has(name)) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format()
  } catch {
    return false
  }
  if (knownTimeZones.size < KNOWN_TIME_ZONES_MAX) knownTimeZones.add(name)
  return true
}

/** The hours between the clocks of two time zones at a moment, at most 12: it moves with summer time. */
export function findHoursApart(zone: string, otherZone: string, at: Date): number {
  const hours = Math.abs(findOffset(zone, at) - findOffset(otherZone, at))
  return Math.min(hours, 24 - hours)
}

/** The hours by which the clocks of a time zone are ahead of UTC. */
function findOffset(zone: string, at: Date): number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
}

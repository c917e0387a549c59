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
  const hours = Math.abs(findUtcOffset(zone, at) - findUtcOffset(otherZone, at))
  return Math.min(hours, 24 - hours)
}

const QUARTER_HOUR_MS = 900_000
/** The last offset of each time zone. Clocks change at a quarter of an hour, and `Intl` takes long to find the offset. */
const knownOffsets = new Map<string, { quarter: number; offset: number }>()

/** The hours by which the clocks of a time zone are ahead of UTC. */
export function findUtcOffset(zone: string, at: Date): number {
  const quarter = Math.floor(at.getTime() / QUARTER_HOUR_MS)
  const known = knownOffsets.get(zone)
  if (known?.quarter === quarter) return known.offset
  const offset = readUtcOffset(zone, at)
  if (known || knownOffsets.size < KNOWN_TIME_ZONES_MAX) knownOffsets.set(zone, { quarter, offset })
  return offset
}

function readUtcOffset(zone: string, at: Date): number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
}

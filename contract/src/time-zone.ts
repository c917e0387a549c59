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

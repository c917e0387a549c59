import { findUtcOffset } from '@dolph/contract/time-zone'

/** The offset of an IANA time zone today: 'UTC+5:30'. Its name would read as the place of a member: 'Kolkata' for one in Chennai. */
export function formatZoneOffset(zone: string, now: Date = new Date()): string {
  const minutes = Math.round(findUtcOffset(zone, now) * 60)
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const text = rest === 0 ? String(hours) : `${hours}:${String(rest).padStart(2, '0')}`
  return `UTC${minutes < 0 ? '−' : '+'}${text}`
}

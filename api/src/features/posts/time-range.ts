import type { TimeRange } from '@dolph/contract/posts'
import { LRUCache } from 'lru-cache'

const HOUR_MS = 3_600_000
/** No clock on Earth is further than this from UTC. */
const OFFSET_MAX_MS = 15 * HOUR_MS

/**
 * The first moment of today, this month or this year, as the clocks of a time zone show it.
 * Not always midnight: where clocks jump over it, the day begins an hour later.
 */
export function startOf(range: Exclude<TimeRange, 'all-time'>, tz: string, now: number): number {
  const today = dateIn(tz, now)
  const key = `${range} ${tz} ${today}`
  const known = starts.get(key)
  if (known !== undefined) return known
  const start = firstMomentOf(FIRST_DAYS[range](today), tz)
  starts.set(key, start)
  return start
}

const starts = new LRUCache<string, number>({ max: 2_000 })

const FIRST_DAYS = {
  today: (date: string) => date,
  month: (date: string) => `${date.slice(0, 7)}-01`,
  year: (date: string) => `${date.slice(0, 4)}-01-01`,
}

/** Halves the two days around midnight in Greenwich until one millisecond is left. */
function firstMomentOf(date: string, tz: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  let before = midnight - OFFSET_MAX_MS
  let within = midnight + OFFSET_MAX_MS
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (dateIn(tz, middle) < date) before = middle
    else within = middle
  }
  return within
}

function dateIn(tz: string, at: number): string {
  return calendarOf(tz).format(at)
}

/** Making a calendar costs more than everything that it is asked. */
const calendars = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 })

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone)
  if (known) return known
  // Swedes write dates as ISO does.
  const calendar = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' })
  calendars.set(timeZone, calendar)
  return calendar
}

import type { TimeRange } from '@dolph/contract/posts/post-filter'
import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'

/**
 * The start of today, this month or this year in a time zone. Not always midnight: where a clock change skips it, the day
 * starts later; where midnight comes twice, the day starts at the first.
 */
export function getTimeRangeStart(
  range: Exclude<TimeRange, 'all-time'>,
  tz: string,
  now: number,
): number {
  const key = `${range} ${tz}`
  const cached = ranges.get(key)
  if (cached && cached.start <= now && now < cached.end) return cached.start
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(tz).toPlainDate()
  const firstDay = today.with(FIRST_DAY_OF_RANGE[range](today))
  const start = firstDay.toZonedDateTime(tz).epochMilliseconds
  const end = firstDay.add(LENGTHS[range]).toZonedDateTime(tz).epochMilliseconds
  ranges.set(key, { start, end })
  return start
}

/** Caches the current range of a zone until it ends, because a lookup costs less than the calendar computation. */
const ranges = new LRUCache<string, { start: number; end: number }>({ max: 2_000 })

const FIRST_DAY_OF_RANGE = {
  today: ({ day }: Temporal.PlainDate) => ({ day }),
  month: () => ({ day: 1 }),
  year: () => ({ month: 1, day: 1 }),
}
const LENGTHS = { today: { days: 1 }, month: { months: 1 }, year: { years: 1 } }

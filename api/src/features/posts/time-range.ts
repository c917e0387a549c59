import type { TimeRange } from '@dolph/contract/posts'
import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'

/**
 * The first moment of today, this month or this year, by the clocks of a time zone. Not always midnight: where clocks jump over it,
 * the day begins later; where midnight comes twice, the day begins at the first.
 */
export function getTimeRangeStart(
  range: Exclude<TimeRange, 'all-time'>,
  tz: string,
  now: number,
): number {
  const key = `${range} ${tz}`
  const known = ranges.get(key)
  if (known && known.start <= now && now < known.end) return known.start
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(tz).toPlainDate()
  const firstDay = today.with(FIRST_DAY_OF_RANGE[range](today))
  const start = firstDay.toZonedDateTime(tz).epochMilliseconds
  const end = firstDay.add(LENGTHS[range]).toZonedDateTime(tz).epochMilliseconds
  ranges.set(key, { start, end })
  return start
}

/** The range that was computed last for a zone holds until it ends: a lookup costs less than the calendar. */
const ranges = new LRUCache<string, { start: number; end: number }>({ max: 2_000 })

const FIRST_DAY_OF_RANGE = {
  today: ({ day }: Temporal.PlainDate) => ({ day }),
  month: () => ({ day: 1 }),
  year: () => ({ month: 1, day: 1 }),
}
const LENGTHS = { today: { days: 1 }, month: { months: 1 }, year: { years: 1 } }

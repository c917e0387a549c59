import { CLOCK_SKEW_MAX_MS, getPostTime } from './post-ids.ts'

const DAY_MS = 86_400_000
/** So young a range is read day by day: its month would hold too much that is older. */
const DAILY_BUCKETS_MAX_DAYS = 3

export interface RankBuckets {
  days: number[]
  months: number[]
}

/**
 * Which days and months, counted as `post_ranks` counts them, hold the posts since that id. Together they may reach
 * back a little further than it, never less far, and no post is in two of them.
 */
export function getRankBucketsSince(since: string, now: number): RankBuckets {
  const start = getPostTime(since)
  const end = now + CLOCK_SKEW_MAX_MS
  const firstDay = getDayNumber(start)
  if (end - start <= DAILY_BUCKETS_MAX_DAYS * DAY_MS)
    return { days: listIntegers(firstDay, getDayNumber(end)), months: [] }
  const isLastOfMonth = getMonthNumber(start) < getMonthNumber(start + DAY_MS)
  return isLastOfMonth
    ? { days: [firstDay], months: listIntegers(getMonthNumber(start) + 1, getMonthNumber(end)) }
    : { days: [], months: listIntegers(getMonthNumber(start), getMonthNumber(end)) }
}

function listIntegers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, nth) => first + nth)
}

function getDayNumber(at: number): number {
  return Math.floor(at / DAY_MS)
}

function getMonthNumber(at: number): number {
  const date = new Date(at)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

import { CLOCK_SKEW_MAX_MS, getPostTime } from '../post-ids.ts'

const DAY_MS = 86_400_000
/** A range up to this length is read by days: its month would contain too many older posts. */
const DAILY_BUCKETS_MAX_DAYS = 3

export interface RankBuckets {
  days: number[]
  months: number[]
}

/**
 * The days and months, numbered as in `post_ranks`, that contain the posts since that id. Together they may start a little
 * earlier than it, never later, and no post is in two of them.
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
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

function getDayNumber(time: number): number {
  return Math.floor(time / DAY_MS)
}

function getMonthNumber(time: number): number {
  const date = new Date(time)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

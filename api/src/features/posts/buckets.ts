import { CLOCKS_APART_MS, timeOf } from './post-ids.ts'

const DAY_MS = 86_400_000
/** So young a range is read day by day: its month would hold too much that is older. */
const YOUNG_DAYS = 3

export interface Buckets {
  days: number[]
  months: number[]
}

/**
 * Which days and months, counted as `post_ranks` counts them, hold the posts since that id. Together they may reach
 * back a little further than it, never less far, and no post is in two of them.
 */
export function bucketsSince(since: string, now: number): Buckets {
  const start = timeOf(since)
  const end = now + CLOCKS_APART_MS
  const firstDay = dayOf(start)
  if (end - start <= YOUNG_DAYS * DAY_MS) return { days: span(firstDay, dayOf(end)), months: [] }
  const isLastOfMonth = monthOf(start) < monthOf(start + DAY_MS)
  return isLastOfMonth
    ? { days: [firstDay], months: span(monthOf(start) + 1, monthOf(end)) }
    : { days: [], months: span(monthOf(start), monthOf(end)) }
}

function span(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, nth) => first + nth)
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}

function monthOf(at: number): number {
  const date = new Date(at)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

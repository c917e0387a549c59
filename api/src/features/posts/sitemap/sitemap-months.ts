import { getLowestPostIdAt } from '../post-ids.ts'

/** A month of UTC, as `2026-11`. */
export type SitemapMonth = string

const FILE_NAME = /^posts-(?<year>2\d{3})-(?<month>0[1-9]|1[0-2])\.xml$/

export function buildMonthFileName(month: SitemapMonth): string {
  return `posts-${month}.xml`
}

/** The month of a file name; null for any other text, and for a month that has not begun. */
export function parseMonthFileName(name: string, now: number): SitemapMonth | null {
  const { year, month } = FILE_NAME.exec(name)?.groups ?? {}
  if (year === undefined || month === undefined) return null
  return Date.UTC(Number(year), Number(month) - 1) <= now ? `${year}-${month}` : null
}

/** The months from one time to another. */
export function listMonths(from: number, to: number): SitemapMonth[] {
  const months: SitemapMonth[] = []
  const start = new Date(from)
  for (let index = 0; ; index += 1) {
    const month = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + index))
    if (month.getTime() > to) return months
    months.push(month.toISOString().slice(0, 'YYYY-MM'.length))
  }
}

/** The ids of the posts of a month: from `first` on, below `end`. */
export function getMonthIds(month: SitemapMonth): { first: string; end: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return {
    first: getLowestPostIdAt(Date.UTC(year, number - 1)),
    end: getLowestPostIdAt(Date.UTC(year, number)),
  }
}

/** A scan reaches further than the average requires, because matches are not evenly distributed. */
const SCAN_LIMIT_MARGIN = 1.5

/** Estimates how many posts to scan for a page, given `matchCount` matches among the first `scanned` posts; null: all posts. */
export function estimateScanLimit(
  count: number,
  matchCount: number,
  scanned: number,
): number | null {
  const estimate = ((scanned * count) / matchCount) * SCAN_LIMIT_MARGIN
  // Rounded up to one of a few limits, because each limit makes a statement of its own.
  return SCAN_LIMITS.find((limit) => limit >= estimate) ?? null
}

/** How many posts a scan reads, each several times as many as the one before. */
export const SCAN_LIMITS = [1_000, 3_000, 10_000, 30_000, 200_000]

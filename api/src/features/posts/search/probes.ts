import type { PostSortKey } from '../feed/feed-query.ts'

/** The matches of a probe, and whether there are no others. */
export interface ProbeResult {
  matches: PostSortKey[]
  isComplete?: boolean
}

/**
 * One attempt to fill a page, given how many matches the previous probe found. Null when it is not worth running, or could
 * not be completed.
 */
export type Probe = (matchCount: number) => Promise<ProbeResult | null> | null

/** Runs the probes in order and returns the result of the first that fills the page or is complete; cheap ones come first. */
export async function runProbesUntilFull(count: number, probes: Probe[]): Promise<PostSortKey[]> {
  let matches: PostSortKey[] = []
  for (const probe of probes) {
    const result = await probe(matches.length)
    if (!result) continue
    matches = result.matches
    if (result.isComplete || matches.length >= count) break
  }
  return matches.slice(0, count)
}

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

import type { PostSortKey } from '../feed-query.ts'

/** The matches of a probe, and whether there are no others. */
export interface ProbeResult {
  matches: PostSortKey[]
  isComplete?: boolean
}

/** Null when the probe is not worth running, or could not be completed. */
export type Probe = (hits: number) => Promise<ProbeResult | null> | null

/**
 * Runs one probe after the other until a page is full. Each covers more posts than those before it, so that none reads many
 * more matches than are needed, however many matches and posts there are.
 */
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

/** Probes reach further than the average requires, because matches are not evenly distributed. */
const PROBE_SIZE_MARGIN = 1.5

/** Estimates how many posts to scan for a page, given `hits` matches among the first `scanned` posts. */
export function estimateProbeSize(count: number, hits: number, scanned: number): number | null {
  const estimate = ((scanned * count) / hits) * PROBE_SIZE_MARGIN
  // Rounded up to one of a few sizes, because each size makes a statement of its own.
  return PROBE_SIZES.find((size) => size >= estimate) ?? null
}

/** How many posts a scan reads, each several times as many as the one before. */
export const PROBE_SIZES = [1_000, 3_000, 10_000, 30_000, 200_000]

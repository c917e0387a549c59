import type { PostSortKey } from '../feed-query.ts'

/** What a look found, and whether there is no more to be found. */
export interface ProbeResult {
  found: PostSortKey[]
  isAll?: boolean
}

/** Null when the look is not worth taking, or could not be taken to its end. */
export type Probe = (hits: number) => Promise<ProbeResult | null> | null

/**
 * Takes one look after the other until a page is full. Each covers more than those before it, so that none meets many
 * more matches than are wanted, however many there are and however many posts.
 */
export async function runProbesUntilFull(count: number, looks: Probe[]): Promise<PostSortKey[]> {
  let found: PostSortKey[] = []
  for (const look of looks) {
    const sight = await look(found.length)
    if (!sight) continue
    found = sight.found
    if (sight.isAll || found.length >= count) break
  }
  return found.slice(0, count)
}

/** How much further than on average, as matches do not come evenly. */
const PROBE_SIZE_MARGIN = 1.5

/** How far a page reaches if `hits` were among the first `seen`. */
export function estimateProbeSize(count: number, hits: number, seen: number): number | null {
  const reach = ((seen * count) / hits) * PROBE_SIZE_MARGIN
  // Few lengths, as each is part of the text of a statement.
  return PROBE_SIZES.find((depth) => depth >= reach) ?? null
}

/** How far walks go, each several times as far as the one before. */
export const PROBE_SIZES = [1_000, 3_000, 10_000, 30_000, 200_000]

import type { FoundPost } from '../feed-query.ts'

/** What a look found, and whether there is no more to be found. */
export interface Sight {
  found: FoundPost[]
  isAll?: boolean
}

/** Null when the look is not worth taking, or could not be taken to its end. */
export type Look = (hits: number) => Promise<Sight | null> | null

/**
 * Takes one look after the other until a page is full. Each covers more than those before it, so that none meets many
 * more matches than are wanted, however many there are and however many posts.
 */
export async function lookUntilFull(count: number, looks: Look[]): Promise<FoundPost[]> {
  let found: FoundPost[] = []
  for (const look of looks) {
    const sight = await look(found.length)
    if (!sight) continue
    found = sight.found
    if (sight.isAll || found.length >= count) break
  }
  return found.slice(0, count)
}

/** How much further than on average, as matches do not come evenly. */
const ALLOWANCE = 1.5

/** How far a page reaches if `hits` were among the first `seen`. */
export function reachOf(count: number, hits: number, seen: number): number | null {
  const reach = ((seen * count) / hits) * ALLOWANCE
  // Few lengths, as each is part of the text of a statement.
  return WALKS.find((depth) => depth >= reach) ?? null
}

/** How far walks go, each several times as far as the one before. */
export const WALKS = [1_000, 3_000, 10_000, 30_000, 200_000]

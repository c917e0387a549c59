/** The same numbers on every machine: a load run must be repeatable to be compared. */
export function createRandomSource(seed: number) {
  let state = seed >>> 0

  /** From 0 up to, but without, 1. */
  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  return {
    fraction,
    below: (limit: number) => Math.floor(fraction() * limit),
    /** Mostly near nothing, rarely near `limit`: how likes, comments and word frequencies fall. */
    heavyTail: (limit: number, weight: number) => Math.floor(limit * fraction() ** weight),
  }
}
export type RandomSource = ReturnType<typeof createRandomSource>

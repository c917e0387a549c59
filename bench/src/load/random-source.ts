/** A seeded generator with the same numbers on every machine, so that loads can be compared. */
export function createRandomSource(seed: number) {
  let state = seed >>> 0

  /** A number from 0 (inclusive) to 1 (exclusive). */
  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  return {
    fraction,
    below: (limit: number) => Math.floor(fraction() * limit),
    /** Mostly near zero, rarely near `limit`, the more so the higher `exponent` is: the distribution of likes, comments and word frequencies. */
    heavyTail: (limit: number, exponent: number) => Math.floor(limit * fraction() ** exponent),
  }
}
export type RandomSource = ReturnType<typeof createRandomSource>

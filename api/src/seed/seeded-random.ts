/** A pseudorandom generator: the same seed always gives the same choices. */
export interface SeededRandom {
  /** A number from 0 up to, but not including, 1. */
  nextFloat(): number
  /** True in `share` of all cases. */
  nextBoolean(share: number): boolean
  /** A whole number from 0 up to, but not including, `limit`. */
  nextInteger(limit: number): number
  pickOne<T>(from: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
}

export function createSeededRandom(seed: string): SeededRandom {
  let state = hashSeed(seed)

  // Mulberry32: small, fast and uniform enough for sample texts.
  function nextFloat(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  function nextInteger(limit: number): number {
    return Math.floor(nextFloat() * limit)
  }

  function shuffle<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, order: nextFloat() }))
      .toSorted((one, other) => one.order - other.order)
      .map(({ item }) => item)
  }

  function pickOne<T>(from: readonly T[]): T {
    const picked = from[nextInteger(from.length)]
    if (picked === undefined) throw new Error('There are no items to pick from')
    return picked
  }

  return {
    nextFloat,
    nextBoolean: (share) => nextFloat() < share,
    nextInteger,
    pickOne,
    shuffle,
  }
}

function hashSeed(text: string): number {
  let value = 2166136261
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619)
  }
  return value
}

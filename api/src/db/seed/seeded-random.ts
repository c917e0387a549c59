/** Chance that repeats itself: the same seed always gives the same choices. */
export interface SeededRandom {
  /** A number from 0 up to, but not including, 1. */
  nextFloat(): number
  /** True in `share` of all cases. */
  nextBoolean(share: number): boolean
  /** A whole number from 0 up to, but not including, `below`. */
  nextInteger(below: number): number
  pickOne<T>(from: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
}

export function createSeededRandom(seed: string): SeededRandom {
  let state = hashSeed(seed)

  // Mulberry32: small, fast and even enough for sample texts.
  function roll(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  function below(limit: number): number {
    return Math.floor(roll() * limit)
  }

  function shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, place: roll() }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ item }) => item)
  }

  function pick<T>(from: readonly T[]): T {
    const picked = from[below(from.length)]
    if (picked === undefined) throw new Error('Nothing to pick from')
    return picked
  }

  return {
    nextFloat: roll,
    nextBoolean: (share) => roll() < share,
    nextInteger: below,
    pickOne: pick,
    shuffle: shuffled,
  }
}

/**
 * Deals the items one by one. Only the half that was dealt longest ago can come next,
 * so that no phrase repeats on one screen.
 */
export function createNonRepeatingPicker<T>(chance: SeededRandom, items: readonly T[]): () => T {
  const cards = chance.shuffle(items)
  return () => {
    const [card] = cards.splice(chance.nextInteger(Math.ceil(cards.length / 2)), 1)
    if (card === undefined) throw new Error('An empty deck')
    cards.push(card)
    return card
  }
}

function hashSeed(text: string): number {
  let value = 2166136261
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619)
  }
  return value
}

/** The same numbers in every run, so that a failure can be repeated. */
export function createRandom(seed: number) {
  let state = seed
  const fraction = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (limit: number) => Math.floor(fraction() * limit)
  return {
    fraction,
    below,
    pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item,
  }
}

/** Whether the product held; `undecided` if the machine is too busy to tell it from the attack. */
export type Verdict = boolean | 'undecided'

/** `noise` is the same figure of a run without the attack. A figure within its bound holds, as noise only adds to it. */
export function judgeFigure({
  value,
  noise,
  bound,
}: {
  value: number
  noise: number
  bound: number
}): Verdict {
  if (value <= bound) return true
  const isNoiseEnough = noise > bound || value - noise <= bound
  return isNoiseEnough ? 'undecided' : false
}

/** What did not hold outweighs what is undecided. */
export function combineVerdicts(verdicts: Verdict[]): Verdict {
  if (verdicts.includes(false)) return false
  return verdicts.includes('undecided') ? 'undecided' : true
}

import type { Verdict } from '../verdict.ts'

/** 0.5 is a guess by tossing a coin. */
const DEVIATION_MAX = 0.06

/**
 * `controlAuc` compares two kinds of emails that differ in nothing. Chance alone makes an AUC deviate by its standard error, which only more
 * pairs reduce: too few of them decide nothing.
 */
export function judgeAuc(auc: number, controlAuc: number, pairs: number): Verdict {
  // An attacker can turn a guess that is wrong more often than right around.
  const deviation = Math.abs(auc - 0.5)
  const standardError = Math.sqrt((2 * pairs + 1) / (12 * pairs ** 2))
  if (deviation <= DEVIATION_MAX) return 2 * standardError <= DEVIATION_MAX ? true : 'undecided'
  const noise = Math.max(3 * standardError, Math.abs(controlAuc - 0.5))
  return deviation > noise ? false : 'undecided'
}

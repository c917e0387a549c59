import { expect, test } from 'vitest'
import { judgeAuc } from './judge-auc.ts'

test.each([
  ['near a half holds', [0.53, 0.5, 300], true],
  ['near a half is undecided with few pairs', [0.53, 0.5, 50], 'undecided'],
  ['far from a half does not hold', [0.7, 0.5, 300], false],
  ['far from a half in the other direction does not hold', [0.2, 0.52, 150], false],
  ['that chance can bring with so few pairs is undecided', [0.429, 0.5, 150], 'undecided'],
  ['that equal emails have too is undecided', [0.6, 0.39, 300], 'undecided'],
] as const)('an AUC %s', (_, [auc, controlAuc, pairs], verdict) => {
  expect(judgeAuc(auc, controlAuc, pairs)).toBe(verdict)
})

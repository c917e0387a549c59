import { expect, test } from 'vitest'
import { computeAuc } from './auc.ts'

test('the AUC is a half for equal values, and zero or one for separate ones', () => {
  expect(computeAuc([1, 2, 3], [1, 2, 3])).toBe(0.5)
  expect(computeAuc([4, 5], [1, 2, 3])).toBe(1)
  expect(computeAuc([1, 2], [4, 5])).toBe(0)
  expect(computeAuc([1, 4], [2, 3])).toBe(0.5)
})

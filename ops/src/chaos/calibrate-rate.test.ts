import { expect, test } from 'vitest'
import { chooseRate } from './calibrate-rate.ts'

test.each([
  { measured: 400, rate: 60, because: 'never more than on a quiet machine' },
  { measured: 200, rate: 60, because: 'a quiet machine' },
  { measured: 100, rate: 30, because: 'a share of what a busy machine stores' },
  { measured: 3, rate: 10, because: 'enough to see a pause' },
])('a machine that stores $measured a second gets $rate: $because', ({ measured, rate }) => {
  expect(chooseRate(measured)).toBe(rate)
})

import { expect, test } from 'vitest'
import { combineVerdicts, judgeFigure } from './verdict.ts'

test.each([
  ['within its bound holds, however busy the machine', { value: 90, noise: 300 }, true],
  ['above its bound on a calm machine does not', { value: 150, noise: 5 }, false],
  ['that noise alone brings above its bound is undecided', { value: 150, noise: 60 }, 'undecided'],
  ['is undecided where noise alone exceeds the bound', { value: 900, noise: 120 }, 'undecided'],
  ['that never came does not hold', { value: Infinity, noise: 5 }, false],
])('a figure %s', (_, figure, verdict) => {
  expect(judgeFigure({ ...figure, bound: 100 })).toBe(verdict)
})

test('one figure that did not hold outweighs those that are undecided', () => {
  expect(combineVerdicts([true, 'undecided', false])).toBe(false)
  expect(combineVerdicts([true, 'undecided'])).toBe('undecided')
  expect(combineVerdicts([true, true])).toBe(true)
})

import { expect, test } from 'vitest'
import { isSlowWhenRepeated } from './repeat-slow-case.ts'

test.each([
  ['is slow whenever it is repeated', [9, 8, 7], true, 3],
  ['is quick once when it is repeated', [9, 1, 9], false, 2],
  ['is quick at once', [1, 9, 9], false, 1],
])('a slow case that %s', async (_, durations, isSlow, runs) => {
  const left = [...durations]
  expect(await isSlowWhenRepeated(() => (left.shift() ?? 0) > 5, 0)).toBe(isSlow)
  expect(durations.length - left.length).toBe(runs)
})

import { expect, test } from 'vitest'
import { defineCommand, getExitCode, parseNumericOptions } from './command.ts'

const command = defineCommand({
  summary: 'Adds',
  options: { left: 1, right: 2 },
  load: async () => async (options) => options.left + options.right === 10,
})

test('options that are not given have their defaults', async () => {
  expect(await command.run({})).toBe(false)
  expect(await command.run(parseNumericOptions(command, ['--left', '8']))).toBe(true)
})

test('an unknown option and one that is no number are refused', () => {
  expect(() => parseNumericOptions(command, ['--middle', '1'])).toThrow('--middle')
  expect(() => parseNumericOptions(command, ['--left', 'eight'])).toThrow('not a number')
})

test('the exit code tells a product that did not hold from a run that cannot tell', () => {
  expect([true, false, 'undecided' as const].map(getExitCode)).toEqual([0, 1, 2])
})

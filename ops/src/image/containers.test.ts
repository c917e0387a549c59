import { expect, test } from 'vitest'
import { choosePruneArgs } from './containers.ts'

test('layers of the last week are kept until the cache is too large', () => {
  expect(choosePruneArgs(2_000)).toContain('until=168h')
  expect(choosePruneArgs(15_000)).toEqual(['image', 'prune', '--force'])
})

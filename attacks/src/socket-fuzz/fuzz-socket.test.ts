import { chooseSize } from '@dolph/api/testing/test-size'
import { expect, test } from 'vitest'
import { fuzzSocket } from './fuzz-socket.ts'

test('mutated frames cause no server error', async () => {
  // Only the command expects answers within two seconds: tests share the processor.
  expect(
    await fuzzSocket({
      frames: chooseSize({ short: 2_500, long: 10_000 }),
      seed: 14,
      only: 0,
      slowMs: 15_000,
    }),
  ).toBe(true)
}, 120_000)

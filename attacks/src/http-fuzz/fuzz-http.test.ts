import { chooseSize } from '@dolph/api/testing/test-size'
import { expect, test } from 'vitest'
import { fuzzHttp } from './fuzz-http.ts'

test('mutated requests get no server error', async () => {
  // Only the command expects replies within two seconds: tests share the processor.
  expect(
    await fuzzHttp({
      requests: chooseSize({ short: 1_000, long: 3_000 }),
      seed: 14,
      only: 0,
      slowMs: 15_000,
    }),
  ).toBe(true)
}, 120_000)

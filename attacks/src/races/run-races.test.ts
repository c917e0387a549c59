import { chooseSize } from '@dolph/api/testing/test-size'
import { expect, test } from 'vitest'
import { runRaces } from './run-races.ts'

const ROUNDS = chooseSize({ short: 1, long: 10 })

test(
  'calls that arrive at the same moment leave everything as if they had come one after the other',
  async () => {
    const { races, problems } = await runRaces(ROUNDS)
    expect(problems).toEqual([])
    expect(races).toBeGreaterThanOrEqual(ROUNDS)
  },
  30_000 * ROUNDS,
)

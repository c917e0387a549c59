import { expect, test } from 'vitest'
import { runRaces } from './run-races.ts'

const ROUNDS = Number(process.env['TEST_ROUNDS'] ?? 1)

test(
  'calls that arrive at the same moment leave everything as if they had come one after the other',
  async () => {
    const { races, problems } = await runRaces(ROUNDS)
    expect(problems).toEqual([])
    expect(races).toBeGreaterThanOrEqual(ROUNDS)
  },
  30_000 * ROUNDS,
)

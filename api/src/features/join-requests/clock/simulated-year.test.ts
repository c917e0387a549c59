import { expect, test } from 'vitest'
import { startWorkerStack } from '../../../testing/start-worker-stack.ts'
import { cloneDatabase } from '../../../testing/test-database.ts'
import { simulateYear } from './testing/simulate-year.ts'

test(
  'after a year every request has ended in time, no notification came twice, and the answer rates are right',
  { timeout: 120_000 },
  async () => {
    await using database = await cloneDatabase()
    await using stack = await startWorkerStack()
    const year = await simulateYear({ ...stack, db: database.db }, { requests: 200 })

    expect(year).toMatchObject({
      open: 0,
      modelOpen: 0,
      late: 0,
      wrongRates: 0,
      repeatedNotifications: 0,
    })
    expect(year.ended).toBeGreaterThan(50)
    expect(year.shownRates).toBeGreaterThan(3)
    expect(year.notifications).toBeGreaterThan(150)
    expect(year.paused).toBeGreaterThan(2)
  },
)

import { expect, test, vi } from 'vitest'
import type { Redis } from 'ioredis'
import type { Database } from '../db/database.ts'
import { Readiness } from './readiness.ts'

test('a process that waits for its database says once what it waits for', async () => {
  const answers = [new Error('refused'), { isCurrent: false }, { isCurrent: false }]
  const query = async () => {
    const answer = answers.shift() ?? { isCurrent: true }
    if (answer instanceof Error) throw answer
    return { rows: [answer] }
  }
  const db = { pool: { query } } as unknown as Database
  const readiness = new Readiness({ db, redis: { status: 'ready' } as Redis })
  const causes: string[] = []
  // PostgreSQL is asked once a second at most; here a second passes with each look at the clock.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))

  expect(await readiness.waitForSchema((cause) => causes.push(cause))).toBe(true)

  vi.restoreAllMocks()
  expect(causes).toEqual(['unknown', 'behind'])
})

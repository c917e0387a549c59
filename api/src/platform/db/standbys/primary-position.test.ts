import { parsePosition } from '@dolph/contract/position'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countQueries } from '../../../testing/count-queries.ts'
import { createMemberFixture } from '../../../testing/fixtures.ts'
import { cloneDatabase } from '../../../testing/test-database.ts'
import { PrimaryPosition } from './primary-position.ts'

test('a position that is read after a commit has the commit, also of many at once', async () => {
  await using database = await cloneDatabase()
  const { db } = database
  const position = new PrimaryPosition({ db })
  onTestFinished(() => position.close())
  const queries = countQueries({ db })
  const places = await Promise.all(
    Array.from({ length: 20 }, async (_, nth) => {
      await createMemberFixture(db, `member_${nth}`)
      const { rows } = await sql<{ place: number }>`
        select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as place
        from pg_stat_activity where pid = pg_backend_pid()`.execute(db)
      return { written: rows[0]?.place ?? 0, read: parsePosition(await position.read()) }
    }),
  )
  for (const { read } of places) expect(read).toBeGreaterThan(0)
  // 20 inserts, 20 selects, and fewer positions than callers: those that end together share one.
  expect(queries.count).toBeLessThan(60)
})

test('the floor is the newest sample that began half a second ago, and stands still without the primary', async () => {
  await using database = await cloneDatabase()
  const { db } = database
  const errors: unknown[] = []
  const position = new PrimaryPosition({ db, onError: (error) => errors.push(error) })
  onTestFinished(() => {
    position.close()
    vi.restoreAllMocks()
  })
  // Only this test samples.
  position.close()
  let now = 10_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  expect(position.floor).toBeUndefined()
  await position.sample()
  const first = position.newest
  expect(position.floor).toBeUndefined()
  now += 500
  expect(position.floor).toBe(first)
  await createMemberFixture(db, 'ada')
  await position.sample()
  const second = position.newest ?? 0
  expect(second).toBeGreaterThan(first ?? 0)
  expect(position.floor).toBe(first)
  expect(position.isPlausible(second + 1)).toBe(true)
  expect(position.isPlausible(second + 17 * 1024 * 1024)).toBe(false)
  now += 500
  expect([position.floor, position.awayMs]).toEqual([second, 0])
  vi.spyOn(db.pool, 'query').mockRejectedValue(new Error('away'))
  now += 5_000
  await position.sample()
  expect([position.floor, position.awayMs, errors.length]).toEqual([second, 5_500, 1])
})

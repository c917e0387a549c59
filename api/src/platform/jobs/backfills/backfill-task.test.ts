import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase, type Database } from '../../db/database.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { createBackfillTask } from './backfill-task.ts'
import type { Backfill } from './backfill.ts'

const ROWS = 2_345

/** Marks old search words as unused; stands for a backfill of a later release. */
const backfill: Backfill = {
  name: 'planted',
  async fillBatch(tx, cursor, limit) {
    const { rows } = await sql<{ word: string }>`
      update search_words set unused_since = now() where word in (
        select word from search_words where word > ${cursor ?? ''} order by word limit ${limit})
      returning word
    `.execute(tx)
    return rows.length < limit
      ? null
      : (rows
          .map(({ word }) => word)
          .toSorted()
          .at(-1) ?? null)
  },
}

test('a backfill runs in batches of a thousand rows, and an interrupted batch runs again', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await insertWords(db)
  let batches = 0
  const interrupted = createBackfillTask({
    ...backfill,
    async fillBatch(...args) {
      batches += 1
      const next = await backfill.fillBatch(...args)
      if (batches === 2) throw new Error('interrupted')
      return next
    },
  })
  const run = () => db.transaction().execute(async (tx) => interrupted.run(tx, db))

  expect(await run()).toBe(true)
  await expect(run()).rejects.toThrow('interrupted')
  expect(await countFilled(db)).toBe(1_000)
  expect(await run()).toBe(true)
  expect(await run()).toBe(false)
  expect(await countFilled(db)).toBe(ROWS)
  expect(await run()).toBe(false)
  expect(batches).toBe(4)
})

test('a backfill pauses while a replica is more than 16 MB behind', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await insertWords(db)
  let lag = 16 * 1024 * 1024 + 1
  const task = createBackfillTask(backfill, { readLagBytes: async () => lag })
  const run = () => db.transaction().execute(async (tx) => task.run(tx, db))

  expect(await run()).toBe(false)
  expect(await countFilled(db)).toBe(0)
  lag -= 1
  expect(await run()).toBe(true)
  expect(await countFilled(db)).toBe(1_000)
})

test('a backfill that runs alone waits until no process of another release is connected', async () => {
  await using database = await openTestDatabase()
  const url = database.url
  await insertWords(database.db)
  await using db = openDatabase(url, { applicationName: 'dolph-worker/build-2' })
  await using sameRelease = openDatabase(url, { applicationName: 'dolph-api/build-2' })
  await using older = openDatabase(url, { applicationName: 'dolph-api/build-1' })
  for (const each of [sameRelease, older]) await sql`select 1`.execute(each)
  const task = createBackfillTask({ ...backfill, runsAlone: true })
  const run = () => db.transaction().execute(async (tx) => task.run(tx, db))

  expect(await run()).toBe(false)
  expect(await countFilled(db)).toBe(0)
  await older.destroy()
  await expect.poll(run).toBe(true)
  expect(await countFilled(db)).toBe(1_000)
})

async function insertWords(db: Database): Promise<void> {
  await createPostFixture(db, await createMemberFixture(db, 'ada'))
  await sql`delete from search_words`.execute(db)
  await sql`
    insert into search_words (word) select 'word' || nth from generate_series(1, ${sql.lit(ROWS)}) as nth
  `.execute(db)
}

async function countFilled(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from search_words where unused_since is not null
  `.execute(db)
  return rows[0]?.count ?? 0
}

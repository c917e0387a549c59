import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectToDatabase, createMigrationFolders } from '../../testing/migration-folders.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { migrateDatabase } from './migrate-database.ts'
import { runInTransaction } from './migrator/run-in-transaction.ts'

const FILES = 20
/** Every fifth file builds an index without a transaction. */
const isIndexFile = (nth: number) => nth % 5 === 4
const TERMINATE_MIGRATOR = `
  select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and application_name = 'dolph-migrate'`

test('migrations that are killed twenty times in the middle are done by running them again', async () => {
  await using database = await cloneDatabase('template0')
  await using folders = await createMigrationFolders()
  await using killer = await connectToDatabase(database.url)
  await using writer = await connectToDatabase(database.url)
  await writer.client.query('create table planted (nth integer)')
  for (let nth = 0; nth < FILES; nth += 1) {
    await killer.client.query(`select pg_advisory_lock(${nth})`)
    await folders.addMigration(
      isIndexFile(nth)
        ? `-- no transaction\ncreate index concurrently if not exists index_${nth} on planted (nth)`
        : `insert into planted values (${nth}); select pg_advisory_xact_lock(${nth})`,
      `29990101T00${String(nth).padStart(2, '0')}-test.sql`,
    )
  }
  const killedFiles = new Set<string>()
  const killing: Promise<unknown>[] = []
  // Kills the session the first time that it runs a file, where it waits for the lock that is released then.
  const killOnce = (line: string) => {
    if (!line.startsWith('migration ') || killedFiles.has(line)) return
    const unlock = `select pg_advisory_unlock(${killedFiles.size})`
    killedFiles.add(line)
    killing.push(killer.client.query(TERMINATE_MIGRATOR), killer.client.query(unlock))
  }

  let attempts = 0
  for (let isDone = false; !isDone; attempts += 1) {
    // An index that is built concurrently waits for open transactions, so it is killed in the middle too.
    if (isIndexFile(killedFiles.size))
      await writer.client.query('begin; insert into planted values (-1)')
    isDone = await migrateDatabase(database.db, { ...folders.options, onLine: killOnce }).then(
      () => true,
      () => false,
    )
    await Promise.all(killing)
    await writer.client.query('rollback')
    if (attempts > FILES) throw new Error('the migrations do not come to an end')
  }

  expect(attempts).toBe(FILES + 1)
  expect(killedFiles.size).toBe(FILES)
  const { rows } = await sql<{ nth: number }>`select nth from planted order by nth`.execute(
    database.db,
  )
  expect(rows.map(({ nth }) => nth)).toEqual(
    Array.from({ length: FILES }, (_, nth) => nth).filter((nth) => !isIndexFile(nth)),
  )
  const { rows: indexes } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indrelid = 'planted'::regclass
  `.execute(database.db)
  expect(indexes).toEqual(Array.from({ length: FILES / 5 }, () => ({ valid: true })))
})

test('while a migration waits for a locked table, 99 of 100 reads of it take at most 600 ms', async () => {
  await using database = await cloneDatabase()
  await using blocker = await connectToDatabase(database.url)
  await using migrator = await connectToDatabase(database.url)
  await blocker.client.query('begin; select from posts')
  let isMigrated = false
  const durations: number[] = []
  const read = async () => {
    while (!isMigrated) {
      const startedAt = performance.now()
      await sql`select from posts limit 1`.execute(database.db)
      durations.push(performance.now() - startedAt)
    }
  }
  const alter = async () => void (await migrator.client.query('alter table posts add note text'))
  let attempts = 0

  const reading = Promise.all([read(), read()])
  await runInTransaction(migrator.client, alter, {
    onLine() {
      attempts += 1
      if (attempts === 2) void blocker.client.query('commit')
    },
    choosePauseMs: () => 100,
  })
  isMigrated = true
  await reading

  const sorted = durations.toSorted((a, b) => a - b)
  expect(attempts).toBe(2)
  expect(sorted.at(-1)).toBeGreaterThan(400)
  expect(sorted[Math.floor(sorted.length * 0.99)]).toBeLessThanOrEqual(600)
})

import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { connectToDatabase, createMigrationFolders } from '../../testing/migration-folders.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { openDatabase, type Database } from './database.ts'
import { migrateDatabase } from './migrate-database.ts'
import { runInTransaction } from './migrator/run-in-transaction.ts'
import { createSchemaCheck } from './schema-check.ts'

const LOCK_KEY = '3853314791062309107'

describe('migrations', () => {
  test('run once, however many processes start at the same moment', async () => {
    await using database = await cloneDatabase('template0')
    const others = [openDatabase(database.url), openDatabase(database.url)]
    const lines: string[] = []
    const onLine = (line: string) => void lines.push(line)

    await Promise.all([database.db, ...others].map((db) => migrateDatabase(db, { onLine })))

    const started = lines.filter((line) => line.startsWith('migration '))
    expect(new Set(started).size).toBe(started.length)
    expect(await listMigrations(database.db)).toHaveLength(started.length)
    await Promise.all(others.map((db) => db.destroy()))
  })

  test('wait for another process that migrates, without a bound and without a snapshot', async () => {
    await using database = await cloneDatabase()
    await using folders = await createMigrationFolders()
    await using other = await connectToDatabase(database.url)
    await other.client.query(`select pg_advisory_lock(${LOCK_KEY})`)
    const lines: string[] = []

    await folders.addMigration('-- no transaction\ncreate index concurrently slow on posts (title)')
    const migrating = migrateDatabase(database.db, {
      ...folders.options,
      onLine: (line) => void lines.push(line),
    })
    await vi.waitFor(() => expect(lines).toEqual([expect.stringContaining('waiting')]))
    // A process that waits inside a statement would make this index wait for it in turn.
    await other.client.query('create index concurrently quick on posts (title)')
    await other.client.end()

    await migrating
    expect(await listIndexes(database.db)).toEqual(['quick', 'slow'])
  })

  test('have no timeout, whatever is set for the database', async () => {
    await using database = await cloneDatabase()
    await using folders = await createMigrationFolders()
    const name = sql.id(new URL(database.url).pathname.slice(1))
    await sql`alter database ${name} set statement_timeout = '50ms'`.execute(database.db)
    await using db = openDatabase(database.url, { statementTimeoutMs: 0 })
    const readTimeout = sql<{ statement_timeout: string }>`show statement_timeout`
    expect((await readTimeout.execute(db)).rows).toEqual([{ statement_timeout: '0' }])

    await folders.addMigration('select pg_sleep(0.2)')
    await migrateDatabase(db, folders.options)
  })

  test('run each in its own transaction: a failing one leaves those before it', async () => {
    await using database = await cloneDatabase()
    await using folders = await createMigrationFolders()
    await folders.addMigration('create table planted (id uuid primary key)')
    await folders.addMigration('create table folders (id uuid); select 1 / 0')

    await expect(migrateDatabase(database.db, folders.options)).rejects.toThrow('division by zero')

    expect(await tableExists(database.db, 'planted')).toBe(true)
    expect(await tableExists(database.db, 'folders')).toBe(false)
    expect(await listMigrations(database.db)).toContain(folders.names[0])
    expect(await listMigrations(database.db)).not.toContain(folders.names[1])
  })

  test('that build an index concurrently replace the invalid index of an interrupted attempt', async () => {
    await using database = await cloneDatabase()
    await using folders = await createMigrationFolders()
    await sql`create table planted (name text)`.execute(database.db)
    await sql`insert into planted values ('twice'), ('twice')`.execute(database.db)
    const text =
      '-- no transaction\ncreate unique index concurrently planted_name on planted (name)'
    await folders.addMigration(text)

    await expect(migrateDatabase(database.db, folders.options)).rejects.toThrow('planted_name')
    await sql`delete from planted`.execute(database.db)
    await migrateDatabase(database.db, folders.options)

    const { rows } = await sql<{ valid: boolean }>`
      select indisvalid as valid from pg_index where indexrelid = 'planted_name'::regclass
    `.execute(database.db)
    expect(rows).toEqual([{ valid: true }])
  })

  test('of a newer release do not stop an older one; a removed or late file does', async () => {
    await using database = await cloneDatabase('template0')
    await using newer = await createMigrationFolders()
    await using older = await createMigrationFolders()
    const first = await newer.addMigration('create table planted (id uuid)')
    await older.addMigration('create table planted (id uuid)', first)
    await newer.addMigration('alter table planted add note text')

    await migrateDatabase(database.db, newer.options)
    await migrateDatabase(database.db, older.options)

    await newer.addMigration('select 1', first.replace('.sql', '-late.sql'))
    await expect(migrateDatabase(database.db, newer.options)).rejects.toThrow('rename it')
    await newer.removeMigration(first.replace('.sql', '-late.sql'))
    await newer.removeMigration(first)
    await expect(migrateDatabase(database.db, newer.options)).rejects.toThrow(
      `${first} has run, but its file is missing`,
    )
  })

  test('give way to the queries of a locked table and are tried again', async () => {
    await using database = await cloneDatabase()
    await using reader = await connectToDatabase(database.url)
    await using migrator = await connectToDatabase(database.url)
    await reader.client.query('begin; select from posts')
    const step = async () => void (await migrator.client.query('alter table posts add note text'))
    const lines: string[] = []

    await runInTransaction(migrator.client, step, {
      onLine: (line) => {
        lines.push(line)
        if (lines.length === 2) void reader.client.query('commit')
      },
      choosePauseMs: () => 1,
    })

    expect(lines.length).toBeGreaterThanOrEqual(2)
    await sql`select note from posts`.execute(database.db)
  })
})

describe('SQL functions', () => {
  test('each have a file of their name, and none is defined elsewhere', async () => {
    await using database = await cloneDatabase()
    const { rows } = await sql<{ name: string }>`
      select proname || '.sql' as name from pg_proc where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    `.execute(database.db)

    const files = await listAppliedFunctions(database.db)

    expect(rows.map(({ name }) => name).toSorted()).toEqual(files.map(({ name }) => name))
  })

  test('are applied again when their file changes, and only then', async () => {
    await using database = await cloneDatabase()
    await using folders = await createMigrationFolders()
    const before = await listAppliedFunctions(database.db)
    await migrateDatabase(database.db)
    expect(await listAppliedFunctions(database.db)).toEqual(before)

    const define = (body: string) =>
      folders.setFunction(
        'answer',
        `create or replace function answer() returns integer language sql as $$ ${body} $$;`,
      )
    const answer = async () => {
      await migrateDatabase(database.db, folders.options)
      const { rows } = await sql<{ answer: number }>`select answer()`.execute(database.db)
      return rows[0]?.answer
    }
    await define('select 41')
    expect(await answer()).toBe(41)
    await define('select 42')
    expect(await answer()).toBe(42)
  })

  test('keep a release that changes them from being ready, and none that they were of before', async () => {
    await using database = await cloneDatabase()
    await using folders = await createMigrationFolders()
    const { functionsSource } = folders.options
    const define = async (body: string) => {
      await folders.setFunction(
        'answer',
        `create or replace function answer() returns int return ${body};`,
      )
      return createSchemaCheck(database.db.pool, 5_000, functionsSource)
    }
    const isOldCurrent = await define('41')
    await migrateDatabase(database.db, { functionsSource })
    const isNewCurrent = await define('42')

    expect(await isOldCurrent()).toEqual({ isReachable: true, isCurrent: true })
    expect(await isNewCurrent()).toEqual({ isReachable: true, isCurrent: false })
    await migrateDatabase(database.db, { functionsSource })

    expect(await isNewCurrent()).toEqual({ isReachable: true, isCurrent: true })
    expect(await isOldCurrent()).toEqual({ isReachable: true, isCurrent: true })
  })

  test('are applied all or none', async () => {
    await using database = await cloneDatabase()
    await using folders = await createMigrationFolders()
    await folders.setFunction('a', 'create or replace function a() returns int return 1;')
    await folders.setFunction('b', 'create or replace function b() returns int return nothing;')

    await expect(migrateDatabase(database.db, folders.options)).rejects.toThrow('nothing')

    expect((await listAppliedFunctions(database.db)).map(({ name }) => name)).not.toContain('a.sql')
  })
})

async function listMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from applied_migrations`.execute(db)
  return rows.map(({ name }) => name)
}

async function listAppliedFunctions(db: Database) {
  const { rows } = await sql<{ name: string; applied_at: string }>`
    select name, applied_at from applied_functions order by name collate "C"
  `.execute(db)
  return rows
}

async function listIndexes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where indexname in ('slow', 'quick') order by 1
  `.execute(db)
  return rows.map(({ name }) => name)
}

async function tableExists(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass(${name}) is not null as exists
  `.execute(db)
  return rows[0]?.exists === true
}

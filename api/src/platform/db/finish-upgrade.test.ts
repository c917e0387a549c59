import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { connectToDatabase, createMigrationFolders } from '../../testing/migration-folders.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { openDatabase, type Database } from './database.ts'
import { finishUpgrade, migrateDatabase } from './migrate-database.ts'
import { listOtherReleases } from './migrator/connected-releases.ts'

const RELEASE = 'build-2'

/** A database that version 0.1.0 created, and folders with the migrations of version 0.2.0. */
async function prepareUpgrade() {
  const database = await cloneDatabase('template0')
  const folders = await createMigrationFolders()
  await folders.addMigration('create table planted (id uuid, old text)')
  await migrateDatabase(database.db, { ...folders.options, version: '0.1.0' })
  const options = { ...folders.options, version: '0.2.0', release: RELEASE }
  return {
    database,
    db: database.db,
    folders,
    options,
    async [Symbol.asyncDispose]() {
      await folders[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

describe('migrations of after/', () => {
  test('run when the upgrade is finished, and not before', async () => {
    await using upgrade = await prepareUpgrade()
    const { db, folders, options } = upgrade
    await folders.addAfterMigration('alter table planted drop column old')

    await migrateDatabase(db, options)
    expect(await listColumns(db)).toEqual(['id', 'old'])
    await finishUpgrade(db, options)
    expect(await listColumns(db)).toEqual(['id'])
    await finishUpgrade(db, options)

    expect(await listUpgrades(db)).toEqual([
      { version: '0.1.0', is_first: true, is_finished: true },
      { version: '0.2.0', is_first: false, is_finished: true },
    ])
  })

  test('run at once on a new database, also when the first attempt was interrupted', async () => {
    await using database = await cloneDatabase('template0')
    await using folders = await createMigrationFolders()
    await folders.addMigration('create table planted (id uuid, old text)')
    await folders.addMigration('-- needs 0.1.0\nselect 1 / 0')
    await folders.addAfterMigration('alter table planted drop column old')
    const options = { ...folders.options, version: '0.2.0' }
    await expect(migrateDatabase(database.db, options)).rejects.toThrow('division by zero')

    await folders.addMigration('-- needs 0.1.0\nselect 1', folders.names[1])
    await migrateDatabase(database.db, options)

    expect(await listColumns(database.db)).toEqual(['id'])
  })

  test('wait until no process of another release is connected', async () => {
    await using upgrade = await prepareUpgrade()
    const { db, folders, options, database } = upgrade
    await folders.addAfterMigration('alter table planted drop column old')
    await migrateDatabase(db, options)
    await using current = openDatabase(database.url, {
      applicationName: `dolph-worker/${RELEASE}`,
    })
    await sql`select 1`.execute(current)
    const older = openDatabase(database.url, { applicationName: 'dolph-api/build-1' })
    await sql`select 1`.execute(older)
    const unnamed = await connectToDatabase(database.url)
    const tool = openDatabase(new URL('?application_name=psql', database.url).href)
    await sql`select 1`.execute(tool)

    await expect(finishUpgrade(db, options)).rejects.toThrow(
      'processes of another release than build-2 are connected, stop them first: ' +
        'a program without a name (1 connections), dolph-api/build-1 (1 connections)',
    )
    expect(await listColumns(db)).toEqual(['id', 'old'])
    await Promise.all([older.destroy(), unnamed.client.end()])
    await finishUpgrade(db, options)
    expect(await listColumns(db)).toEqual(['id'])
    await tool.destroy()
  })

  test('see processes of another database role, also without the right to read statistics', async () => {
    await using database = await cloneDatabase()
    await using older = openDatabase(database.url, { applicationName: 'dolph-api/build-1' })
    await sql`select 1`.execute(older)
    await using connection = await connectToDatabase(database.url)
    await connection.client.query('set role pg_signal_backend')

    expect(await listOtherReleases(connection.client, RELEASE)).toEqual([
      'dolph-api/build-1 (1 connections)',
    ])
  })

  test('are refused while the other migrations of the release have not run', async () => {
    await using upgrade = await prepareUpgrade()
    const { db, folders, options } = upgrade
    const name = await folders.addMigration('alter table planted add added text')

    await expect(finishUpgrade(db, options)).rejects.toThrow(`${name} has not run`)
  })

  test('wait for the backfill that they demand', async () => {
    await using upgrade = await prepareUpgrade()
    const { db, folders, options } = upgrade
    await folders.addMigration('create table backfills (name text, done_at timestamptz)')
    await folders.addAfterMigration(
      '-- after backfill fill-old\nalter table planted drop column old',
    )
    await migrateDatabase(db, options)

    await expect(finishUpgrade(db, options)).rejects.toThrow('needs the backfill fill-old')
    await sql`insert into backfills values ('fill-old', null)`.execute(db)
    await expect(finishUpgrade(db, options)).rejects.toThrow('needs the backfill fill-old')
    await sql`update backfills set done_at = now()`.execute(db)
    await finishUpgrade(db, options)
    expect(await listColumns(db)).toEqual(['id'])
  })

  test('do not stop the release before, which starts on what they left', async () => {
    await using upgrade = await prepareUpgrade()
    await using newer = await createMigrationFolders()
    const { db, folders, options } = upgrade
    await newer.addMigration('create table planted (id uuid, old text)', folders.names[0])
    await newer.addMigration('alter table planted add added text', '29990102T0000-test.sql')
    await newer.addAfterMigration('alter table planted drop column old')
    await migrateDatabase(db, { ...options, ...newer.options })
    await finishUpgrade(db, { ...options, ...newer.options })

    await migrateDatabase(db, { ...options, version: '0.1.0' })
    await finishUpgrade(db, { ...options, version: '0.1.0' })

    expect(await listColumns(db)).toEqual(['added', 'id'])
  })
})

describe('a version that others need', () => {
  test('cannot be skipped: nothing runs until its upgrade is finished', async () => {
    await using upgrade = await prepareUpgrade()
    const { db, folders, options } = upgrade
    await folders.addMigration('alter table planted add added text')
    await folders.addMigration('-- needs 0.2.0\nselect 1')
    const newest = { ...options, version: '0.10.0' }

    await expect(migrateDatabase(db, newest)).rejects.toThrow(
      'needs version 0.2.0, and the last finished upgrade of this database was to 0.1.0: deploy 0.2.0 first',
    )
    expect(await listColumns(db)).toEqual(['id', 'old'])
    // The migrations of version 0.2.0 are older than the file that needs it.
    await folders.removeMigration(folders.names[2] ?? '')
    await migrateDatabase(db, options)
    await finishUpgrade(db, options)
    await folders.addMigration('-- needs 0.2.0\nalter table planted add next text')
    await migrateDatabase(db, newest)
    expect(await listColumns(db)).toEqual(['added', 'id', 'next', 'old'])
  })
})

async function listColumns(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'planted' order by 1
  `.execute(db)
  return rows.map(({ name }) => name)
}

async function listUpgrades(db: Database) {
  const { rows } = await sql`
    select version, is_first, finished_at is not null as is_finished from upgrades order by 1
  `.execute(db)
  return rows
}

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { openFolderStore } from '../../platform/storage/folder-store.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { ErasureList } from './erasure-list.ts'
import { deleteOldErasures, shipErasures } from './ship-erasures.ts'

const DAY_MS = 86_400_000

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-backup-'))
  const store = openFolderStore(folder)
  return {
    folder,
    store,
    list: new ErasureList(store),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

/** Inserts an erasure as it was recorded this long ago. */
async function insertErasure(db: Database, subject: string, ageMs = 0): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into erasures (id, kind, subject)
    values (uuid_v7(clock_timestamp() - make_interval(secs => ${ageMs / 1000})), 'post', ${subject}) returning id
  `.execute(db)
  return rows[0]?.id ?? ''
}

const ship = (db: Database, list: ErasureList) =>
  db.transaction().execute((tx) => shipErasures(tx, list))
const subjectsSince = async (list: ErasureList, ageMs: number) =>
  (await list.readSince(new Date(Date.now() - ageMs))).map(({ subject }) => subject)

test('new erasures are written once, in files by day, and read from any time on', async () => {
  await using database = await openTestDatabase()
  await using backup = await openFolder()
  const { db } = database
  const { folder, list } = backup
  const firstId = await insertErasure(db, 'old', 3 * DAY_MS)
  await insertErasure(db, 'late in the same batch', DAY_MS)
  expect(await ship(db, list)).toBe(false)
  await insertErasure(db, 'new')
  await ship(db, list)
  await ship(db, list)

  const day = new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10)
  expect(await readdir(join(folder, 'erasures', day))).toEqual([`${firstId}.jsonl`])
  expect(await readdir(join(folder, 'erasures'))).toHaveLength(2)
  expect(await subjectsSince(list, 5 * DAY_MS)).toEqual(['old', 'late in the same batch', 'new'])
  expect(await subjectsSince(list, 60_000)).toEqual(['new'])
})

test('what a worker wrote before it died is written again, and counts once', async () => {
  await using database = await openTestDatabase()
  await using backup = await openFolder()
  const { db } = database
  await insertErasure(db, 'twice')
  const death = db.transaction().execute(async (tx) => {
    await shipErasures(tx, backup.list)
    throw new Error('killed')
  })
  await expect(death).rejects.toThrow('killed')
  // Committed after the first attempt, with an id from before.
  await insertErasure(db, 'late', 1_000)

  await ship(db, backup.list)

  expect(await subjectsSince(backup.list, DAY_MS)).toEqual(['late', 'twice'])
  expect(await ship(db, backup.list)).toBe(false)
})

test('an erasure waits while the backup store is unavailable', async () => {
  await using database = await openTestDatabase()
  await using backup = await openFolder()
  const { db } = database
  await insertErasure(db, 'waiting')
  const broken: FileStore = { ...backup.store, put: () => Promise.reject(new Error('down')) }
  await expect(ship(db, new ErasureList(broken))).rejects.toThrow('down')

  await ship(db, backup.list)

  expect(await subjectsSince(backup.list, DAY_MS)).toEqual(['waiting'])
})

test('erasures are kept for 40 days', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await insertErasure(db, 'expired', 41 * DAY_MS)
  const keptId = await insertErasure(db, 'kept', 39 * DAY_MS)

  await deleteOldErasures(db)

  expect(await db.selectFrom('erasures').select('id').execute()).toEqual([{ id: keptId }])
})

test('an erasure of a kind that this version does not know is an error', async () => {
  await using backup = await openFolder()
  const id = '019a8e00-0000-7000-8000-000000000000'
  const line = JSON.stringify({ id, kind: 'hologram', subject: id, by: 'dolph' })
  const time = new Date(Number.parseInt('019a8e000000', 16))
  await backup.store.put(
    `erasures/${time.toISOString().slice(0, 10)}/${id}.jsonl`,
    Buffer.from(line),
    'application/jsonl',
  )

  await expect(backup.list.readSince(time, time)).rejects.toThrow('Invalid option')
})

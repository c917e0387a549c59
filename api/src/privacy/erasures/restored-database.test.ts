import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { openFolderStore } from '../../platform/storage/folder-store.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { ErasureList } from './erasure-list.ts'
import { adoptInstallation, selectInstallation } from './installation.ts'
import { watchRestoredDatabase } from './restored-database.ts'
import { createShipErasuresTask, shipErasures } from './ship-erasures.ts'

const log = pino({ level: 'silent' })

async function startWithErasure() {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-backup-'))
  const database = await openTestDatabase()
  const { db } = database
  const store = openFolderStore(folder)
  const list = new ErasureList(store)
  await db.insertInto('erasures').values({ kind: 'post', subject: 'x' }).execute()
  await db.transaction().execute((tx) => shipErasures(tx, list))
  return {
    db,
    store,
    list,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

/** A watch that looks again at once, and whether it has allowed to serve. */
function startWatch(stack: Awaited<ReturnType<typeof startWithErasure>>) {
  const blockers = new Set<string>()
  const watch = watchRestoredDatabase({ ...stack, log, blockers, retryMs: 5 })
  let hasAllowed = false
  void watch.whenServable.then(() => (hasAllowed = true))
  return { blockers, watch, isServable: () => hasAllowed }
}

/** What a restore does to the table. */
async function forgetErasures(db: Database) {
  return db.deleteFrom('erasures').returningAll().execute()
}

const RESTORED = ['after-restore, because the database was restored from a backup']
const FOREIGN = ['a backup store of its own: the list of erasures there is of another installation']

test('a database with every erasure of the list is not restored', async () => {
  await using stack = await startWithErasure()
  const blockers = new Set<string>()
  const watch = watchRestoredDatabase({ ...stack, log, blockers })
  expect([...blockers]).toEqual(['a look at the list of erasures'])

  await watch.watching

  expect([...blockers]).toEqual([])
  await watch.whenServable
})

test('a restored database is noticed at start, and so are its repeated erasures', async () => {
  await using stack = await startWithErasure()
  const rows = await forgetErasures(stack.db)
  const { blockers, watch, isServable } = startWatch(stack)

  await expect.poll(() => [...blockers]).toEqual(RESTORED)
  expect(isServable()).toBe(false)
  await stack.db.insertInto('erasures').values(rows).execute()
  await watch.watching

  expect([...blockers]).toEqual([])
  await watch.whenServable
})

test('a list of another installation keeps the process from being ready and from writing into it', async () => {
  await using stack = await startWithErasure()
  await forgetErasures(stack.db)
  const own = await selectInstallation(stack.db)
  await adoptInstallation(stack.db, crypto.randomUUID())
  const blockers = new Set<string>()
  const watch = watchRestoredDatabase({ ...stack, log, blockers, retryMs: 5 })

  await expect.poll(() => [...blockers]).toEqual(FOREIGN)
  expect(watch.isComplete()).toBe(false)

  // The setting is mended: the same database with its own list has been restored.
  await adoptInstallation(stack.db, own)
  await expect.poll(() => [...blockers]).toEqual(RESTORED)
  await watch.stop()
})

test('a backup from before installations had an id is noticed before it is migrated', async () => {
  await using stack = await startWithErasure()
  await forgetErasures(stack.db)
  await sql`drop table installations`.execute(stack.db)
  const { blockers, watch, isServable } = startWatch(stack)

  await expect.poll(() => [...blockers]).toEqual(RESTORED)
  expect(isServable()).toBe(false)
  await watch.stop()
})

test('a stopped watch of a restored database lets the process end', async () => {
  await using stack = await startWithErasure()
  await forgetErasures(stack.db)
  const watch = watchRestoredDatabase({ ...stack, log, blockers: new Set() })

  await watch.stop()

  await expect(watch.whenServable).resolves.toBeUndefined()
})

/** A watch of a restored database whose backup store does not answer until `isDown` is false. */
function watchWithoutStore({ db, store }: { db: Database; store: FileStore }) {
  const outage = { isDown: true }
  const blockers = new Set<string>()
  const list = new ErasureList({
    ...store,
    list: (...args) => (outage.isDown ? Promise.reject(new Error('down')) : store.list(...args)),
  })
  const watch = watchRestoredDatabase({ db, list, blockers, log, retryMs: 5 })
  return { outage, blockers, list, watch }
}

test('while the backup store does not answer, the process serves, and it looks again', async () => {
  await using stack = await startWithErasure()
  await forgetErasures(stack.db)
  const { outage, blockers, watch } = watchWithoutStore(stack)

  await watch.whenServable
  expect([...blockers]).toEqual([])
  outage.isDown = false

  await expect.poll(() => [...blockers]).toEqual(RESTORED)
  await watch.stop()
})

test('nothing is shipped before a look has found every erasure: it would hide the restore', async () => {
  await using stack = await startWithErasure()
  const { db } = stack
  const rows = await forgetErasures(db)
  const { outage, blockers, list, watch } = watchWithoutStore(stack)
  const task = createShipErasuresTask(list, watch.isComplete)
  const countShipped = async () => {
    await db.transaction().execute((tx) => task.run(tx, db))
    return (await stack.list.readSince(new Date(Date.now() - 60_000))).length
  }
  await watch.whenServable
  await db.insertInto('erasures').values({ kind: 'post', subject: 'y' }).execute()

  expect(await countShipped()).toBe(1)
  outage.isDown = false
  await expect.poll(() => [...blockers]).toEqual(RESTORED)
  expect(await countShipped()).toBe(1)
  await db.insertInto('erasures').values(rows).execute()
  await watch.watching
  expect(await countShipped()).toBe(2)
})

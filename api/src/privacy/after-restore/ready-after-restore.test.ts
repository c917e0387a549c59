import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ErasureList } from '../erasures/erasure-list.ts'
import { shipErasures } from '../erasures/ship-erasures.ts'
import { openFolderStore } from '../../platform/storage/folder-store.ts'
import { startTestRedis } from '../../testing/servers/test-redis.ts'
import { buildStorageEnv } from '../../testing/servers/test-storage.ts'
import { startProcess } from '../../testing/start-process.ts'
import { openTestDatabase } from '../../testing/test-database.ts'

const ENTRY = new URL('../../dolph.ts', import.meta.url).pathname

test('a process on a restored database is ready, and runs jobs, once after-restore has run', async () => {
  await using database = await openTestDatabase()
  await using redis = await startTestRedis()
  const { db } = database
  const folder = await mkdtemp(join(tmpdir(), 'dolph-backup-'))
  const list = new ErasureList(openFolderStore(folder))
  const time = new Date()
  await db
    .insertInto('erasures')
    .values({ kind: 'account', subject: crypto.randomUUID() })
    .execute()
  await db.transaction().execute((tx) => shipErasures(tx, list))
  const erasures = await db.deleteFrom('erasures').returning('id').execute()
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DRAIN_MS: '0',
    APP_ORIGIN: 'http://localhost:3000',
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    BACKUP_FOLDER: folder,
    ...buildStorageEnv(),
  }
  await using running = await startProcess({ ...env, ROLE: 'both' }, { isWaiting: false })
  const read = async () => {
    const reply = await fetch(`${running.opsUrl}/readyz`).catch(() => undefined)
    return reply && { status: reply.status, report: (await reply.json()) as object }
  }
  const restored = 'after-restore, because the database was restored from a backup'
  await expect
    .poll(read, { timeout: 30_000 })
    .toMatchObject({ status: 503, report: { schema: 'ok', waitsFor: [restored] } })

  const afterRestore = async (...argv: string[]) => runAfterRestore(env, time, argv)

  expect(await afterRestore()).toContain('This would repeat 1 erasures')
  expect(await db.selectFrom('erasures').select('id').execute()).toEqual([])
  expect(await read()).toMatchObject({ status: 503 })
  expect(await afterRestore('--yes')).toContain('Erasures repeated: 1.')

  await expect.poll(read, { timeout: 30_000 }).toMatchObject({ status: 200 })
  expect(await db.selectFrom('erasures').select('id').execute()).toEqual(erasures)
  await expect(afterRestore('--yes', '--restored')).rejects.toThrow('1 process serves members')
  running.kill('SIGKILL')
  await running.exited
  await expect
    .poll(() => afterRestore('--yes').catch(String), { timeout: 30_000 })
    .toContain('This database does not look restored')
  expect(await afterRestore('--yes', '--restored')).toContain('Erasures repeated: 1.')
  await rm(folder, { recursive: true })
}, 180_000)

/** Runs the command on what the processes have, and returns what it printed. */
async function runAfterRestore(env: Record<string, string>, time: Date, argv: string[]) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [ENTRY, 'after-restore', '--to', time.toISOString(), ...argv],
    { env: { ...process.env, ...env } },
  )
  return stdout
}

import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTcpProxy } from '../testing/tcp-proxy.ts'
import { startWorkerStack } from '../testing/start-worker-stack.ts'
import { databaseAddress } from '../testing/test-database.ts'
import { enqueueJob } from './enqueue-job.ts'

/** Some attempts to note that the job is done fail meanwhile. */
const OUTAGE_MS = 1_000

test('a job runs when its transaction commits, and never when it is rolled back', async () => {
  await using world = await startWorkerStack()
  const done: unknown[] = []
  await world.hire(() => ({ note: async (payload) => void done.push(payload) }))

  await world.db.transaction().execute(async (tx) => enqueueJob(tx, 'note', { text: 'kept' }))
  await world.db
    .transaction()
    .execute(async (tx) => {
      await enqueueJob(tx, 'note', { text: 'lost' })
      throw new Error('changed my mind')
    })
    .catch(() => {})
  // Several are done at once, in any order: the last is asked for when the first has been done.
  await expect.poll(() => done).toEqual([{ text: 'kept' }])
  await enqueueJob(world.db, 'note', { text: 'last' })

  await expect.poll(() => done).toEqual([{ text: 'kept' }, { text: 'last' }])
})

test('a job of the same key waits only once', async () => {
  await using world = await startWorkerStack()
  await enqueueJob(world.db, 'note', { text: 'first' }, 'only-one')
  await enqueueJob(world.db, 'note', { text: 'second' }, 'only-one')
  const done: unknown[] = []
  await world.hire(() => ({ note: async (payload) => void done.push(payload) }))

  await expect.poll(() => done.length).toBe(1)
  await world.dismiss()
  expect(done).toEqual([{ text: 'second' }])
})

test('the jobs of a worker that died are taken up by another within seconds', async () => {
  await using world = await startWorkerStack()
  await enqueueJob(world.db, 'note', { text: 'begun by another' })
  await sql`
    update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now()
  `.execute(world.db)
  const done: unknown[] = []
  await world.hire(() => ({ note: async (payload) => void done.push(payload) }))

  await expect.poll(() => done, { timeout: 10_000 }).toEqual([{ text: 'begun by another' }])
})

test('the jobs of a worker that lives are left to it, however long they take', async () => {
  await using world = await startWorkerStack()
  const begun: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await world.hire(() => ({
    note: async () => {
      begun.push('here')
      await released
    },
  }))
  await enqueueJob(world.db, 'note', {})
  await expect.poll(() => begun).toEqual(['here'])
  const { promise: takenUp, resolve: takeUp } = Promise.withResolvers<void>()
  await world.hire(() => ({
    note: async () => void begun.push('there'),
    sentinel: async () => takeUp(),
  }))

  // When a job of a dead worker is taken up, every worker that holds jobs has been checked twice.
  await world.db.transaction().execute(async (tx) => {
    await enqueueJob(tx, 'sentinel', {}, 'sentinel')
    await sql`
      update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now()
      where key = 'sentinel'
    `.execute(tx)
  })
  await takenUp
  release()

  expect(begun).toEqual(['here'])
})

test('a worker outlives PostgreSQL going away in the middle of a job, and does it', async () => {
  await using cable = await startTcpProxy(databaseAddress)
  await using world = await startWorkerStack({
    rewriteDatabaseUrl: (url) => Object.assign(url, { port: String(cable.port) }),
  })
  const done: unknown[] = []
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: isCut, resolve: goOn } = Promise.withResolvers<void>()
  await world.hire(() => ({
    note: async (payload) => {
      begin()
      await isCut
      done.push(payload)
    },
  }))
  await enqueueJob(world.db, 'note', { text: 'before' })
  await begun

  await cable.cut()
  goOn()
  await expect.poll(() => done).toEqual([{ text: 'before' }])
  await wait(OUTAGE_MS)
  await cable.mend()
  await expect.poll(() => enqueueJob(world.db, 'note', { text: 'after' })).toBeUndefined()

  await expect.poll(() => done, { timeout: 10_000 }).toContainEqual({ text: 'after' })
  expect(done).toContainEqual({ text: 'before' })
})

import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTcpProxy } from '../testing/servers/tcp-proxy.ts'
import { startWorkerStack } from '../testing/start-worker-stack.ts'
import { databaseAddress } from '../testing/test-database.ts'
import { enqueueJob } from './enqueue-job.ts'

/** Long enough that some attempts to mark the job as done fail. */
const OUTAGE_MS = 1_000

test('a job runs when its transaction commits, and never when it is rolled back', async () => {
  await using stack = await startWorkerStack()
  const done: unknown[] = []
  await stack.startWorker(() => ({ note: async (payload) => void done.push(payload) }))

  await stack.db.transaction().execute(async (tx) => enqueueJob(tx, 'note', { text: 'kept' }))
  await stack.db
    .transaction()
    .execute(async (tx) => {
      await enqueueJob(tx, 'note', { text: 'lost' })
      throw new Error('changed my mind')
    })
    .catch(() => {})
  // Jobs run concurrently in any order: the last is enqueued only after the first is done.
  await expect.poll(() => done).toEqual([{ text: 'kept' }])
  await enqueueJob(stack.db, 'note', { text: 'last' })

  await expect.poll(() => done).toEqual([{ text: 'kept' }, { text: 'last' }])
})

test('two jobs with the same key are queued once', async () => {
  await using stack = await startWorkerStack()
  await enqueueJob(stack.db, 'note', { text: 'first' }, 'only-one')
  await enqueueJob(stack.db, 'note', { text: 'second' }, 'only-one')
  const done: unknown[] = []
  await stack.startWorker(() => ({ note: async (payload) => void done.push(payload) }))

  await expect.poll(() => done.length).toBe(1)
  await stack.stopWorkers()
  expect(done).toEqual([{ text: 'second' }])
})

test('another worker takes over the jobs of a dead worker within seconds', async () => {
  await using stack = await startWorkerStack()
  await enqueueJob(stack.db, 'note', { text: 'started by another' })
  await sql`
    update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now()
  `.execute(stack.db)
  const done: unknown[] = []
  await stack.startWorker(() => ({ note: async (payload) => void done.push(payload) }))

  await expect.poll(() => done, { timeout: 10_000 }).toEqual([{ text: 'started by another' }])
})

test('a live worker keeps its jobs, however long they take', async () => {
  await using stack = await startWorkerStack()
  const started: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await stack.startWorker(() => ({
    note: async () => {
      started.push('here')
      await released
    },
  }))
  await enqueueJob(stack.db, 'note', {})
  await expect.poll(() => started).toEqual(['here'])
  const { promise: sentinelDone, resolve: finishSentinel } = Promise.withResolvers<void>()
  await stack.startWorker(() => ({
    note: async () => void started.push('there'),
    sentinel: async () => finishSentinel(),
  }))

  // Once the dead worker's job runs, every worker with jobs has been checked twice.
  await stack.db.transaction().execute(async (tx) => {
    await enqueueJob(tx, 'sentinel', {}, 'sentinel')
    await sql`
      update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now()
      where key = 'sentinel'
    `.execute(tx)
  })
  await sentinelDone
  release()

  expect(started).toEqual(['here'])
})

test('a worker survives a PostgreSQL outage in the middle of a job and finishes the job', async () => {
  await using proxy = await startTcpProxy(databaseAddress)
  await using stack = await startWorkerStack({
    rewriteDatabaseUrl: (url) => Object.assign(url, { port: String(proxy.port) }),
  })
  const done: unknown[] = []
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const { promise: disconnected, resolve: continueJob } = Promise.withResolvers<void>()
  await stack.startWorker(() => ({
    note: async (payload) => {
      start()
      await disconnected
      done.push(payload)
    },
  }))
  await enqueueJob(stack.db, 'note', { text: 'before' })
  await started

  await proxy.disconnect()
  continueJob()
  await expect.poll(() => done).toEqual([{ text: 'before' }])
  await wait(OUTAGE_MS)
  await proxy.reconnect()
  await expect.poll(() => enqueueJob(stack.db, 'note', { text: 'after' })).toBeUndefined()

  await expect.poll(() => done, { timeout: 10_000 }).toContainEqual({ text: 'after' })
  expect(done).toContainEqual({ text: 'before' })
})

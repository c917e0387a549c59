import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { startTcpProxy } from '../../testing/servers/tcp-proxy.ts'
import { startWorkerStack } from '../../testing/start-worker-stack.ts'
import { databaseAddress } from '../../testing/test-database.ts'
import { defineJob, handleJob } from './define-job.ts'
import { enqueueJob } from './enqueue-job.ts'

/** Long enough that some attempts to mark the job as done fail. */
const OUTAGE_MS = 1_000

const noteJob = defineJob('note', z.object({ text: z.string() }))
const sentinelJob = defineJob('sentinel', z.object({}))

test('a job of another payload does not compile, and one from another version is not run', async () => {
  await using stack = await startWorkerStack()
  const done: unknown[] = []
  // @ts-expect-error The payload of a note has a text.
  await enqueueJob(stack.db, noteJob, { words: 'wrong' })
  await enqueueJob(stack.db, sentinelJob, {})
  await stack.startWorker(
    handleJob(noteJob, async (payload) => void done.push(payload)),
    handleJob(sentinelJob, async () => void done.push('sentinel')),
  )

  await expect.poll(() => done).toEqual(['sentinel'])
  await expect.poll(async () => (await selectNoteErrors(stack.db))[0]).toContain('text')
})

test('a job runs when its transaction commits, and never when it is rolled back', async () => {
  await using stack = await startWorkerStack()
  const done: unknown[] = []
  await stack.startWorker(handleJob(noteJob, async (payload) => void done.push(payload)))

  await stack.db.transaction().execute(async (tx) => enqueueJob(tx, noteJob, { text: 'kept' }))
  await stack.db
    .transaction()
    .execute(async (tx) => {
      await enqueueJob(tx, noteJob, { text: 'lost' })
      throw new Error('changed my mind')
    })
    .catch(() => {})
  // Jobs run concurrently in any order: the last is enqueued only after the first is done.
  await expect.poll(() => done).toEqual([{ text: 'kept' }])
  await enqueueJob(stack.db, noteJob, { text: 'last' })

  await expect.poll(() => done).toEqual([{ text: 'kept' }, { text: 'last' }])
})

test('two jobs with the same key are queued once', async () => {
  await using stack = await startWorkerStack()
  await enqueueJob(stack.db, noteJob, { text: 'first' }, { key: 'only-one' })
  await enqueueJob(stack.db, noteJob, { text: 'second' }, { key: 'only-one' })
  const done: unknown[] = []
  await stack.startWorker(handleJob(noteJob, async (payload) => void done.push(payload)))

  await expect.poll(() => done.length).toBe(1)
  await stack.stopWorkers()
  expect(done).toEqual([{ text: 'second' }])
})

test('another worker takes over the jobs of a dead worker within seconds', async () => {
  await using stack = await startWorkerStack()
  await enqueueJob(stack.db, noteJob, { text: 'started by another' })
  await sql`
    update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now()
  `.execute(stack.db)
  const done: unknown[] = []
  await stack.startWorker(handleJob(noteJob, async (payload) => void done.push(payload)))

  await expect.poll(() => done, { timeout: 10_000 }).toEqual([{ text: 'started by another' }])
})

test('a live worker keeps its jobs, however long they take', async () => {
  await using stack = await startWorkerStack()
  const started: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await stack.startWorker(
    handleJob(noteJob, async () => {
      started.push('here')
      await released
    }),
  )
  await enqueueJob(stack.db, noteJob, { text: 'long' })
  await expect.poll(() => started).toEqual(['here'])
  const { promise: sentinelDone, resolve: finishSentinel } = Promise.withResolvers<void>()
  await stack.startWorker(
    handleJob(noteJob, async () => void started.push('there')),
    handleJob(sentinelJob, async () => finishSentinel()),
  )

  // Once the dead worker's job runs, every worker with jobs has been checked twice.
  await stack.db.transaction().execute(async (tx) => {
    await enqueueJob(tx, sentinelJob, {}, { key: 'sentinel' })
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
  await stack.startWorker(
    handleJob(noteJob, async (payload) => {
      start()
      await disconnected
      done.push(payload)
    }),
  )
  await enqueueJob(stack.db, noteJob, { text: 'before' })
  await started

  await proxy.disconnect()
  continueJob()
  await expect.poll(() => done).toEqual([{ text: 'before' }])
  await wait(OUTAGE_MS)
  await proxy.reconnect()
  await expect.poll(() => enqueueJob(stack.db, noteJob, { text: 'after' })).toBeUndefined()

  await expect.poll(() => done, { timeout: 10_000 }).toContainEqual({ text: 'after' })
  expect(done).toContainEqual({ text: 'before' })
})

async function selectNoteErrors(db: Database): Promise<(string | null)[]> {
  const { rows } = await sql<{ last_error: string | null }>`
    select last_error from graphile_worker.jobs where task_identifier = 'note'
  `.execute(db)
  return rows.map(({ last_error }) => last_error)
}

import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTcpProxy } from '../../testing/servers/tcp-proxy.ts'
import { startWorkerStack } from '../../testing/start-worker-stack.ts'
import { databaseAddress } from '../../testing/test-database.ts'
import type { IntervalTask } from './interval-task.ts'

const INTERVAL_MS = 50

/** Long enough for a busy machine. */
const POLL = { timeout: 10_000 }

function createIntervalTask(run: IntervalTask['run']): IntervalTask {
  return { name: 'test-task', intervalMs: INTERVAL_MS, run }
}

test('a task runs again and again until the worker stops', async () => {
  await using stack = await startWorkerStack()
  let runs = 0
  await stack.startWorkerWith({
    jobs: [],
    intervalTasks: [createIntervalTask(async () => (runs += 1) < 0)],
  })

  await expect.poll(() => runs, POLL).toBeGreaterThan(3)
  await stack.stopWorkers()
  const runsWhenStopped = runs
  await wait(4 * INTERVAL_MS)

  expect(runs).toBe(runsWhenStopped)
})

test('of several workers, one runs the task at a time', async () => {
  await using stack = await startWorkerStack()
  let running = 0
  let mostAtOnce = 0
  let runs = 0
  const task = createIntervalTask(async () => {
    running += 1
    runs += 1
    mostAtOnce = Math.max(mostAtOnce, running)
    await wait(20)
    running -= 1
    return false
  })
  for (let index = 0; index < 3; index += 1)
    await stack.startWorkerWith({ jobs: [], intervalTasks: [task] })

  await expect.poll(() => runs, POLL).toBeGreaterThan(10)

  expect(mostAtOnce).toBe(1)
})

test('while there is more to do, a task does not wait for its interval', async () => {
  await using stack = await startWorkerStack()
  let remaining = 50
  const task = createIntervalTask(async () => (remaining -= 1) > 0)
  await stack.startWorkerWith({ jobs: [], intervalTasks: [{ ...task, intervalMs: 60_000 }] })

  await expect.poll(() => remaining).toBe(0)
})

test('a failed run is rolled back, and the next one still happens', async () => {
  await using stack = await startWorkerStack()
  await sql`create table runs (number integer)`.execute(stack.db)
  let runNumber = 0
  const task = createIntervalTask(async (tx) => {
    runNumber += 1
    await sql`insert into runs values (${runNumber})`.execute(tx)
    if (runNumber === 1) throw new Error('first run fails')
    return false
  })
  await stack.startWorkerWith({ jobs: [], intervalTasks: [task] })

  const committedRuns = async () =>
    (await sql<{ number: number }>`select number from runs`.execute(stack.db)).rows
  await expect.poll(async () => (await committedRuns()).length, POLL).toBeGreaterThan(1)
  expect((await committedRuns()).map((row) => row.number)).not.toContain(1)
})

test('a task keeps running after a PostgreSQL outage', async () => {
  await using proxy = await startTcpProxy(databaseAddress)
  await using stack = await startWorkerStack({
    rewriteDatabaseUrl: (url) => Object.assign(url, { port: String(proxy.port) }),
  })
  let runs = 0
  await stack.startWorkerWith({
    jobs: [],
    intervalTasks: [createIntervalTask(async () => (runs += 1) < 0)],
  })
  await expect.poll(() => runs, POLL).toBeGreaterThan(0)

  await proxy.disconnect()
  await wait(500)
  const before = runs
  await proxy.reconnect()

  await expect.poll(() => runs, { timeout: 10_000 }).toBeGreaterThan(before)
})

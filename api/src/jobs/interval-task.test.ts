import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTcpProxy } from '../testing/tcp-proxy.ts'
import { startWorkerStack } from '../testing/start-worker-stack.ts'
import { databaseAddress } from '../testing/test-database.ts'
import type { IntervalTask } from './interval-task.ts'

const INTERVAL_MS = 50

function createIntervalTask(beat: IntervalTask['run']): IntervalTask {
  return { name: 'heart', intervalMs: INTERVAL_MS, run: beat }
}

test('a pulse beats again and again until the worker stops', async () => {
  await using world = await startWorkerStack()
  let beats = 0
  await world.employ({
    jobs: [],
    intervalTasks: [createIntervalTask(async () => (beats += 1) < 0)],
  })

  await expect.poll(() => beats).toBeGreaterThan(3)
  await world.dismiss()
  const atTheEnd = beats
  await wait(4 * INTERVAL_MS)

  expect(beats).toBe(atTheEnd)
})

test('of several workers one beats at a time', async () => {
  await using world = await startWorkerStack()
  let beating = 0
  let most = 0
  let beats = 0
  const pulse = createIntervalTask(async () => {
    beating += 1
    beats += 1
    most = Math.max(most, beating)
    await wait(20)
    beating -= 1
    return false
  })
  for (let nth = 0; nth < 3; nth += 1) await world.employ({ jobs: [], intervalTasks: [pulse] })

  await expect.poll(() => beats).toBeGreaterThan(10)

  expect(most).toBe(1)
})

test('while there is more to do, a pulse does not wait', async () => {
  await using world = await startWorkerStack()
  let left = 50
  const pulse = createIntervalTask(async () => (left -= 1) > 0)
  await world.employ({ jobs: [], intervalTasks: [{ ...pulse, intervalMs: 60_000 }] })

  await expect.poll(() => left).toBe(0)
})

test('a beat that fails undoes itself, and the next one comes all the same', async () => {
  await using world = await startWorkerStack()
  await sql`create table beats (nth integer)`.execute(world.db)
  let nth = 0
  const pulse = createIntervalTask(async (tx) => {
    nth += 1
    await sql`insert into beats values (${nth})`.execute(tx)
    if (nth === 1) throw new Error('out of step')
    return false
  })
  await world.employ({ jobs: [], intervalTasks: [pulse] })

  const kept = async () =>
    (await sql<{ nth: number }>`select nth from beats`.execute(world.db)).rows
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(1)
  expect((await kept()).map((row) => row.nth)).not.toContain(1)
})

test('a pulse outlives PostgreSQL going away', async () => {
  await using cable = await startTcpProxy(databaseAddress)
  await using world = await startWorkerStack({
    rewriteDatabaseUrl: (url) => Object.assign(url, { port: String(cable.port) }),
  })
  let beats = 0
  await world.employ({
    jobs: [],
    intervalTasks: [createIntervalTask(async () => (beats += 1) < 0)],
  })
  await expect.poll(() => beats).toBeGreaterThan(0)

  await cable.cut()
  await wait(500)
  const before = beats
  await cable.mend()

  await expect.poll(() => beats, { timeout: 10_000 }).toBeGreaterThan(before)
})

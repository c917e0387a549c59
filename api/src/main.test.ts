import { describe, expect, test } from 'vitest'
import { startLoadBalancer } from './testing/servers/load-balancer.ts'
import { startProcess } from './testing/start-process.ts'
import { createMemberFixture, createPostFixture } from './testing/fixtures.ts'
import { TEST_REDIS_URL } from './testing/start-app.ts'
import { openTestDatabase } from './testing/test-database.ts'

const CALLERS = 16
/** The replies that are waited for before a process ends, and after it. */
const REPLIES = 300

describe('two processes behind a load balancer, under load', { timeout: 60_000 }, () => {
  test('stopping one process drops no request', async () => {
    const { failed } = await runUnderLoad(async (process) => {
      process.kill('SIGTERM')
      expect(await process.exited).toBe(0)
    })
    expect(failed).toBe(0)
  })

  test('killing one process fails only the requests until the load balancer notices', async () => {
    const { failed, served } = await runUnderLoad(async (process) => {
      process.kill('SIGKILL')
      await process.exited
    })
    expect(failed).toBeLessThan(served / 2)
  })
})

test('a process without a valid environment names the problem and does not start', async () => {
  const start = startProcess({ DATABASE_URL: 'nonsense', REDIS_URL: '', APP_ORIGIN: '' })
  await expect(start).rejects.toThrow('The environment does not describe a Dolph server')
})

type Process = Awaited<ReturnType<typeof startProcess>>

async function runUnderLoad(stop: (victim: Process) => Promise<void>) {
  await using database = await openTestDatabase()
  await createPostFixture(database.db, await createMemberFixture(database.db, 'ada'))
  const env = {
    NODE_ENV: 'test',
    LIMITS: 'relaxed',
    LOG_LEVEL: 'silent',
    DRAIN_MS: '600',
    APP_ORIGIN: 'http://localhost:3000',
    DATABASE_URL: database.url,
    REDIS_URL: TEST_REDIS_URL,
  }
  await using survivor = await startProcess(env)
  await using victim = await startProcess(env)
  await using balancer = await startLoadBalancer([survivor.url, victim.url])

  let [served, failed, stopped] = [0, 0, false]
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!stopped) {
      const ok = await fetch(`${balancer.url}/api/posts/browse`).then(
        async (reply) => (await reply.text()) !== '' && reply.ok,
        () => false,
      )
      if (ok) served += 1
      else failed += 1
    }
  })
  const waitForReplies = async (count: number) => {
    await expect.poll(() => served, { timeout: 20_000 }).toBeGreaterThan(count)
  }
  await waitForReplies(REPLIES)
  await stop(victim)
  // The other process keeps serving.
  await waitForReplies(served + REPLIES)
  stopped = true
  await Promise.all(callers)
  return { served, failed }
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { recordEffects } from '../../testing/events/record-effects.ts'
import { insertTestEvents, startEventStack } from '../../testing/events/start-event-stack.ts'

const RELAY_PROCESS = new URL('../../testing/events/relay-process.ts', import.meta.url)

test('a worker killed in the middle of a batch of 1,000 events leaves every effect exactly once', async () => {
  await using stack = await startEventStack()
  const subjects = await insertTestEvents(stack.db, 1_000)
  const env = {
    NODE_ENV: 'test',
    APP_ORIGIN: stack.config.APP_ORIGIN,
    DATABASE_URL: stack.config.DATABASE_URL,
    REDIS_URL: stack.config.REDIS_URL,
  }

  const killed = fork(RELAY_PROCESS, { env: { ...process.env, ...env } })
  const [handled] = await once(killed, 'message')
  expect(handled).toBe(500)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  stack.startRelay([{ 'post.imported': recordEffects }])

  await expect.poll(stack.countEvents, { timeout: 10_000 }).toBe(0)
  expect((await stack.readEffects()).toSorted()).toEqual(subjects.toSorted())
})

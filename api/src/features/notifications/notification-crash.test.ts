import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { startEventStack } from '../../testing/events/start-event-stack.ts'
import { insertComment } from '../comments/mutations.ts'
import { notificationSubscribers } from './subscribers.ts'

const RELAY_PROCESS = new URL('./testing/notification-relay-process.ts', import.meta.url)
const COMMENTS = 30

test('a worker killed in the middle of a batch leaves every comment counted exactly once', async () => {
  await using stack = await startEventStack()
  const { db, config } = stack
  const [ada, bob] = [await createMemberFixture(db, 'ada'), await createMemberFixture(db, 'bob')]
  const postId = await createPostFixture(db, ada)
  const draft = {
    postId,
    parentId: null,
    authorId: bob,
    tempId: null,
    tempDigest: null,
    mentionedIds: [],
  }
  for (let index = 0; index < COMMENTS; index += 1) {
    await insertComment(db, { ...draft, content: `Comment ${index}` })
  }
  const env = {
    NODE_ENV: 'test',
    APP_ORIGIN: config.APP_ORIGIN,
    DATABASE_URL: config.DATABASE_URL,
    REDIS_URL: config.REDIS_URL,
  }

  const killed = fork(RELAY_PROCESS, { env: { ...process.env, ...env } })
  expect(await once(killed, 'message')).toEqual([COMMENTS, undefined])
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(await db.selectFrom('notifications').select('id').execute()).toEqual([])
  stack.startRelay([notificationSubscribers])

  await expect.poll(stack.countEvents, { timeout: 10_000 }).toBe(0)
  expect(await db.selectFrom('notifications').select(['member_id', 'count']).execute()).toEqual([
    { member_id: ada, count: COMMENTS },
  ])
})

import { deleteAccount, logIn } from '@dolph/contract/accounts/accounts'
import { createComment } from '@dolph/contract/comments/comments'
import { createPost } from '@dolph/contract/posts/posts'
import type { Redis } from 'ioredis'
import { expect, test, vi } from 'vitest'
import { Presence } from '../../../platform/realtime/presence.ts'
import { PASSWORD } from '../../../testing/sign-up-member.ts'
import { startMessagingApp } from '../../../testing/start-messaging-app.ts'
import { startTestSmtpServer } from '../../../testing/servers/test-smtp-server.ts'
import { openAuthenticatedSocket } from '../../../testing/sockets/test-socket.ts'

const HOUR_MS = 3_600_000
const draft = { title: 'A clock', type: 'showcase' as const, body: 'For the wall' }

test('Redis has nothing of a deleted member but counters of the last hour, and no email or username', async () => {
  await using smtpServer = await startTestSmtpServer()
  const timings = { offlineDelayMs: 20, presenceIntervalMs: 20 }
  const options = { smtpServer, timings, isListening: true }
  await using api = await startMessagingApp({ LIMITS: 'strict' }, options)
  const { ada, bob } = api
  await ada.sendMessage(bob, 'Hello')
  await api.visitor.send(logIn, { body: { email: 'ada@example.test', password: 'Wrong horse 1' } })
  const { data: post } = await ada.call(createPost, { body: draft })
  await ada.call(createComment, { body: { postId: post._id, content: 'Hi' } })
  const socket = await openAuthenticatedSocket(api, ada)
  await socket[Symbol.asyncDispose]()
  await expect.poll(() => api.redis.exists(`presence:seen:${ada.id}`)).toBe(1)

  await ada.call(deleteAccount, { body: { password: PASSWORD } })

  const names = [ada.id, 'ada@example.test', 'ada']
  await expect
    .poll(async () => (await readEntries(api)).filter(({ text }) => isNaming(text, names)), {
      timeout: 10_000,
    })
    .toEqual([])
  const withId = (await readEntries(api)).filter(({ text }) => text.includes(ada.id))
  expect(withId.filter(({ ttlMs }) => ttlMs < 0 || ttlMs > HOUR_MS)).toEqual([])
})

test('a socket that closes after the deletion of its member leaves no time of a last visit', async () => {
  const recordLastSeen = vi.spyOn(Presence.prototype, 'recordLastSeen')
  const timings = { offlineDelayMs: 20, presenceIntervalMs: 20 }
  await using api = await startMessagingApp(undefined, { timings, isListening: true })
  const { ada } = api
  const socket = await openAuthenticatedSocket(api, ada)
  await api.db.deleteFrom('members').where('id', '=', ada.id).execute()
  await socket[Symbol.asyncDispose]()

  await expect.poll(() => recordLastSeen.mock.calls).toContainEqual([ada.id])
  await expect.poll(() => api.redis.exists(`presence:seen:${ada.id}`)).toBe(0)
})

/** The rate limit of writes names a member for a minute; nothing else may. Random ids may have the letters of a name within. */
function isNaming(text: string, names: string[]): boolean {
  if (text.startsWith('limit:write:member:')) return false
  return names.some((name) => new RegExp(String.raw`\b${RegExp.escape(name)}\b`).test(text))
}

/** Every key of the app with its values as text. */
async function readEntries({ redis, redisPrefix }: { redis: Redis; redisPrefix: string }) {
  const keys = (await redis.keys(`${redisPrefix}*`)).map((key) => key.slice(redisPrefix.length))
  return Promise.all(
    keys.map(async (key) => ({
      text: [key, ...(await readValues(redis, key))].join(' '),
      ttlMs: await redis.pttl(key),
    })),
  )
}

async function readValues(redis: Redis, key: string): Promise<string[]> {
  switch (await redis.type(key)) {
    case 'string':
      return [(await redis.get(key)) ?? '']
    case 'set':
      return redis.smembers(key)
    case 'zset':
      return redis.zrange(key, '0', '-1')
    case 'hash':
      return Object.entries(await redis.hgetall(key)).flat()
    case 'none':
      return []
    default:
      throw new Error(`${key} has a type that this test does not read`)
  }
}

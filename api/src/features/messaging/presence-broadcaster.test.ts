import { expect, test } from 'vitest'
import { startMessagingApp } from '../../testing/start-messaging-app.ts'
import { openAuthenticatedSocket, type TestSocket } from '../../testing/sockets/test-socket.ts'
import { startApp } from '../../testing/start-app.ts'

const RELAXED = { LIMITS: 'relaxed' }
const timings = { offlineDelayMs: 300, presenceIntervalMs: 50 }
const LISTENING = { isListening: true, timings }

function filterOfflineEvents({ events }: TestSocket) {
  return events.filter((event) => event.type === 'user_status' && event.status === 'offline')
}

test('peers are notified when a member goes online or offline, and other members are not', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  await using other = await startApp({ shareWith: api, env: RELAXED, ...LISTENING })
  const { ada, bob, carla } = api
  await ada.sendMessage(bob, 'Hello')
  await using peerSocket = await openAuthenticatedSocket(api, bob)
  await using nonPeer = await openAuthenticatedSocket(other, carla)
  const socket = await openAuthenticatedSocket(other, ada)
  expect(await peerSocket.nextEvent('user_status')).toEqual({
    type: 'user_status',
    userId: ada.id,
    status: 'online',
    lastSeen: null,
  })
  expect(await socket.nextEvent('user_status')).toMatchObject({ userId: bob.id, status: 'online' })

  const before = Date.now()
  await socket[Symbol.asyncDispose]()
  const offline = await peerSocket.nextEvent('user_status', ({ status }) => status === 'offline')
  expect(offline).toMatchObject({ userId: ada.id })
  expect(Date.now() - before).toBeGreaterThanOrEqual(timings.offlineDelayMs)
  expect(Date.parse(offline.lastSeen ?? '')).toBeGreaterThanOrEqual(before)
  expect(nonPeer.events).toEqual([])

  await using newSocket = await openAuthenticatedSocket(other, bob)
  expect(await newSocket.nextEvent('user_status')).toEqual(offline)
})

test('a member who reloads or reconnects to another process never goes offline', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  await using other = await startApp({ shareWith: api, env: RELAXED, ...LISTENING })
  const { ada, bob } = api
  await ada.sendMessage(bob, 'Hello')
  await using peerSocket = await openAuthenticatedSocket(api, bob)
  const socket = await openAuthenticatedSocket(api, ada)
  await peerSocket.nextEvent('user_status')
  const secondSocket = await openAuthenticatedSocket(other, ada)
  await secondSocket.nextEvent('user_status')
  await socket[Symbol.asyncDispose]()
  await secondSocket[Symbol.asyncDispose]()
  await using thirdSocket = await openAuthenticatedSocket(other, ada)
  await thirdSocket.nextEvent('user_status')
  await new Promise((resolve) => setTimeout(resolve, 3 * timings.offlineDelayMs))
  expect(filterOfflineEvents(peerSocket)).toEqual([])
})

test('a member who disconnects before being announced is not online', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  const { ada, bob, redis } = api
  await ada.sendMessage(bob, 'Hello')
  // Fewer sockets than a member may have, more than are announced concurrently.
  const connections = Array.from({ length: 8 }, async () => {
    const socket = await openAuthenticatedSocket(api, ada)
    await socket[Symbol.asyncDispose]()
  })
  await Promise.all(connections)
  const members = `presence:members:${api.bus.id}`
  await expect.poll(() => redis.sismember(members, ada.id), { timeout: 5_000 }).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 2 * timings.offlineDelayMs))
  expect(await redis.sismember(members, ada.id)).toBe(0)
})

test('the members of a dead process are announced offline by another process', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  const { ada, bob, redis } = api
  await ada.sendMessage(bob, 'Hello')
  await using peerSocket = await openAuthenticatedSocket(api, bob)
  await redis.sadd('presence:members:dead', ada.id)
  await redis.zadd('presence:processes', Date.now() - 1, 'dead')
  expect(await peerSocket.nextEvent('user_status')).toMatchObject({
    userId: ada.id,
    status: 'offline',
  })
  expect(await redis.exists('presence:members:dead')).toBe(0)
})

test('members who begin a conversation learn at once that the other is online', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  await using other = await startApp({ shareWith: api, env: RELAXED, ...LISTENING })
  const { ada, bob } = api
  await using adaSocket = await openAuthenticatedSocket(api, ada)
  await using bobSocket = await openAuthenticatedSocket(other, bob)
  const countOnline = async () =>
    (await api.redis.scard(`presence:members:${api.bus.id}`)) +
    (await api.redis.scard(`presence:members:${other.bus.id}`))
  await expect.poll(countOnline).toBe(2)
  expect([...adaSocket.events, ...bobSocket.events]).toEqual([])

  await ada.sendMessage(bob, 'Hello')

  const online = { status: 'online', lastSeen: null }
  expect(await adaSocket.nextEvent('user_status')).toMatchObject({ userId: bob.id, ...online })
  expect(await bobSocket.nextEvent('user_status')).toMatchObject({ userId: ada.id, ...online })
})

test('a deleted member goes offline without a last-seen time, and has no presence afterwards', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  const { ada, bob, carla, db, redis } = api
  await carla.sendMessage(bob, 'Hello')
  await ada.sendMessage(bob, 'Hello')
  await using carlaSocket = await openAuthenticatedSocket(api, carla)
  const socket = await openAuthenticatedSocket(api, ada)
  const peerSocket = await openAuthenticatedSocket(api, bob)
  await carlaSocket.nextEvent('user_status')
  await peerSocket.nextEvent('user_status', ({ userId }) => userId === ada.id)

  await db
    .updateTable('members')
    .set({ deleted_at: new Date().toISOString() })
    .where('id', '=', ada.id)
    .execute()
  await socket[Symbol.asyncDispose]()
  // 'online' may come twice: as bob's socket opens, and when ada's is announced.
  const isOffline = ({ userId, status }: { userId: string; status: string }) =>
    userId === ada.id && status === 'offline'
  expect(await peerSocket.nextEvent('user_status', isOffline)).toMatchObject({ lastSeen: null })
  expect(await redis.exists(`presence:seen:${ada.id}`)).toBe(0)
  await peerSocket[Symbol.asyncDispose]()

  await redis.set(`presence:seen:${ada.id}`, new Date().toISOString())
  await using newSocket = await openAuthenticatedSocket(api, bob)
  // Statuses are sent in the order of the conversations, the newest first: ada's would have come before carla's.
  expect(await newSocket.nextEvent('user_status')).toMatchObject({ userId: carla.id })
})

import { expect, test } from 'vitest'
import { startMessagingApp } from '../../testing/start-messaging-app.ts'
import { openAuthenticatedSocket, type TestSocket } from '../../testing/test-socket.ts'
import { startApp } from '../../testing/start-app.ts'

const RELAXED = { LIMITS: 'relaxed' }
const timings = { offlineDelayMs: 300, presenceIntervalMs: 50 }
const LISTENING = { isListening: true, timings }

function filterOfflineEvents({ events }: TestSocket) {
  return events.filter((event) => event.type === 'user_status' && event.status === 'offline')
}

test('who comes and goes is told to those they write with, and to nobody else', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  await using other = await startApp({ shareWith: api, env: RELAXED, ...LISTENING })
  const { ada, bob, carla } = api
  await ada.sendMessage(bob, 'Hello')
  await using peer = await openAuthenticatedSocket(api, bob)
  await using stranger = await openAuthenticatedSocket(other, carla)
  const desk = await openAuthenticatedSocket(other, ada)
  expect(await peer.nextEvent('user_status')).toEqual({
    type: 'user_status',
    userId: ada.id,
    status: 'online',
    lastSeen: null,
  })
  expect(await desk.nextEvent('user_status')).toMatchObject({ userId: bob.id, status: 'online' })

  const before = Date.now()
  await desk[Symbol.asyncDispose]()
  const gone = await peer.nextEvent('user_status', ({ status }) => status === 'offline')
  expect(gone).toMatchObject({ userId: ada.id })
  expect(Date.now() - before).toBeGreaterThanOrEqual(timings.offlineDelayMs)
  expect(Date.parse(gone.lastSeen ?? '')).toBeGreaterThanOrEqual(before)
  expect(stranger.events).toEqual([])

  await using later = await openAuthenticatedSocket(other, bob)
  expect(await later.nextEvent('user_status')).toEqual(gone)
})

test('who changes from one process to another, or reloads, has never been away', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  await using other = await startApp({ shareWith: api, env: RELAXED, ...LISTENING })
  const { ada, bob } = api
  await ada.sendMessage(bob, 'Hello')
  await using peer = await openAuthenticatedSocket(api, bob)
  const desk = await openAuthenticatedSocket(api, ada)
  await peer.nextEvent('user_status')
  const phone = await openAuthenticatedSocket(other, ada)
  await phone.nextEvent('user_status')
  await desk[Symbol.asyncDispose]()
  await phone[Symbol.asyncDispose]()
  await using again = await openAuthenticatedSocket(other, ada)
  await again.nextEvent('user_status')
  await new Promise((resolve) => setTimeout(resolve, 3 * timings.offlineDelayMs))
  expect(filterOfflineEvents(peer)).toEqual([])
})

test('whoever has gone before they were greeted is not there', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  const { ada, bob, redis } = api
  await ada.sendMessage(bob, 'Hello')
  // Fewer than a member may have at once, more than are greeted at once.
  const visits = Array.from({ length: 8 }, async () => {
    const visit = await openAuthenticatedSocket(api, ada)
    await visit[Symbol.asyncDispose]()
  })
  await Promise.all(visits)
  const members = `presence:members:${api.bus.id}`
  await expect.poll(() => redis.sismember(members, ada.id), { timeout: 5_000 }).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 2 * timings.offlineDelayMs))
  expect(await redis.sismember(members, ada.id)).toBe(0)
})

test('those whose process has died are said to be gone by another', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  const { ada, bob, redis } = api
  await ada.sendMessage(bob, 'Hello')
  await using peer = await openAuthenticatedSocket(api, bob)
  await redis.sadd('presence:members:dead', ada.id)
  await redis.zadd('presence:processes', Date.now() - 1, 'dead')
  expect(await peer.nextEvent('user_status')).toMatchObject({ userId: ada.id, status: 'offline' })
  expect(await redis.exists('presence:members:dead')).toBe(0)
})

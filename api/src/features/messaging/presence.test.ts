import { expect, test } from 'vitest'
import { startCorrespondence } from '../../testing/correspondence.ts'
import { goLive, type TestSocket } from '../../testing/socket.ts'
import { startApp } from '../../testing/start-app.ts'

const RELAXED = { LIMITS: 'relaxed' }
const pace = { offlineMs: 300, presenceMs: 50 }
const LISTENING = { isListening: true, pace }

function goingsIn({ events }: TestSocket) {
  return events.filter((event) => event.type === 'user_status' && event.status === 'offline')
}

test('who comes and goes is told to those they write with, and to nobody else', async () => {
  await using api = await startCorrespondence(RELAXED, LISTENING)
  await using other = await startApp({ beside: api, env: RELAXED, ...LISTENING })
  const { ada, bob, carla } = api
  await ada.write(bob, 'Hello')
  await using peer = await goLive(api, bob)
  await using stranger = await goLive(other, carla)
  const desk = await goLive(other, ada)
  expect(await peer.next('user_status')).toEqual({
    type: 'user_status',
    userId: ada.id,
    status: 'online',
    lastSeen: null,
  })
  expect(await desk.next('user_status')).toMatchObject({ userId: bob.id, status: 'online' })

  const before = Date.now()
  await desk[Symbol.asyncDispose]()
  const gone = await peer.next('user_status', ({ status }) => status === 'offline')
  expect(gone).toMatchObject({ userId: ada.id })
  expect(Date.now() - before).toBeGreaterThanOrEqual(pace.offlineMs)
  expect(Date.parse(gone.lastSeen ?? '')).toBeGreaterThanOrEqual(before)
  expect(stranger.events).toEqual([])

  await using later = await goLive(other, bob)
  expect(await later.next('user_status')).toEqual(gone)
})

test('who changes from one process to another, or reloads, has never been away', async () => {
  await using api = await startCorrespondence(RELAXED, LISTENING)
  await using other = await startApp({ beside: api, env: RELAXED, ...LISTENING })
  const { ada, bob } = api
  await ada.write(bob, 'Hello')
  await using peer = await goLive(api, bob)
  const desk = await goLive(api, ada)
  await peer.next('user_status')
  const phone = await goLive(other, ada)
  await phone.next('user_status')
  await desk[Symbol.asyncDispose]()
  await phone[Symbol.asyncDispose]()
  await using again = await goLive(other, ada)
  await again.next('user_status')
  await new Promise((resolve) => setTimeout(resolve, 3 * pace.offlineMs))
  expect(goingsIn(peer)).toEqual([])
})

test('whoever has gone before they were greeted is not there', async () => {
  await using api = await startCorrespondence(RELAXED, LISTENING)
  const { ada, bob, redis } = api
  await ada.write(bob, 'Hello')
  // Fewer than a member may have at once, more than are greeted at once.
  const visits = Array.from({ length: 8 }, async () => {
    const visit = await goLive(api, ada)
    await visit[Symbol.asyncDispose]()
  })
  await Promise.all(visits)
  const members = `presence:members:${api.bus.id}`
  await expect.poll(() => redis.sismember(members, ada.id), { timeout: 5_000 }).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 2 * pace.offlineMs))
  expect(await redis.sismember(members, ada.id)).toBe(0)
})

test('those whose process has died are said to be gone by another', async () => {
  await using api = await startCorrespondence(RELAXED, LISTENING)
  const { ada, bob, redis } = api
  await ada.write(bob, 'Hello')
  await using peer = await goLive(api, bob)
  await redis.sadd('presence:members:dead', ada.id)
  await redis.zadd('presence:processes', Date.now() - 1, 'dead')
  expect(await peer.next('user_status')).toMatchObject({ userId: ada.id, status: 'offline' })
  expect(await redis.exists('presence:members:dead')).toBe(0)
})

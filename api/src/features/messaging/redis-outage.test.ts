import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { startMessagingApp } from '../../testing/start-messaging-app.ts'
import { openAuthenticatedSocket } from '../../testing/test-socket.ts'
import { startApp, TEST_REDIS_URL } from '../../testing/start-app.ts'
import { insertMessage } from './queries.ts'

const RELAXED = { LIMITS: 'relaxed' }
const LISTENING = { isListening: true }

async function startTwoProcesses() {
  const { hostname: host, port, pathname } = new URL(TEST_REDIS_URL)
  const cable = await startTcpProxy({ host, port: Number(port || 6379) })
  const env = { ...RELAXED, REDIS_URL: `redis://127.0.0.1:${cable.port}${pathname}` }
  const api = await startMessagingApp(env, LISTENING)
  const other = await startApp({ shareWith: api, env, ...LISTENING })
  return {
    ...api,
    other,
    cable,
    async [Symbol.asyncDispose]() {
      await other[Symbol.asyncDispose]()
      await api[Symbol.asyncDispose]()
      await cable[Symbol.asyncDispose]()
    },
  }
}

test('without Redis messages arrive all the same, a moment later, on sockets old and new', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, cable, other } = api
  await using sender = await openAuthenticatedSocket(api, ada)
  await using near = await openAuthenticatedSocket(api, bob)
  await using far = await openAuthenticatedSocket(other, bob)
  await cable.disconnect()
  await expect.poll(() => other.bus.isConnected).toBe(false)

  const sentAt = Date.now()
  sender.send({ type: 'new_message', recipientId: bob.id, content: 'one' })
  const { message: one } = await near.nextEvent('new_message')
  const { message: two } = await sender.nextEvent('new_message')
  expect(one).toEqual(two)
  expect(await far.nextEvent('new_message')).toEqual({ type: 'new_message', message: one })
  expect(Date.now() - sentAt).toBeLessThan(1_500)

  await using late = await openAuthenticatedSocket(other, bob)
  const three = await ada.sendMessage(bob, 'three')
  for (const socket of [near, far, late]) {
    expect(await socket.nextEvent('new_message')).toMatchObject({ message: { _id: three._id } })
  }
  await wait(1_200)
  expect([...near.events, ...far.events, ...late.events]).toEqual([])
})

test('when Redis is back, so is the way through it', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, cable, other } = api
  await using before = await openAuthenticatedSocket(other, bob)
  await cable.disconnect()
  await expect.poll(() => other.bus.isConnected).toBe(false)
  await using meanwhile = await openAuthenticatedSocket(other, ada)
  await cable.reconnect()
  await expect
    .poll(() => other.bus.isConnected && api.bus.isConnected, { timeout: 5_000 })
    .toBe(true)

  for (const [socket, from, to] of [
    [before, ada, bob],
    [meanwhile, bob, ada],
  ] as const) {
    const sentAt = Date.now()
    const { _id } = await from.sendMessage(to, 'Hello')
    await socket.nextEvent('new_message', ({ message }) => message._id === _id)
    expect(Date.now() - sentAt).toBeLessThan(1_000)
  }
})

test('a message whose sender died before telling anybody arrives, with those after it', async () => {
  await using api = await startMessagingApp(RELAXED, {
    ...LISTENING,
    timings: { pollIntervalMs: 300, pollIntervalWithoutRedisMs: 100 },
  })
  const { ada, bob, db } = api
  await using peer = await openAuthenticatedSocket(api, bob)
  await using own = await openAuthenticatedSocket(api, ada)
  const sending = { memberId: ada.id, peerId: bob.id, tempId: null, mayOpen: true }
  const lost = await insertMessage(db, { ...sending, content: 'one' })
  const { _id } = await ada.sendMessage(bob, 'two')
  for (const socket of [peer, own]) {
    await socket.nextEvent('new_message', ({ message }) => message._id === lost?._id)
    await socket.nextEvent('new_message', ({ message }) => message._id === _id)
  }
  await wait(1_000)
  const again = [...peer.events, ...own.events].filter(({ type }) => type === 'new_message')
  expect(again).toEqual([])
})

test('a send never waits for Redis, nor fails for want of it', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, cable } = api
  await using sender = await openAuthenticatedSocket(api, ada)
  await cable.disconnect()
  for (let nth = 0; nth < 100; nth += 1) {
    sender.send({ type: 'new_message', recipientId: bob.id, content: `${nth}` })
  }
  for (let nth = 0; nth < 100; nth += 1) {
    expect(await sender.nextEvent('new_message')).toMatchObject({ message: { content: `${nth}` } })
  }
})

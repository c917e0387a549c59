import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startTcpProxy } from '../../testing/servers/tcp-proxy.ts'
import { startRunningClock } from '../../testing/running-clock.ts'
import { startMessagingApp } from '../../testing/start-messaging-app.ts'
import { openAuthenticatedSocket } from '../../testing/sockets/test-socket.ts'
import { startApp, TEST_REDIS_URL } from '../../testing/start-app.ts'
import { insertMessage } from './sending/insert-message.ts'

const RELAXED = { LIMITS: 'relaxed' }
const LISTENING = { isListening: true }

async function startTwoProcesses() {
  const { hostname: host, port, pathname } = new URL(TEST_REDIS_URL)
  const proxy = await startTcpProxy({ host, port: Number(port || 6379) })
  const env = { ...RELAXED, REDIS_URL: `redis://127.0.0.1:${proxy.port}${pathname}` }
  const api = await startMessagingApp(env, LISTENING)
  const other = await startApp({ shareWith: api, env, ...LISTENING })
  return {
    ...api,
    other,
    proxy,
    async [Symbol.asyncDispose]() {
      await other[Symbol.asyncDispose]()
      await api[Symbol.asyncDispose]()
      await proxy[Symbol.asyncDispose]()
    },
  }
}

test('without Redis messages arrive a moment later, on old and new sockets', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, proxy, other } = api
  await using sender = await openAuthenticatedSocket(api, ada)
  await using localSocket = await openAuthenticatedSocket(api, bob)
  await using remoteSocket = await openAuthenticatedSocket(other, bob)
  await proxy.disconnect()
  await expect.poll(() => other.bus.isConnected).toBe(false)

  using clock = startRunningClock()
  sender.send({ type: 'new_message', recipientId: bob.id, content: 'one' })
  const { message: one } = await localSocket.nextEvent('new_message')
  const { message: two } = await sender.nextEvent('new_message')
  expect(one).toEqual(two)
  expect(await remoteSocket.nextEvent('new_message')).toEqual({ type: 'new_message', message: one })
  expect(clock.readMs()).toBeLessThan(1_500)

  await using newSocket = await openAuthenticatedSocket(other, bob)
  const three = await ada.sendMessage(bob, 'three')
  for (const socket of [localSocket, remoteSocket, newSocket]) {
    expect(await socket.nextEvent('new_message')).toMatchObject({ message: { _id: three._id } })
  }
  await wait(1_200)
  expect([...localSocket.events, ...remoteSocket.events, ...newSocket.events]).toEqual([])
})

test('messages go through Redis again once it is back', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, proxy, other } = api
  await using before = await openAuthenticatedSocket(other, bob)
  await proxy.disconnect()
  await expect.poll(() => other.bus.isConnected).toBe(false)
  await using meanwhile = await openAuthenticatedSocket(other, ada)
  await proxy.reconnect()
  await expect
    .poll(() => other.bus.isConnected && api.bus.isConnected, { timeout: 5_000 })
    .toBe(true)

  for (const [socket, from, to] of [
    [before, ada, bob],
    [meanwhile, bob, ada],
  ] as const) {
    using clock = startRunningClock()
    const { _id } = await from.sendMessage(to, 'Hello')
    await socket.nextEvent('new_message', ({ message }) => message._id === _id)
    expect(clock.readMs()).toBeLessThan(1_000)
  }
})

test('a message whose process died before publishing it arrives, with those after it', async () => {
  await using api = await startMessagingApp(RELAXED, {
    ...LISTENING,
    timings: { pollIntervalMs: 300, pollIntervalWithoutRedisMs: 100 },
  })
  const { ada, bob, db } = api
  await using peerSocket = await openAuthenticatedSocket(api, bob)
  await using ownSocket = await openAuthenticatedSocket(api, ada)
  const draft = { memberId: ada.id, peerId: bob.id, tempId: null, mayStartConversation: true }
  const unpublished = await insertMessage(db, { ...draft, content: 'one' })
  const { _id } = await ada.sendMessage(bob, 'two')
  for (const socket of [peerSocket, ownSocket]) {
    await socket.nextEvent('new_message', ({ message }) => message._id === unpublished?._id)
    await socket.nextEvent('new_message', ({ message }) => message._id === _id)
  }
  await wait(1_000)
  const repeated = [...peerSocket.events, ...ownSocket.events].filter(
    ({ type }) => type === 'new_message',
  )
  expect(repeated).toEqual([])
})

test('a send neither waits for Redis nor fails without it', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, proxy } = api
  await using sender = await openAuthenticatedSocket(api, ada)
  await proxy.disconnect()
  for (let index = 0; index < 100; index += 1) {
    sender.send({ type: 'new_message', recipientId: bob.id, content: `${index}` })
  }
  for (let index = 0; index < 100; index += 1) {
    expect(await sender.nextEvent('new_message')).toMatchObject({
      message: { content: `${index}` },
    })
  }
})

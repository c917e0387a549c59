import { getViewer } from '@dolph/contract/accounts/viewer'
import { expect, test } from 'vitest'
import { startTcpProxy } from '../../testing/servers/tcp-proxy.ts'
import { startRunningClock } from '../../testing/running-clock.ts'
import { signUpMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { startMessagingApp } from '../../testing/start-messaging-app.ts'
import { databaseAddress } from '../../testing/test-database.ts'
import { openAuthenticatedSocket } from '../../testing/sockets/test-socket.ts'

test('while PostgreSQL is down members get 503, never 401, and are still signed in afterwards', async () => {
  await using proxy = await startTcpProxy(databaseAddress)
  await using api = await startApp({
    rewriteDatabaseUrl: redirectToPort(proxy.port),
    env: { LIMITS: 'relaxed' },
  })
  const ada = await signUpMember(api, 'ada')

  await proxy.disconnect()
  const during = await Promise.all(Array.from({ length: 10 }, () => ada.send(getViewer, {})))
  await proxy.reconnect()
  const after = await ada.send(getViewer, {})

  expect(during.map((reply) => reply.statusCode)).toEqual(Array.from({ length: 10 }, () => 503))
  expect(Number(during[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(after.statusCode).toBe(200)
})

test('while PostgreSQL does not answer, members stay signed in and sockets open', async () => {
  await using proxy = await startTcpProxy(databaseAddress)
  await using api = await startMessagingApp(undefined, {
    rewriteDatabaseUrl: redirectToPort(proxy.port),
    isListening: true,
    timings: { sessionCheckIntervalMs: 100 },
  })
  const { ada, bob } = api
  await using socket = await openAuthenticatedSocket(api, ada)
  await api.app.inject('/readyz')

  proxy.freeze()
  // More calls than the pool has connections.
  const calls = Array.from({ length: 20 }, () => ada.send(getViewer, {}))
  // Answers after two seconds, the timeout of a connection, once the answer of the last second is too old.
  const readReadiness = () => api.app.inject('/readyz').then((reply) => reply.json<object>())
  await expect
    .poll(readReadiness, { timeout: 5_000 })
    .toMatchObject({ status: 'ready', database: 'down' })
  proxy.resume()
  using clock = startRunningClock()
  const after = await ada.send(getViewer, {})

  expect(clock.readMs()).toBeLessThan(2_000)
  expect(after.statusCode).toBe(200)
  const statuses = new Set((await Promise.all(calls)).map((reply) => reply.statusCode))
  expect(statuses.difference(new Set([200, 503])).size).toBe(0)
  socket.send({ type: 'new_message', recipientId: bob.id, content: 'Still here' })
  await socket.nextEvent('new_message')
})

function redirectToPort(port: number) {
  return (url: URL) => Object.assign(url, { hostname: '127.0.0.1', port: String(port) })
}

import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { startMessagingApp, type MessagingApp } from '../../testing/start-messaging-app.ts'
import {
  resetUpgradeLimits,
  openAuthenticatedSocket,
  openSocket,
} from '../../testing/sockets/test-socket.ts'

const LISTENING = { isListening: true }
const STRICT = { LIMITS: 'strict' }
const RELAXED = { LIMITS: 'relaxed' }

let api: MessagingApp
beforeAll(async () => {
  api = await startMessagingApp(RELAXED, LISTENING)
  return () => api[Symbol.asyncDispose]()
})

test('a page of another origin gets no socket, whatever cookies it sends', async () => {
  const { ada } = api
  const origins = [
    'https://evil.example',
    'null',
    '',
    'http://localhost:3000.evil.example',
    'http://localhost:3001',
    'https://localhost:3000',
    'HTTP://LOCALHOST:3000',
  ]
  for (const origin of origins) {
    await expect(openSocket(api, ada, { origin })).rejects.toThrow('403')
  }
  expect(api.app.gateway.size).toBe(0)
})

test.each([
  ['no cookie', []],
  ['nonsense', [['sid', 'nonsense']]],
  ['an unknown token', [['sid', 'a'.repeat(43)]]],
  ['only the cookie that scripts can read', [['signed-in', '1']]],
] as [string, [string, string][]][])('a request with %s gets no socket', async (_, cookies) => {
  await expect(openSocket(api, { cookies: new Map(cookies) })).rejects.toThrow('401')
})

test('a refused client that keeps its connection open is disconnected', async () => {
  const { hostname, port } = new URL(api.url)
  const openings = Array.from({ length: 20 }, async () => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    socket.write(
      `${['GET /ws HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket'].join('\r\n')}\r\n\r\n`,
    )
    socket.resume()
    await once(socket, 'end')
    return socket
  })
  const sockets = await Promise.all(openings)
  const connections = () =>
    new Promise<number>((resolve) => api.app.server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections).toBeLessThan(sockets.length)
  for (const socket of sockets) socket.destroy()
})

test('an ended session opens no socket', async () => {
  await using stopping = await startMessagingApp(RELAXED, LISTENING)
  await stopping.db.deleteFrom('sessions').where('member_id', '=', stopping.ada.id).execute()
  await expect(openSocket(stopping, stopping.ada)).rejects.toThrow('401')
})

test('a process that is stopping opens no socket', async () => {
  await using stopping = await startMessagingApp(RELAXED, LISTENING)
  stopping.app.readiness.isStopping = true
  await expect(openSocket(stopping, stopping.ada)).rejects.toThrow('503')
})

test('a member opens thirty sockets a minute, and an address sixty', async () => {
  await using strict = await startMessagingApp(STRICT, LISTENING)
  const { ada, bob } = strict
  for (let index = 0; index < 30; index += 1) {
    await using _ = await openSocket(strict, ada)
  }
  await expect(openSocket(strict, ada)).rejects.toThrow('429')
  await using _ = await openSocket(strict, bob)
  for (let index = 32; index < 60; index += 1) {
    await openSocket(strict, ada).catch(() => {})
  }
  await expect(openSocket(strict, strict.carla)).rejects.toThrow('429')
})

test('an address, taken from trusted proxies, has at most a hundred open sockets', async () => {
  await using strict = await startMessagingApp(
    { LIMITS: 'strict', TRUST_PROXY: '127.0.0.1' },
    LISTENING,
  )
  const { ada } = strict
  const from = (address: string) =>
    openSocket(strict, ada, { 'x-forwarded-for': `10.0.0.1, ${address}` })
  await using open = new AsyncDisposableStack()
  for (let index = 0; index < 100; index += 1) {
    // Resets the limit of new sockets per minute, which another test covers.
    await resetUpgradeLimits(strict)
    open.use(await from('203.0.113.7'))
  }
  await resetUpgradeLimits(strict)
  await expect(from('203.0.113.7')).rejects.toThrow('429')
  open.use(await from('203.0.113.8'))
  expect(strict.app.gateway.size).toBe(101)
})

test.each([
  ['another path', 'GET /ws/more', 404],
  ['a path with a query', 'GET /ws?token=x', 400],
  ['another route', 'GET /api/posts/browse', 200],
  ['a method that has a body', 'POST /ws', 404],
])('an upgrade request with %s opens no socket', async (_, line, status) => {
  const reply = await sendRawRequest(api.url, [
    `${line} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade, close',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
  ])
  expect(reply.split(' ')[1]).toBe(String(status))
})

test('an invalid handshake of a member is answered and closed', async () => {
  const reply = await sendRawRequest(api.url, [
    'GET /ws HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    `Origin: ${api.config.APP_ORIGIN}`,
    `Cookie: sid=${api.ada.cookies.get('sid')}`,
    'Sec-WebSocket-Version: 99',
  ])
  expect(reply).toMatch(/^HTTP\/1.1 400 /)
  expect((await api.ada.request('GET', '/ws')).statusCode).toBe(400)
})

test('a refused upgrade gets a complete reply with the usual error body', async () => {
  const reply = await sendRawRequest(api.url, [
    'GET /ws HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    `Origin: ${api.config.APP_ORIGIN}`,
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
  ])
  expect(reply).toMatch(/^HTTP\/1.1 401 /)
  expect(reply).toContain('{"success":false,"code":"not-signed-in","message":"Please log in"}')
})

test('open sockets are counted in the metrics', async () => {
  await using _ = await openAuthenticatedSocket(api, api.ada)
  const { body } = await api.app.inject('/metrics')
  expect(body).toContain('open_sockets 1')
})

/** Everything the server sends until it closes the connection. */
async function sendRawRequest(url: string, lines: string[]): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  let reply = ''
  for await (const chunk of socket) reply += String(chunk)
  return reply
}

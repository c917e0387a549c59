import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { isWebsocketUpgrade } from '../realtime/websocket-upgrades.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'

const CLIENTS = 100
const DRIP_INTERVAL_MS = 50
/** As in `app.ts`, but in milliseconds instead of seconds. */
const server = {
  requestTimeout: 600,
  http: {
    headersTimeout: 400,
    connectionsCheckingInterval: 100,
    shouldUpgradeCallback: isWebsocketUpgrade,
  },
}

test('a request has ten seconds for its headers and fifteen in all', async () => {
  await using api = await startApp()
  expect(api.app.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 15_000 })
})

test('clients that send a byte now and then are cut, and others are served meanwhile', async () => {
  const timings = { authTimeoutMs: 400, timeoutCheckIntervalMs: 50 }
  const env = { LIMITS: 'relaxed' }
  await using api = await startApp({ isListening: true, env, server, timings })
  const ada = await signInNewMember(api, 'ada')
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = `Host: localhost\r\nOrigin: ${api.config.APP_ORIGIN}\r\nCookie: ${cookie}\r\n`
  const handshake =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
  const beginnings = [
    [`GET / HTTP/1.1\r\n${head}X-Slow: `, 'a'],
    [
      `POST /api/users/login HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
      ' ',
    ],
    [`GET /ws HTTP/1.1\r\n${head}${handshake}`, ''],
  ] as const
  const closings = beginnings.flatMap(([beginning, filler]) =>
    Array.from({ length: CLIENTS }, () => openSlowClient(api.url, beginning, filler)),
  )
  const { statusCode } = await api.app.inject('/api/posts/browse')
  expect(statusCode).toBe(200)
  expect((await fetch(`${api.url}/api/posts/browse`)).status).toBe(200)
  await Promise.all(closings)
  await expect.poll(() => api.app.gateway.size, { timeout: 10_000 }).toBe(0)
})

/** Resolves when the server has closed the connection. */
async function openSlowClient(url: string, beginning: string, filler: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.resume()
  socket.write(beginning)
  const timer = setInterval(() => filler && socket.write(filler), DRIP_INTERVAL_MS)
  await new Promise((resolve) => socket.on('close', resolve))
  clearInterval(timer)
}

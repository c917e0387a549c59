import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startRunningClock } from '../../testing/running-clock.ts'
import { openRawSocket, type RawSocketOwner } from '../../testing/sockets/raw-socket.ts'
import { TEST_REDIS_URL } from '../../testing/start-app.ts'
import { startMessagingApp, type MessagingApp } from '../../testing/start-messaging-app.ts'
import { startProcess } from '../../testing/start-process.ts'
import { openAuthenticatedSocket, resetUpgradeLimits } from '../../testing/sockets/test-socket.ts'
import type { GatewayTimings } from './gateway-timings.ts'
import { buildFrame, Opcode } from '../../testing/sockets/websocket-frame.ts'

const STRICT = { LIMITS: 'strict' }
const LISTENING = { isListening: true }
const POLICY_VIOLATION = 1008
const CUT_WITHIN_MS = 2_000
const MEMORY_GROWTH_MAX_BYTES = 50 * 1024 * 1024
/** Processor time of the flooded process until another member's message is answered. */
const MESSAGE_WITHIN_MS = 500
const FRAMES_IN_CHUNK = 4_000

let api: MessagingApp
beforeAll(async () => {
  api = await startMessagingApp(STRICT, LISTENING)
  return () => api[Symbol.asyncDispose]()
})
beforeEach(() => resetUpgradeLimits(api))

function toOwner({ id, cookies }: MessagingApp['ada']): RawSocketOwner {
  const cookie = `sid=${cookies.get('sid')}`
  return { id, headers: { origin: api.config.APP_ORIGIN, cookie } }
}

function repeatFrame(frame: Buffer): Buffer {
  return Buffer.concat(Array.from({ length: FRAMES_IN_CHUNK }, () => frame))
}

describe('a client that reads nothing and floods', () => {
  test('with pings is cut off, costs no memory and slows down no other member', async () => {
    await using server = await startProcess({
      NODE_ENV: 'test',
      ROLE: 'api',
      LIMITS: 'strict',
      LOG_LEVEL: 'silent',
      APP_ORIGIN: api.config.APP_ORIGIN,
      DATABASE_URL: api.database.url,
      REDIS_URL: TEST_REDIS_URL,
    })
    const target = { url: server.url, config: api.config }
    await using flooder = await openRawSocket(server.url, toOwner(api.ada))
    await using bob = await openAuthenticatedSocket(target, api.bob)
    const memoryBefore = await readResidentBytes(server.pid)
    const flood = flooder.flood(repeatFrame(buildFrame(Opcode.ping)), CUT_WITHIN_MS)
    const latencies: number[] = []
    for (let index = 0; index < 10; index += 1) {
      const tempId = `temp-flood-${index}-${server.pid}`
      const busyBefore = await readProcessorMs(server.pid)
      using clock = startRunningClock()
      bob.send({ type: 'new_message', recipientId: api.carla.id, content: 'Hello', tempId })
      await bob.nextEvent('new_message', (event) => event.tempId === tempId)
      expect(clock.readMs()).toBeLessThan(10 * MESSAGE_WITHIN_MS)
      latencies.push((await readProcessorMs(server.pid)) - busyBefore)
    }
    expect(await flood).toMatchObject({ isCut: true })
    expect(await readResidentBytes(server.pid)).toBeLessThan(memoryBefore + MEMORY_GROWTH_MAX_BYTES)
    expect(Math.max(...latencies)).toBeLessThan(MESSAGE_WITHIN_MS)
  })

  test.concurrent.each([
    ['pings with a payload', buildFrame(Opcode.ping, 'x'.repeat(125))],
    ['pongs that answer nothing', buildFrame(Opcode.pong)],
    ['empty messages', buildFrame(Opcode.text)],
    ['empty fragments', buildFrame(Opcode.continuation, '', { isFinal: false })],
    ['fragments of one byte', buildFrame(Opcode.continuation, 'x', { isFinal: false })],
    ['frames of an unknown kind', buildFrame(3)],
    ['compressed frames', buildFrame(Opcode.text, '{}', { reservedBits: 4 })],
    ['unmasked frames', buildFrame(Opcode.text, '{}', { isMasked: false })],
    ['bytes after a close frame', buildFrame(Opcode.close)],
  ])('with %s is cut off', async (_, frame) => {
    await using flooder = await openRawSocket(api.url, toOwner(api.ada))
    const start = buildFrame(Opcode.text, '', { isFinal: false })
    if (frame[0] === Opcode.continuation) flooder.socket.write(start)
    expect(await flooder.flood(repeatFrame(frame), CUT_WITHIN_MS)).toMatchObject({ isCut: true })
  })

  test('while its socket is being closed is cut off', async () => {
    await using flooder = await openRawSocket(api.url, toOwner(api.ada))
    const flood = flooder.flood(repeatFrame(buildFrame(Opcode.ping)), CUT_WITHIN_MS)
    await api.app.gateway.drain(0)
    expect(await flood).toMatchObject({ isCut: true })
  })
})

describe('an honest client', () => {
  test('gets an answer to each ping, with its payload', async () => {
    await using live = await openAuthenticatedSocket(api, api.ada)
    const pongs: string[] = []
    live.socket.on('pong', (payload) => pongs.push(payload.toString()))
    const pings = Array.from({ length: 25 }, (_, index) => `ping ${index}`)
    for (const payload of pings) live.socket.ping(payload)
    await expect.poll(() => pongs).toEqual(pings)
    expect(live.events).toEqual([])
  })

  test('is never cut off for answering the pings of the server', async () => {
    const timings = { pingIntervalMs: 5, timeoutCheckIntervalMs: 5 }
    await using impatient = await startMessagingApp(STRICT, { ...LISTENING, timings })
    await using live = await openAuthenticatedSocket(impatient, impatient.ada)
    let pings = 0
    live.socket.on('ping', () => (pings += 1))
    await expect.poll(() => pings, { timeout: 5_000 }).toBeGreaterThan(60)
    expect(live.events).toEqual([])
    expect(live.socket.readyState).toBe(live.socket.OPEN)
  })

  test('that flooded by mistake learns the reason', async () => {
    await using live = await openAuthenticatedSocket(api, api.ada)
    for (let index = 0; index < 40; index += 1) live.socket.ping()
    expect(await live.closed).toBe(POLICY_VIOLATION)
    expect(live.events.at(-1)).toMatchObject({ type: 'error', code: 'forbidden' })
  })
})

describe('the buffer of what a client has not read yet', () => {
  const EARLY_CHECKS = { stallTimeoutMs: 200, timeoutCheckIntervalMs: 50 }
  const BUFFER_MAX_BYTES = 1024 * 1024

  /** A member's socket that reads nothing, with the server's end of it. */
  async function openUnreadSocket(timings: Partial<GatewayTimings>) {
    const relaxed = await startMessagingApp({ LIMITS: 'relaxed' }, { ...LISTENING, timings })
    let serverEnd: Socket | undefined
    relaxed.app.server.on('connection', (socket) => (serverEnd = socket))
    const unread = await openRawSocket(relaxed.url, toOwner(relaxed.ada))
    return {
      ...unread,
      app: relaxed.app,
      countBufferedBytes: () => serverEnd?.writableLength ?? 0,
      publish: (bytes: number) => relaxed.bus.publish(relaxed.ada.id, 'x'.repeat(bytes)),
      async [Symbol.asyncDispose]() {
        unread.socket.destroy()
        await relaxed[Symbol.asyncDispose]()
      },
    }
  }

  test('is not filled by answers to pings, even without rate limits', async () => {
    await using unread = await openUnreadSocket({ timeoutCheckIntervalMs: 60_000 })
    await unread.flood(repeatFrame(buildFrame(Opcode.ping, 'x'.repeat(125))), 500)
    expect(unread.app.gateway.size).toBe(1)
    expect(unread.countBufferedBytes()).toBeLessThan(100 * 1024)
  })

  test('ends the socket when it stays full, even if nothing more is sent', async () => {
    await using unread = await openUnreadSocket(EARLY_CHECKS)
    while (unread.countBufferedBytes() < BUFFER_MAX_BYTES) unread.publish(50_000)
    await expect.poll(() => unread.app.gateway.size).toBe(0)
  })

  test('ends the socket at once when it is far above its limit', async () => {
    await using unread = await openUnreadSocket({ ...EARLY_CHECKS, stallTimeoutMs: 60_000 })
    unread.publish(16 * BUFFER_MAX_BYTES)
    await expect.poll(() => unread.app.gateway.size).toBe(0)
  })
})

/** Processor time of a process, which does not grow while other programs are busy. A tick is ten milliseconds. */
async function readProcessorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14)
  return (Number(user) + Number(system)) * 10
}

async function readResidentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
}

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getLastSocket, countOpenedSockets } from '../testing/fake-socket.ts'
import { installFakeClock } from '../testing/fake-clock.ts'
import { createConnection, getSocketUrl, type Connection } from './connection.ts'

const ADA = '0198c5a0-0000-7000-8000-000000000001'
const BOB = '0198c5a0-0000-7000-8000-000000000002'

let connection: Connection
const onClosedAsSignedOut = vi.fn<() => void>()

beforeEach(() => {
  onClosedAsSignedOut.mockReset()
  connection = createConnection()
})
afterEach(() => connection.stop())

test('the client authenticates, and is connected once the server accepts', () => {
  const states: string[] = []
  connection.subscribe(() => states.push(connection.getState()))
  connection.start(ADA, onClosedAsSignedOut)
  expect(getLastSocket().url).toBe('ws://localhost:3000/ws')
  expect(connection.getState()).toBe('connecting')

  getLastSocket().accept()

  expect(getLastSocket().sentEvents).toEqual([
    { type: 'auth', userId: ADA, timestamp: expect.stringMatching(/Z$/) },
  ])
  expect(states).toEqual(['connected'])
})

test('events are sent only while connected', () => {
  const typing = { type: 'typing', recipientId: BOB, isTyping: true } as const
  expect(connection.send(typing)).toBe(false)
  connection.start(ADA, onClosedAsSignedOut)
  expect(connection.send(typing)).toBe(false)
  getLastSocket().accept()
  expect(connection.send(typing)).toBe(true)
  expect(getLastSocket().sentOfType('typing')).toEqual([typing])
})

test('events outside the contract are ignored', () => {
  const events: unknown[] = []
  connection.on('typing', (event) => events.push(event))
  connect()

  getLastSocket().receiveRaw('{"type":"fireworks"}')
  getLastSocket().receiveRaw('{"type":"typing"}')
  getLastSocket().receiveRaw('no JSON')
  getLastSocket().receive({ type: 'typing', userId: BOB, isTyping: true })

  expect(events).toEqual([{ type: 'typing', userId: BOB, isTyping: true }])
})

test('a subscriber gets the events of its type, until it unsubscribes', () => {
  const received: unknown[] = []
  const unsubscribe = connection.on('typing', (event) => received.push(event.userId))
  connection.on('error', (event) => received.push(event.message))
  connect()

  getLastSocket().receive({ type: 'typing', userId: BOB, isTyping: true })
  getLastSocket().receive({ type: 'error', message: 'Too fast' })
  unsubscribe()
  getLastSocket().receive({ type: 'typing', userId: ADA, isTyping: true })

  expect(received).toEqual([BOB, 'Too fast'])
})

describe('a lost connection', () => {
  test('is retried after a growing delay, ten times at most', async () => {
    const { advanceTime } = installFakeClock()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    connection.start(ADA, onClosedAsSignedOut)
    getLastSocket().disconnect()
    await advanceTime(4900)
    expect([connection.getState(), countOpenedSockets()]).toEqual(['disconnected', 1])
    await advanceTime(200)
    expect([connection.getState(), countOpenedSockets()]).toEqual(['reconnecting', 2])

    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect([connection.getState(), connection.getAttempt()]).toEqual(['reconnecting', attempt])
      getLastSocket().disconnect()
      expect(connection.getState()).toBe(attempt < 10 ? 'reconnecting' : 'error')
      await advanceTime(Math.min(5000 * 1.5 ** attempt, 30_000) + 100)
    }
    expect([connection.getState(), countOpenedSockets()]).toEqual(['error', 11])

    connection.connectNow()
    getLastSocket().accept()
    expect([connection.getState(), countOpenedSockets()]).toEqual(['connected', 12])
  })

  test('counts on when it is lost again within half a minute', async () => {
    const { advanceTime } = installFakeClock()
    connect()
    for (const attempt of [1, 2]) {
      getLastSocket().disconnect()
      expect(connection.getState()).toBe('disconnected')
      await advanceTime(7600)
      expect([connection.getState(), connection.getAttempt()]).toEqual(['reconnecting', attempt])
      getLastSocket().accept()
      expect(connection.getState()).toBe('connected')
    }
  })

  test('is retried at once when the device comes online or the tab becomes visible', () => {
    connect()
    getLastSocket().disconnect()
    window.dispatchEvent(new Event('online'))
    expect([connection.getState(), countOpenedSockets()]).toEqual(['connecting', 2])

    getLastSocket().disconnect()
    document.dispatchEvent(new Event('visibilitychange'))
    expect([connection.getState(), countOpenedSockets()]).toEqual(['connecting', 3])
  })

  test('is noticed when the device goes offline', () => {
    connect()
    window.dispatchEvent(new Event('offline'))
    expect(connection.getState()).toBe('disconnected')
  })

  test('is noticed when the device has slept', async () => {
    const { advanceTime } = installFakeClock()
    connect()
    await advanceTime(30_000)
    expect(countOpenedSockets()).toBe(1)

    vi.setSystemTime(Date.now() + 3_600_000)
    await advanceTime(5000)

    expect([connection.getState(), countOpenedSockets()]).toEqual(['connecting', 2])
  })

  test('without any answer is replaced early enough for a page to be complete within 15 seconds', async () => {
    const { advanceTime } = installFakeClock()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    connection.start(ADA, onClosedAsSignedOut)
    await advanceTime(6_100)
    expect(connection.getState()).toBe('disconnected')
    await advanceTime(5_000)
    expect([connection.getState(), countOpenedSockets()]).toEqual(['reconnecting', 2])
  })

  test('waits longer for its answer from the second attempt on, so that a slow network connects too', async () => {
    const { advanceTime } = installFakeClock()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    connection.start(ADA, onClosedAsSignedOut)
    await advanceTime(11_100)
    await advanceTime(9_500)
    getLastSocket().accept()
    expect([connection.getState(), countOpenedSockets()]).toEqual(['connected', 2])
  })
})

test('a connection closed as signed out (1000) waits for Retry, and for the browser once the session is confirmed', async () => {
  const { advanceTime } = installFakeClock()
  connect()
  getLastSocket().disconnect(1000)
  expect(onClosedAsSignedOut).toHaveBeenCalledOnce()
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  await advanceTime(60_000)
  expect([connection.getState(), countOpenedSockets()]).toEqual(['error', 1])
  connection.connectNow()
  expect([connection.getState(), countOpenedSockets()]).toEqual(['connecting', 2])

  getLastSocket().disconnect(1000)
  connection.confirmSession()
  await advanceTime(60_000)
  expect([connection.getState(), countOpenedSockets()]).toEqual(['error', 2])
  window.dispatchEvent(new Event('online'))
  expect([connection.getState(), countOpenedSockets()]).toEqual(['connecting', 3])
})

test('a connection closed as going away (1001) waits for Retry, the network or the tab', async () => {
  const { advanceTime } = installFakeClock()
  connect()
  getLastSocket().disconnect(1001)
  await advanceTime(60_000)
  expect([connection.getState(), countOpenedSockets()]).toEqual(['error', 1])
  connection.connectNow()
  expect([connection.getState(), countOpenedSockets()]).toEqual(['connecting', 2])

  getLastSocket().disconnect(1001)
  document.dispatchEvent(new Event('visibilitychange'))
  expect([connection.getState(), countOpenedSockets()]).toEqual(['connecting', 3])
  expect(onClosedAsSignedOut).not.toHaveBeenCalled()
})

test('a tab over the limit waits until it becomes visible or is retried', async () => {
  const { advanceTime } = installFakeClock()
  connect()
  getLastSocket().disconnect(1008)
  await advanceTime(60_000)
  expect([connection.getState(), countOpenedSockets()]).toEqual(['error', 1])
  document.dispatchEvent(new Event('visibilitychange'))
  expect([connection.getState(), countOpenedSockets()]).toEqual(['connecting', 2])

  getLastSocket().disconnect(1008)
  connection.connectNow()
  expect([connection.getState(), countOpenedSockets()]).toEqual(['connecting', 3])
})

test('events of a replaced connection are ignored', () => {
  const events: unknown[] = []
  connection.on('typing', (event) => events.push(event))
  connect()
  const oldSocket = getLastSocket()
  window.dispatchEvent(new Event('online'))
  getLastSocket().accept()

  oldSocket.receive({ type: 'typing', userId: BOB, isTyping: true })
  oldSocket.disconnect(1000)

  expect([events, connection.getState()]).toEqual([[], 'connected'])
  expect(onClosedAsSignedOut).not.toHaveBeenCalled()
})

test('the socket is secure when the page is secure', () => {
  expect(getSocketUrl({ protocol: 'https:', host: 'dolph.example' })).toBe('wss://dolph.example/ws')
  expect(getSocketUrl({ protocol: 'http:', host: 'localhost:5173' })).toBe('ws://localhost:5173/ws')
})

function connect() {
  connection.start(ADA, onClosedAsSignedOut)
  getLastSocket().accept()
}

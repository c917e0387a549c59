import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getLastSocket, countOpenedSockets } from '../testing/fake-socket.ts'
import { installFakeClock } from '../testing/fake-clock.ts'
import { createSocket, type Socket } from './socket.ts'

const ADA = '0198c5a0-0000-7000-8000-000000000001'
const BOB = '0198c5a0-0000-7000-8000-000000000002'

let socket: Socket
const onClosedAsSignedOut = vi.fn<() => void>()

beforeEach(() => {
  onClosedAsSignedOut.mockReset()
  socket = createSocket()
})
afterEach(() => socket.stop())

test('the client authenticates, and is connected once the server accepts', () => {
  const states: string[] = []
  socket.subscribe(() => states.push(socket.getState()))
  socket.start(ADA, onClosedAsSignedOut)
  expect(getLastSocket().url).toBe('ws://localhost:3000/ws')

  getLastSocket().accept()

  expect(getLastSocket().sentEvents).toEqual([
    { type: 'auth', userId: ADA, timestamp: expect.stringMatching(/Z$/) },
  ])
  expect(states).toEqual(['connecting', 'connected'])
})

test('events are sent only while connected', () => {
  const typing = { type: 'typing', recipientId: BOB, isTyping: true } as const
  expect(socket.send(typing)).toBe(false)
  socket.start(ADA, onClosedAsSignedOut)
  expect(socket.send(typing)).toBe(false)
  getLastSocket().accept()
  expect(socket.send(typing)).toBe(true)
  expect(getLastSocket().sentOfType('typing')).toEqual([typing])
})

test('events outside the contract are ignored', () => {
  const events: unknown[] = []
  socket.onEvent((event) => events.push(event))
  connect()

  getLastSocket().receiveRaw('{"type":"fireworks"}')
  getLastSocket().receiveRaw('{"type":"typing"}')
  getLastSocket().receiveRaw('no JSON')
  getLastSocket().receive({ type: 'typing', userId: BOB, isTyping: true })

  expect(events).toEqual([{ type: 'typing', userId: BOB, isTyping: true }])
})

describe('a lost connection', () => {
  test('is retried after a growing delay, ten times at most', async () => {
    const { advanceTime } = installFakeClock()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    socket.start(ADA, onClosedAsSignedOut)
    getLastSocket().disconnect()
    await advanceTime(4900)
    expect([socket.getState(), countOpenedSockets()]).toEqual(['disconnected', 1])
    await advanceTime(200)
    expect([socket.getState(), countOpenedSockets()]).toEqual(['connecting', 2])

    for (let attempt = 1; attempt <= 10; attempt += 1) {
      getLastSocket().disconnect()
      await advanceTime(30_100)
    }
    expect([socket.getState(), countOpenedSockets()]).toEqual(['error', 11])

    socket.connectNow()
    getLastSocket().accept()
    expect([socket.getState(), countOpenedSockets()]).toEqual(['connected', 12])
  })

  test('is retried at once when the device comes online or the tab becomes visible', () => {
    connect()
    getLastSocket().disconnect()
    window.dispatchEvent(new Event('online'))
    expect([socket.getState(), countOpenedSockets()]).toEqual(['connecting', 2])

    getLastSocket().disconnect()
    document.dispatchEvent(new Event('visibilitychange'))
    expect([socket.getState(), countOpenedSockets()]).toEqual(['connecting', 3])
  })

  test('is noticed when the device goes offline', () => {
    connect()
    window.dispatchEvent(new Event('offline'))
    expect(socket.getState()).toBe('disconnected')
  })

  test('is noticed when the device has slept', async () => {
    const { advanceTime } = installFakeClock()
    connect()
    await advanceTime(30_000)
    expect(countOpenedSockets()).toBe(1)

    vi.setSystemTime(Date.now() + 3_600_000)
    await advanceTime(5000)

    expect([socket.getState(), countOpenedSockets()]).toEqual(['connecting', 2])
  })

  test('is given up when the server never answers', async () => {
    const { advanceTime } = installFakeClock()
    socket.start(ADA, onClosedAsSignedOut)
    await advanceTime(10_100)
    expect(socket.getState()).toBe('disconnected')
  })
})

test('a connection that the server ended stays closed until `reconnectAfterServerClose` is called', async () => {
  const { advanceTime } = installFakeClock()
  connect()
  getLastSocket().disconnect(1000)
  expect(onClosedAsSignedOut).toHaveBeenCalledOnce()
  window.dispatchEvent(new Event('online'))
  await advanceTime(60_000)
  expect([socket.getState(), countOpenedSockets()]).toEqual(['disconnected', 1])

  socket.reconnectAfterServerClose()
  await advanceTime(5100)
  expect([socket.getState(), countOpenedSockets()]).toEqual(['connecting', 2])
})

test('a tab over the limit waits until it becomes visible or is retried', async () => {
  const { advanceTime } = installFakeClock()
  connect()
  getLastSocket().disconnect(1008)
  await advanceTime(60_000)
  expect([socket.getState(), countOpenedSockets()]).toEqual(['error', 1])
  document.dispatchEvent(new Event('visibilitychange'))
  expect([socket.getState(), countOpenedSockets()]).toEqual(['connecting', 2])

  getLastSocket().disconnect(1008)
  socket.connectNow()
  expect([socket.getState(), countOpenedSockets()]).toEqual(['connecting', 3])
})

test('events of a replaced connection are ignored', () => {
  const events: unknown[] = []
  socket.onEvent((event) => events.push(event))
  connect()
  const oldSocket = getLastSocket()
  window.dispatchEvent(new Event('online'))
  getLastSocket().accept()

  oldSocket.receive({ type: 'typing', userId: BOB, isTyping: true })
  oldSocket.disconnect(1000)

  expect([events, socket.getState()]).toEqual([[], 'connected'])
  expect(onClosedAsSignedOut).not.toHaveBeenCalled()
})

function connect() {
  socket.start(ADA, onClosedAsSignedOut)
  getLastSocket().accept()
}

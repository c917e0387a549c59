import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lastSocket, socketsOpened } from '../testing/fake-socket.ts'
import { holdTime } from '../testing/time.ts'
import { createSocket, type Socket } from './socket.ts'

const ADA = '0198c5a0-0000-7000-8000-000000000001'
const BOB = '0198c5a0-0000-7000-8000-000000000002'

let socket: Socket
const onSentAway = vi.fn<() => void>()

beforeEach(() => {
  onSentAway.mockReset()
  socket = createSocket()
})
afterEach(() => socket.stop())

test('a member says who they are, and is connected once the server agrees', () => {
  const states: string[] = []
  socket.subscribe(() => states.push(socket.read()))
  socket.start(ADA, onSentAway)
  expect(lastSocket().url).toBe('ws://localhost:3000/ws')

  lastSocket().accept()

  expect(lastSocket().said).toEqual([
    { type: 'auth', userId: ADA, timestamp: expect.stringMatching(/Z$/) },
  ])
  expect(states).toEqual(['connecting', 'connected'])
})

test('what is said goes out only on a connection', () => {
  const typing = { type: 'typing', recipientId: BOB, isTyping: true } as const
  expect(socket.send(typing)).toBe(false)
  socket.start(ADA, onSentAway)
  expect(socket.send(typing)).toBe(false)
  lastSocket().accept()
  expect(socket.send(typing)).toBe(true)
  expect(lastSocket().saidOf('typing')).toEqual([typing])
})

test('what the contract does not know is not heard', () => {
  const heard: unknown[] = []
  socket.hear((event) => heard.push(event))
  connect()

  lastSocket().tellRaw('{"type":"fireworks"}')
  lastSocket().tellRaw('{"type":"typing"}')
  lastSocket().tellRaw('no JSON')
  lastSocket().tell({ type: 'typing', userId: BOB, isTyping: true })

  expect(heard).toEqual([{ type: 'typing', userId: BOB, isTyping: true }])
})

describe('a lost connection', () => {
  test('is tried again after the delay, which grows, and after ten attempts no more', async () => {
    const { pass } = holdTime()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    socket.start(ADA, onSentAway)
    lastSocket().end()
    await pass(4900)
    expect([socket.read(), socketsOpened()]).toEqual(['disconnected', 1])
    await pass(200)
    expect([socket.read(), socketsOpened()]).toEqual(['connecting', 2])

    for (let attempt = 1; attempt <= 10; attempt += 1) {
      lastSocket().end()
      await pass(30_100)
    }
    expect([socket.read(), socketsOpened()]).toEqual(['error', 11])

    socket.retry()
    lastSocket().accept()
    expect([socket.read(), socketsOpened()]).toEqual(['connected', 12])
  })

  test('is tried at once when the device comes online or the tab is looked at', () => {
    connect()
    lastSocket().end()
    window.dispatchEvent(new Event('online'))
    expect([socket.read(), socketsOpened()]).toEqual(['connecting', 2])

    lastSocket().end()
    document.dispatchEvent(new Event('visibilitychange'))
    expect([socket.read(), socketsOpened()]).toEqual(['connecting', 3])
  })

  test('is noticed when the device goes offline', () => {
    connect()
    window.dispatchEvent(new Event('offline'))
    expect(socket.read()).toBe('disconnected')
  })

  test('is noticed when the device has slept', async () => {
    const { pass } = holdTime()
    connect()
    await pass(30_000)
    expect(socketsOpened()).toBe(1)

    vi.setSystemTime(Date.now() + 3_600_000)
    await pass(5000)

    expect([socket.read(), socketsOpened()]).toEqual(['connecting', 2])
  })

  test('is given up when the server never answers', async () => {
    const { pass } = holdTime()
    socket.start(ADA, onSentAway)
    await pass(10_100)
    expect(socket.read()).toBe('disconnected')
  })
})

test('whoever is sent away does not come back until they are told to', async () => {
  const { pass } = holdTime()
  connect()
  lastSocket().end(1000)
  expect(onSentAway).toHaveBeenCalledOnce()
  window.dispatchEvent(new Event('online'))
  await pass(60_000)
  expect([socket.read(), socketsOpened()]).toEqual(['disconnected', 1])

  socket.comeBack()
  await pass(5100)
  expect([socket.read(), socketsOpened()]).toEqual(['connecting', 2])
})

test('one tab too many waits until somebody looks at it or asks for it', async () => {
  const { pass } = holdTime()
  connect()
  lastSocket().end(1008)
  await pass(60_000)
  expect([socket.read(), socketsOpened()]).toEqual(['error', 1])
  document.dispatchEvent(new Event('visibilitychange'))
  expect([socket.read(), socketsOpened()]).toEqual(['connecting', 2])

  lastSocket().end(1008)
  socket.retry()
  expect([socket.read(), socketsOpened()]).toEqual(['connecting', 3])
})

test('what an old connection says or does is not heard any more', () => {
  const heard: unknown[] = []
  socket.hear((event) => heard.push(event))
  connect()
  const old = lastSocket()
  window.dispatchEvent(new Event('online'))
  lastSocket().accept()

  old.tell({ type: 'typing', userId: BOB, isTyping: true })
  old.end(1000)

  expect([heard, socket.read()]).toEqual([[], 'connected'])
  expect(onSentAway).not.toHaveBeenCalled()
})

function connect() {
  socket.start(ADA, onSentAway)
  lastSocket().accept()
}

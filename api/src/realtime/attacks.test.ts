import { setTimeout as wait } from 'node:timers/promises'
import type { ClientEvent } from '@dolph/contract/realtime'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startMessagingApp, type MessagingApp } from '../testing/start-messaging-app.ts'
import {
  resetUpgradeLimits,
  openAuthenticatedSocket,
  openSocket,
  type TestSocket,
} from '../testing/test-socket.ts'

const STRICT = { LIMITS: 'strict' }
const RELAXED = { LIMITS: 'relaxed' }
const LISTENING = { isListening: true }
const POLICY_VIOLATION = 1008
const UNKNOWN_MEMBER_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

let api: MessagingApp
beforeAll(async () => {
  api = await startMessagingApp(STRICT, LISTENING)
  return () => api[Symbol.asyncDispose]()
})
beforeEach(() => resetUpgradeLimits(api))

function createAuthEvent(userId: string): ClientEvent {
  return { type: 'auth', userId, timestamp: new Date().toISOString() }
}

/** Somebody else's socket still works: the process lives and serves. */
async function expectGatewayResponsive() {
  await using peer = await openAuthenticatedSocket(api, api.bob)
  const { _id } = await api.ada.write(api.bob, 'Still here?')
  expect(await peer.next('new_message')).toMatchObject({ message: { _id } })
}

describe('before somebody has said who they are', () => {
  test('to say that one is another member ends the socket', async () => {
    await using forger = await openSocket(api, api.ada)
    forger.say(createAuthEvent(api.bob.id))
    expect(await forger.next('error')).toMatchObject({ message: 'Authentication failed' })
    expect(await forger.closing).toBe(POLICY_VIOLATION)
    await expectGatewayResponsive()
  })

  test.each([
    ['a message', { type: 'new_message', recipientId: UNKNOWN_MEMBER_ID, content: 'early' }],
    ['typing', { type: 'typing', recipientId: UNKNOWN_MEMBER_ID, isTyping: true }],
    ['a receipt', { type: 'message_received', messageId: UNKNOWN_MEMBER_ID }],
    ['a sync', { type: 'sync_request', conversationWith: UNKNOWN_MEMBER_ID, lastSyncTime: null }],
    ['nonsense', { type: 'nonsense' }],
  ])('to begin with %s ends the socket', async (_, event) => {
    await using early = await openSocket(api, api.ada)
    early.socket.send(JSON.stringify(event))
    expect(await early.closing).toBe(POLICY_VIOLATION)
    const kept = api.db.selectFrom('messages').selectAll().where('content', '=', 'early')
    expect(await kept.execute()).toEqual([])
  })

  test('to say nothing ends the socket', async () => {
    const timings = { authTimeoutMs: 200, timeoutCheckIntervalMs: 50 }
    await using hasty = await startMessagingApp(STRICT, { ...LISTENING, timings })
    await using silent = await openSocket(hasty, hasty.ada)
    expect(await silent.closing).toBe(POLICY_VIOLATION)
  })

  test('nothing of the member is heard', async () => {
    await using silent = await openSocket(api, api.ada)
    await api.bob.write(api.ada, 'secret')
    await wait(100)
    expect(silent.events).toEqual([])
  })
})

describe('frames', () => {
  test.each<[string, number, (live: TestSocket) => void]>([
    ['too large', 1009, ({ socket }) => socket.send('x'.repeat(64 * 1024 + 1))],
    ['of bytes', POLICY_VIOLATION, ({ socket }) => socket.send(Buffer.from('{"type":"typing"}'))],
    ['in seventeen parts', POLICY_VIOLATION, ({ socket }) => sendInFragments(socket, 17)],
    ['in empty parts', POLICY_VIOLATION, ({ socket }) => sendInFragments(socket, 5_000)],
    [
      'of broken text',
      1007,
      ({ socket }) => socket.send(Buffer.from([0xc3, 0x28]), { binary: false }),
    ],
  ])('%s end the socket, and no other', async (_, code, attack) => {
    await using live = await openAuthenticatedSocket(api, api.ada)
    attack(live)
    expect(await live.closing).toBe(code)
    await expectGatewayResponsive()
  })

  test('that mean nothing are answered nine times, and then the socket ends', async () => {
    await using live = await openAuthenticatedSocket(api, api.ada)
    const nonsense = [
      'nonsense',
      '',
      'null',
      '[]',
      '"auth"',
      '{"type":"__proto__"}',
      '{"type":"typing"}',
      '['.repeat(30_000),
      '{"type":"new_message","recipientId":"me","content":"x"}',
      '{"type":"auth_success"}',
    ]
    for (const text of nonsense) live.socket.send(text)
    expect(await live.closing).toBe(POLICY_VIOLATION)
    expect(live.events.map(({ type }) => type)).toEqual(nonsense.map(() => 'error'))
    await expectGatewayResponsive()
  })

  test('with a message that is wrong are answered under its name', async () => {
    await using live = await openAuthenticatedSocket(api, api.ada)
    const tempId = 'temp-12345678'
    live.say({ type: 'new_message', recipientId: api.bob.id, content: 'x'.repeat(5001), tempId })
    expect(await live.next('error')).toEqual({
      type: 'error',
      code: 'invalid-input',
      message: 'Message cannot be more than 5000 characters',
      tempId,
    })
    live.say({ type: 'new_message', recipientId: UNKNOWN_MEMBER_ID, content: 'x', tempId })
    expect(await live.next('error')).toEqual({
      type: 'error',
      code: 'not-found',
      message: 'User not found',
      tempId,
    })
  })
})

describe('a flood', () => {
  test.each<[string, number, ClientEvent]>([
    ['of messages', 30, { type: 'new_message', recipientId: UNKNOWN_MEMBER_ID, content: 'x' }],
    ['of typing', 3, { type: 'typing', recipientId: UNKNOWN_MEMBER_ID, isTyping: true }],
    [
      'of syncs',
      2,
      { type: 'sync_request', conversationWith: UNKNOWN_MEMBER_ID, lastSyncTime: null },
    ],
    ['of receipts', 200, { type: 'message_received', messageId: UNKNOWN_MEMBER_ID }],
  ])('%s is let through for a moment, and then ends the socket', async (_, burst, event) => {
    await using live = await openAuthenticatedSocket(api, api.ada)
    for (let nth = 0; nth < burst + 10; nth += 1) live.say(event)
    expect(await live.closing).toBe(POLICY_VIOLATION)
    const slower = live.events.filter(
      (each) => each.type === 'error' && each.message === 'Too many requests. Please slow down.',
    )
    expect(slower.length).toBeGreaterThanOrEqual(3)
    await expectGatewayResponsive()
  })

  test('of messages over several sockets is one flood, and each that was too much is told by its name', async () => {
    await using one = await openAuthenticatedSocket(api, api.carla)
    await using other = await openAuthenticatedSocket(api, api.carla)
    const names = Array.from({ length: 24 }, (_, nth) => `temp-12345678-${nth}`)
    for (const [nth, tempId] of names.entries()) {
      const socket = nth % 2 ? one : other
      socket.say({ type: 'new_message', recipientId: api.bob.id, content: 'x', tempId })
    }
    const refused = () =>
      [...one.events, ...other.events].flatMap((event) =>
        event.type === 'error' ? [event.tempId] : [],
      )
    await expect.poll(refused).toHaveLength(4)
    expect(names).toEqual(expect.arrayContaining(refused()))
    await expect.poll(async () => api.bob.thread(api.carla)).toHaveLength(20)
  })

  test('of sockets: the eleventh of a member ends the first', async () => {
    await using open = new AsyncDisposableStack()
    const sockets: TestSocket[] = []
    for (let nth = 0; nth < 11; nth += 1) {
      await resetUpgradeLimits(api)
      sockets.push(open.use(await openAuthenticatedSocket(api, api.ada)))
    }
    expect(await sockets[0]?.closing).toBe(POLICY_VIOLATION)
    const { _id } = await api.bob.write(api.ada, 'Hello')
    for (const socket of sockets.slice(1)) {
      expect(await socket.next('new_message')).toMatchObject({ message: { _id } })
    }
  })
})

describe('a browser that is gone', () => {
  test('without a word is found by its silence', async () => {
    const timings = { pingIntervalMs: 100, pongTimeoutMs: 200, timeoutCheckIntervalMs: 50 }
    await using patient = await startMessagingApp(RELAXED, { ...LISTENING, timings })
    await using live = await openAuthenticatedSocket(patient, patient.ada)
    await wait(600)
    expect(patient.app.gateway.size).toBe(1)
    live.socket.pause()
    await expect.poll(() => patient.app.gateway.size, { timeout: 2_000 }).toBe(0)
  })

  test('or reads nothing is cut off, and takes little memory until then', async () => {
    const timings = { stallTimeoutMs: 300, timeoutCheckIntervalMs: 50 }
    await using patient = await startMessagingApp(RELAXED, { ...LISTENING, timings })
    const { ada, bob, bus } = patient
    await using slow = await openAuthenticatedSocket(patient, bob)
    await using quick = await openAuthenticatedSocket(patient, ada)
    slow.socket.pause()
    const filling = JSON.stringify({ type: 'error', message: 'x'.repeat(10_000) })
    const fill = () => {
      for (let nth = 0; nth < 300; nth += 1) bus.publish(bob.id, filling)
      return patient.app.gateway.size
    }
    await expect.poll(fill, { timeout: 5_000 }).toBe(1)
    const { _id } = await ada.write(bob, 'Hello')
    expect(await quick.next('new_message')).toMatchObject({ message: { _id } })
  })
})

function sendInFragments(socket: TestSocket['socket'], count: number): void {
  for (let nth = 1; nth < count; nth += 1) socket.send(count > 100 ? '' : ' ', { fin: false })
  socket.send('{}', { fin: true })
}

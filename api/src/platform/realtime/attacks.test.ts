import { setTimeout as wait } from 'node:timers/promises'
import type { ClientEvent } from '@dolph/contract/realtime'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startMessagingApp, type MessagingApp } from '../../testing/start-messaging-app.ts'
import {
  resetUpgradeLimits,
  openAuthenticatedSocket,
  openSocket,
  type TestSocket,
} from '../../testing/sockets/test-socket.ts'

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

/** Another member's socket still works: the attack did not harm the process. */
async function expectGatewayResponsive() {
  await using peer = await openAuthenticatedSocket(api, api.bob)
  const { _id } = await api.ada.sendMessage(api.bob, 'Still here?')
  await receiveMessage(peer, _id)
}

/** Waits for a message. The poll for missed messages may first bring one of an earlier test. */
async function receiveMessage(socket: TestSocket, id: string): Promise<void> {
  await socket.nextEvent('new_message', ({ message }) => message._id === id)
}

describe('before authentication', () => {
  test('an auth event that names another member closes the socket', async () => {
    await using forger = await openSocket(api, api.ada)
    forger.send(createAuthEvent(api.bob.id))
    expect(await forger.nextEvent('error')).toMatchObject({ message: 'Authentication failed' })
    expect(await forger.closed).toBe(POLICY_VIOLATION)
    await expectGatewayResponsive()
  })

  test.each([
    ['an ISO text', '2026-01-02T03:04:05.678Z'],
    ['a number', 1_767_323_045_678],
  ])('an auth event with %s as its timestamp is accepted', async (_, timestamp) => {
    await using socket = await openSocket(api, api.ada)
    socket.send({ type: 'auth', userId: api.ada.id, timestamp })
    expect(await socket.nextEvent('auth_success')).toEqual({ type: 'auth_success' })
  })

  test.each([
    ['a message', { type: 'new_message', recipientId: UNKNOWN_MEMBER_ID, content: 'early' }],
    ['typing', { type: 'typing', recipientId: UNKNOWN_MEMBER_ID, isTyping: true }],
    ['a receipt', { type: 'message_received', messageId: UNKNOWN_MEMBER_ID }],
    ['a sync', { type: 'sync_request', conversationWith: UNKNOWN_MEMBER_ID, lastSyncTime: null }],
    ['nonsense', { type: 'nonsense' }],
  ])('%s as the first frame closes the socket', async (_, event) => {
    await using early = await openSocket(api, api.ada)
    early.socket.send(JSON.stringify(event))
    expect(await early.closed).toBe(POLICY_VIOLATION)
    const stored = api.db.selectFrom('messages').selectAll().where('content', '=', 'early')
    expect(await stored.execute()).toEqual([])
  })

  test('a socket that sends nothing is closed', async () => {
    const timings = { authTimeoutMs: 200, timeoutCheckIntervalMs: 50 }
    await using apiWithShortTimeouts = await startMessagingApp(STRICT, { ...LISTENING, timings })
    await using silent = await openSocket(apiWithShortTimeouts, apiWithShortTimeouts.ada)
    expect(await silent.closed).toBe(POLICY_VIOLATION)
  })

  test('the member’s events do not reach the socket', async () => {
    await using silent = await openSocket(api, api.ada)
    await api.bob.sendMessage(api.ada, 'secret')
    await wait(100)
    expect(silent.events).toEqual([])
  })
})

describe('frames', () => {
  test.each<[string, number, (live: TestSocket) => void]>([
    ['too large', 1009, ({ socket }) => socket.send('x'.repeat(64 * 1024 + 1))],
    [
      'of binary data',
      POLICY_VIOLATION,
      ({ socket }) => socket.send(Buffer.from('{"type":"typing"}')),
    ],
    ['in seventeen fragments', POLICY_VIOLATION, ({ socket }) => sendInFragments(socket, 17)],
    ['in empty fragments', POLICY_VIOLATION, ({ socket }) => sendInFragments(socket, 5_000)],
    [
      'of invalid UTF-8',
      1007,
      ({ socket }) => socket.send(Buffer.from([0xc3, 0x28]), { binary: false }),
    ],
  ])('%s close the socket, and no other', async (_, code, attack) => {
    await using live = await openAuthenticatedSocket(api, api.ada)
    attack(live)
    expect(await live.closed).toBe(code)
    await expectGatewayResponsive()
  })

  test('are answered with an error event each; the tenth invalid one closes the socket', async () => {
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
    expect(await live.closed).toBe(POLICY_VIOLATION)
    expect(live.events.map(({ type }) => type)).toEqual(nonsense.map(() => 'error'))
    await expectGatewayResponsive()
  })

  test('with an invalid message are answered with its tempId', async () => {
    await using live = await openAuthenticatedSocket(api, api.ada)
    const tempId = 'temp-12345678'
    live.send({ type: 'new_message', recipientId: api.bob.id, content: 'x'.repeat(5001), tempId })
    expect(await live.nextEvent('error')).toEqual({
      type: 'error',
      code: 'invalid-input',
      message: 'Message cannot be more than 5000 characters',
      tempId,
    })
    live.send({ type: 'new_message', recipientId: UNKNOWN_MEMBER_ID, content: 'x', tempId })
    expect(await live.nextEvent('error')).toEqual({
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
  ])('%s passes up to the burst limit, then closes the socket', async (_, burst, event) => {
    await using live = await openAuthenticatedSocket(api, api.ada)
    for (let index = 0; index < 2 * burst + 10; index += 1) live.send(event)
    expect(await live.closed).toBe(POLICY_VIOLATION)
    const tooManyRequests = live.events.filter(
      (each) => each.type === 'error' && each.message === 'Too many requests. Please slow down.',
    )
    expect(tooManyRequests.length).toBeGreaterThanOrEqual(3)
    await expectGatewayResponsive()
  })

  test('of messages over several sockets counts as one, and each refused message is named by its tempId', async () => {
    await using one = await openAuthenticatedSocket(api, api.carla)
    await using other = await openAuthenticatedSocket(api, api.carla)
    const tempIds = Array.from({ length: 24 }, (_, index) => `temp-12345678-${index}`)
    for (const [index, tempId] of tempIds.entries()) {
      const socket = index % 2 ? one : other
      socket.send({ type: 'new_message', recipientId: api.bob.id, content: 'x', tempId })
    }
    const refused = () =>
      [...one.events, ...other.events].flatMap((event) =>
        event.type === 'error' ? [event.tempId] : [],
      )
    await expect.poll(refused).toHaveLength(4)
    expect(tempIds).toEqual(expect.arrayContaining(refused()))
    await expect.poll(async () => api.bob.listMessages(api.carla)).toHaveLength(20)
  })

  test('of sockets: the eleventh socket of a member closes the first', async () => {
    await using open = new AsyncDisposableStack()
    const sockets: TestSocket[] = []
    for (let index = 0; index < 11; index += 1) {
      await resetUpgradeLimits(api)
      sockets.push(open.use(await openAuthenticatedSocket(api, api.ada)))
    }
    expect(await sockets[0]?.closed).toBe(POLICY_VIOLATION)
    const { _id } = await api.bob.sendMessage(api.ada, 'Hello')
    for (const socket of sockets.slice(1)) {
      await receiveMessage(socket, _id)
    }
  })
})

describe('an unresponsive client', () => {
  test('without closing its socket is detected by missing pongs', async () => {
    const timings = { pingIntervalMs: 100, pongTimeoutMs: 200, timeoutCheckIntervalMs: 50 }
    await using apiWithShortTimeouts = await startMessagingApp(RELAXED, { ...LISTENING, timings })
    await using live = await openAuthenticatedSocket(apiWithShortTimeouts, apiWithShortTimeouts.ada)
    await wait(600)
    expect(apiWithShortTimeouts.app.gateway.size).toBe(1)
    live.socket.pause()
    await expect.poll(() => apiWithShortTimeouts.app.gateway.size, { timeout: 2_000 }).toBe(0)
  })

  test('that stops reading is disconnected, with bounded memory', async () => {
    const timings = { stallTimeoutMs: 300, timeoutCheckIntervalMs: 50 }
    await using apiWithShortTimeouts = await startMessagingApp(RELAXED, { ...LISTENING, timings })
    const { ada, bob, bus } = apiWithShortTimeouts
    await using slow = await openAuthenticatedSocket(apiWithShortTimeouts, bob)
    await using quick = await openAuthenticatedSocket(apiWithShortTimeouts, ada)
    slow.socket.pause()
    const largeEvent = JSON.stringify({ type: 'error', message: 'x'.repeat(10_000) })
    const publishLargeEvents = () => {
      for (let index = 0; index < 300; index += 1) bus.publish(bob.id, largeEvent)
      return apiWithShortTimeouts.app.gateway.size
    }
    await expect.poll(publishLargeEvents, { timeout: 5_000 }).toBe(1)
    const { _id } = await ada.sendMessage(bob, 'Hello')
    expect(await quick.nextEvent('new_message')).toMatchObject({ message: { _id } })
  })
})

function sendInFragments(socket: TestSocket['socket'], count: number): void {
  for (let index = 1; index < count; index += 1) socket.send(count > 100 ? '' : ' ', { fin: false })
  socket.send('{}', { fin: true })
}

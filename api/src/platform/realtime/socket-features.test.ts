import { ClientEvent } from '@dolph/contract/realtime'
import { TypingEvent } from '@dolph/contract/messaging/messaging'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { openAuthenticatedSocket } from '../../testing/sockets/test-socket.ts'
import { startMessagingApp, type MessagingApp } from '../../testing/start-messaging-app.ts'
import { defineClientEvent, type SocketFeature } from './socket-feature.ts'

const WaveEvent = z.object({ type: z.literal('wave'), hands: z.number() })
const WAVE_BURST = 2
/** Presence pauses for a moment when a busy machine delays the heartbeat of the bus. */
const WITHIN = { timeout: 5_000 }
const onWave = vi.fn(async (_connection: object, _event: z.infer<typeof WaveEvent>) => {})
const onDelivered = vi.fn()

/** A feature as a later version may have it, beside messaging. */
const waves = {
  name: 'waves',
  clientEvents: [
    defineClientEvent(WaveEvent, onWave, { limit: { perSecond: 0.001, burst: WAVE_BURST } }),
  ],
  serverEvents: [{ type: 'error', onDelivered }],
  onConnect: vi.fn(async () => {}),
  onOffline: vi.fn(async () => {}),
  poll: vi.fn(async () => {}),
} satisfies SocketFeature

let api: MessagingApp
beforeAll(async () => {
  const timings = {
    offlineDelayMs: 20,
    presenceIntervalMs: 20,
    pollIntervalMs: 50,
    pollIntervalWithoutRedisMs: 20,
  }
  const extendApp = (app: MessagingApp['app']) => app.gateway.register(waves)
  api = await startMessagingApp({ LIMITS: 'strict' }, { isListening: true, timings, extendApp })
  return () => api[Symbol.asyncDispose]()
})
beforeEach(() => vi.clearAllMocks())

describe('two features on one gateway', () => {
  test('get their own client events, and not those of the other', async () => {
    const { ada, bob } = api
    await using socket = await openAuthenticatedSocket(api, ada)
    await using peer = await openAuthenticatedSocket(api, bob)
    socket.socket.send('{"type":"wave","hands":2,"other":1}')
    socket.send({ type: 'new_message', recipientId: bob.id, content: 'Hello' })
    expect(await peer.nextEvent('new_message')).toMatchObject({ message: { content: 'Hello' } })
    expect(onWave.mock.calls).toEqual([
      [expect.objectContaining({ memberId: ada.id }), { type: 'wave', hands: 2 }],
    ])
    expect(socket.events.filter(({ type }) => type === 'error')).toEqual([])
  })

  test('have their own limits and the errors of the gateway', async () => {
    await using socket = await openAuthenticatedSocket(api, api.ada)
    socket.socket.send('{"type":"wave","hands":"two"}')
    expect(await socket.nextEvent('error')).toMatchObject({ code: 'invalid-input' })
    onWave.mockRejectedValueOnce(new Error('broken'))
    for (let count = 0; count <= WAVE_BURST; count += 1)
      socket.socket.send('{"type":"wave","hands":1}')
    const errors = [await socket.nextEvent('error'), await socket.nextEvent('error')]
    expect(new Set(errors.map(({ code }) => code))).toEqual(
      new Set(['internal', 'too-many-requests']),
    )
    expect(onWave).toHaveBeenCalledTimes(WAVE_BURST)
  })

  test('both learn who connects and who is offline, and both poll', async () => {
    const { carla } = api
    await using bystander = await openAuthenticatedSocket(api, api.bob)
    const socket = await openAuthenticatedSocket(api, carla)
    const isCarla = expect.objectContaining({ memberId: carla.id })
    await expect.poll(() => waves.onConnect.mock.calls, WITHIN).toContainEqual([isCarla, true])
    await socket[Symbol.asyncDispose]()
    await expect
      .poll(() => waves.onOffline.mock.calls, WITHIN)
      .toContainEqual([carla.id, expect.any(String)])
    await expect.poll(() => waves.poll.mock.calls.length, WITHIN).toBeGreaterThan(1)
    expect(bystander.socket.readyState).toBe(bystander.socket.OPEN)
  })

  test('learn which of their own events were delivered', async () => {
    const { ada, bob, bus } = api
    await using socket = await openAuthenticatedSocket(api, bob)
    const event = '{"type":"error","message":"Hello"}'
    await ada.sendMessage(bob, 'Hello')
    bus.publish(bob.id, event)
    await socket.nextEvent('error')
    expect(onDelivered.mock.calls).toEqual([[bob.id, event]])
  })
})

describe('startup', () => {
  test('fails when two features handle the same client event', () => {
    const clientEvents = [defineClientEvent(TypingEvent, async () => {})]
    expect(() => api.app.gateway.register({ name: 'copy', clientEvents })).toThrow(
      'Two socket features handle the event typing: messaging and copy',
    )
  })

  test('fails when a feature handles the auth event', () => {
    const auth = z.object({ type: z.literal('auth') })
    const clientEvents = [defineClientEvent(auth, async () => {})]
    expect(() => api.app.gateway.register({ name: 'copy', clientEvents })).toThrow('auth')
  })

  test('fails when two features send the same event', () => {
    const serverEvents = [{ type: 'typing' }]
    const copy = { name: 'copy', clientEvents: [], serverEvents }
    expect(() => api.app.gateway.register(copy)).toThrow('typing')
  })
})

test('every client event of the contract has a feature that handles it', () => {
  const types = ClientEvent.def.options.map(({ shape }) => shape.type.def.values[0])
  expect(new Set(['auth', ...api.app.gateway.clientEventTypes])).toEqual(
    new Set([...types, 'wave']),
  )
})

import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ClientEvent } from '@dolph/contract/realtime'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../start-app.ts'
import { openAuthenticatedSocket, openSocket, type TestSocket } from '../sockets/test-socket.ts'
import { CALLERS, getExpectedStatus, type CallerName } from './access-classes.ts'
import { buildHostileOrigins } from './hostile-origins.ts'
import { createCallers, type Caller } from './matrix-callers.ts'
import { createMatrixFixtures, type MatrixApp, type MatrixFixtures } from './matrix-fixtures.ts'
import {
  readSocketAccessTable,
  SOCKET_UPGRADE,
  type SocketAccessRow,
} from './socket-access-table.ts'

const POLICY_VIOLATION = 1008
const UPGRADES_MIN = 100
const callerNames = Object.keys(CALLERS) as CallerName[]
const SOCKET_EVENTS = await readSocketAccessTable()
const eventTypes = Object.keys(SOCKET_EVENTS)
/** The callers that may open a socket with their own cookies. The owner is first: a message is received once. */
const socketCallers = ['owner', 'otherMember', 'googleMember'] as const

/** The messages that mark the end of what an event caused. */
const lastMessageIds = new Set<string>()

let api: MatrixApp
let fixtures: MatrixFixtures
let callers: Map<CallerName, Caller>
beforeAll(async () => {
  // The poller for missed messages would repeat messages from before a socket was open.
  const timings = { pollIntervalMs: 3_600_000 }
  api = await startApp({ env: { LIMITS: 'relaxed' }, isListening: true, timings })
  fixtures = await createMatrixFixtures(api)
  callers = await createCallers(api, fixtures)
  return () => api[Symbol.asyncDispose]()
})

test('every event has a row, and every row an event', () => {
  const types = ClientEvent.def.options.map(({ shape }) => shape.type.def.values[0])
  expect(new Set(types)).toEqual(new Set(eventTypes))
})

test.each(callerNames)('the upgrade as %s gets the status of the table', async (name) => {
  const { cookies, headers } = getCaller(name)
  const { origin, 'sec-fetch-site': site } = headers
  const status = await requestUpgrade(cookies, origin, site)
  expect(status).toBe(getExpectedStatus(SOCKET_UPGRADE, name))
})

test('no other origin gets a socket, whatever cookies it sends', async () => {
  const origins = buildHostileOrigins(api.config.APP_ORIGIN)
  const senders = ['owner', 'otherMember', 'expiredSession', 'anonymous'] as const
  const upgrades = senders.flatMap((name) =>
    origins.map(async (origin) => requestUpgrade(getCaller(name).cookies, origin)),
  )
  expect(upgrades.length).toBeGreaterThanOrEqual(UPGRADES_MIN)
  expect(new Set(await Promise.all(upgrades))).toEqual(new Set([403]))
})

describe('before authentication', () => {
  test.each(eventTypes)(
    '%s closes the socket, unless it is the member’s own auth event',
    async (type) => {
      const event = await buildEvent(type)
      for (const name of socketCallers) {
        await using socket = await openSocketAs(name)
        socket.send(event)
        const isOwnAuth = type === 'auth' && name === 'owner'
        const isAnswered = isOwnAuth
          ? await socket.nextEvent('auth_success')
          : (await socket.closed) === POLICY_VIOLATION
        expect(isAnswered, name).toBeTruthy()
      }
    },
  )
})

describe('an authenticated socket', () => {
  test.each(eventTypes)('with %s gets and causes the events of the table', async (type) => {
    const row = getRow(type)
    for (const name of socketCallers) {
      const event = await buildEvent(type)
      await using peer = await openAuthenticatedSocket(api, fixtures.peer)
      await using sender = await openSocketAs(name)
      const id = getMemberId(name)
      sender.send({ type: 'auth', userId: id, timestamp: new Date().toISOString() })
      await sender.nextEvent('auth_success')
      sender.send(event)
      await sendSentinel(sender, id)
      // Published later than what the event caused, so the peer gets it last; the owner gets it too.
      const last = await fixtures.fillIn('{newMessage}')
      lastMessageIds.add(last)
      await peer.nextEvent('new_message', ({ message }) => message._id === last)
      const expected = name === 'owner' ? row.owner : row.member
      const readOutcome = () => `${listEventTypes(sender)} > ${listEventTypes(peer)}`
      await expect.poll(() => [name, readOutcome().trim()]).toEqual([name, expected])
    }
  })
})

function getCaller(name: CallerName): Caller {
  const caller = callers.get(name)
  if (!caller) throw new Error(`There is no caller ${name}`)
  return caller
}

function getMemberId(name: (typeof socketCallers)[number]): string {
  const { owner, other, google } = fixtures
  return { owner, otherMember: other, googleMember: google }[name]
}

function getRow(type: string): SocketAccessRow {
  const row = SOCKET_EVENTS[type]
  if (!row) throw new Error(`There is no row for ${type}`)
  return row
}

async function buildEvent(type: string): Promise<ClientEvent> {
  const text = JSON.stringify({ type, ...getRow(type).sample })
  return ClientEvent.parse(JSON.parse(await fixtures.fillIn(text)))
}

function openSocketAs(name: CallerName): Promise<TestSocket> {
  return openSocket(api, { cookies: new Map(Object.entries(getCaller(name).cookies)) })
}

/** Sends the upgrade request of a browser and returns the status of the reply. */
async function requestUpgrade(
  cookies: Record<string, string>,
  origin?: string,
  site?: string,
): Promise<number> {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
    ...(origin !== undefined && { origin }),
    ...(site !== undefined && { 'sec-fetch-site': site }),
  }
  const upgrade = request(`${api.url}/ws`, { headers })
  upgrade.end()
  const [reply, socket] = (await Promise.race([
    once(upgrade, 'upgrade'),
    once(upgrade, 'response'),
  ])) as [IncomingMessage, Socket?]
  socket?.destroy()
  reply.resume()
  return reply.statusCode ?? 0
}

/** Waits until the server has handled all earlier events: it reads a socket in order, and refuses a message to oneself. */
async function sendSentinel(socket: TestSocket, memberId: string): Promise<void> {
  const tempId = `temp-${randomUUID()}`
  socket.send({ type: 'new_message', recipientId: memberId, content: 'Last', tempId })
  await socket.nextEvent('error', (event) => event.tempId === tempId)
}

/** The types of the received events, without the last messages, which may come twice, and without presence. */
function listEventTypes({ events }: TestSocket): string {
  const others = events.filter(
    (event) =>
      event.type !== 'user_status' &&
      !(event.type === 'new_message' && lastMessageIds.has(event.message._id)),
  )
  return [...new Set(others.map(({ type }) => type))].join(' ')
}

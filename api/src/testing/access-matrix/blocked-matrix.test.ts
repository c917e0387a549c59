import { randomUUID } from 'node:crypto'
import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import type { Endpoint } from '@dolph/contract/endpoint'
import { ClientEvent } from '@dolph/contract/realtime'
import { beforeAll, describe, expect, test } from 'vitest'
import { openAuthenticatedSocket, type TestSocket } from '../sockets/test-socket.ts'
import { startApp } from '../start-app.ts'
import { readAccessTable } from './access-table.ts'
import { createBlockedFixtures, type BlockedMember } from './blocked-fixtures.ts'
import { readBlockedTable, type BlockedRow } from './blocked-table.ts'
import type { MatrixApp } from './matrix-fixtures.ts'

const { routes: ROUTES, events: EVENTS } = await readBlockedTable()
const SAMPLED_ROUTES = Object.entries(ROUTES).filter(([, { url, body }]) => url ?? body)

/** Who blocked the other. The table is run again without a block at the end: unblocking restores everything. */
const STATES = [
  ['neither blocked the other', []],
  ['ada blocked bob', ['ada']],
  ['bob blocked ada', ['bob']],
  ['both blocked each other', ['ada', 'bob']],
  ['both unblocked each other', []],
] as const

/** The routes that name members or take a text and need no sample, because no other member is in the reply or reads the text. */
const WITHOUT_OTHERS = [
  // The caller's own account, posts, roles and list of ignored members.
  'GET /api/users/me',
  'GET /api/users/ignored',
  'GET /api/profile/me',
  'PUT /api/profile/me',
  'PUT /api/profile/me/availability',
  'GET /api/posts/user/me',
  'GET /api/posts/:id',
  'POST /api/posts',
  'PUT /api/posts/:id',
  'POST /api/posts/:id/roles',
  'PUT /api/roles/:id',
  'PUT /api/roles/:id/state',
  // A project that the caller co-owns no more after a block: see `own-open-roles.test.ts`.
  'GET /api/roles/own',
  // The same for every visitor.
  'GET /api/posts/public/:id',
  'GET /api/users/auth/google/sign-up',
  'GET /api/users/auth/github/sign-up',
  // Leaving a team and removing from it stay possible: the reply is the team, which has a row.
  'DELETE /api/posts/:id/team/:userId',
  // Moderators see what was reported.
  'GET /api/review/audit',
  'GET /api/review/cases',
  'GET /api/review/cases/:id',
  'POST /api/review/appeals/:id/decision',
  'POST /api/review/cases/:id/decision',
]

interface Operation {
  responses: object
  requestBody?: object
  parameters?: object
}

let api: MatrixApp
let fixtures: Awaited<ReturnType<typeof createBlockedFixtures>>
beforeAll(async () => {
  // The poller for missed messages would repeat messages from before a socket was open.
  const timings = { pollIntervalMs: 3_600_000 }
  api = await startApp({ env: { LIMITS: 'relaxed' }, isListening: true, timings })
  fixtures = await createBlockedFixtures(api)
  return () => api[Symbol.asyncDispose]()
})

test('every route has a row, and every row a route', async () => {
  // The access matrix compares its own table with the routes of the app.
  const routes = new Set(Object.keys(ROUTES).map(getRoute))
  expect([...routes].toSorted()).toEqual(Object.keys(await readAccessTable()).toSorted())
})

test('every route that shows or reaches a member has a row with a sample', async () => {
  const reply = await fixtures.ada.request('GET', '/api/openapi.json')
  const { paths } = reply.json<{ paths: Record<string, Record<string, Operation>> }>()
  const concerned = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses, requestBody, parameters }]) => {
      const route = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
      const request = JSON.stringify([requestBody ?? null, parameters ?? null])
      const isConcerned =
        JSON.stringify(responses).includes('"userName"') ||
        /"(userId|recipientId|note)"|"content":\{"type":"string"/.test(request)
      return isConcerned ? [route] : []
    }),
  )
  const sampled = new Set(SAMPLED_ROUTES.map(([route]) => getRoute(route)))
  const unsampled = concerned.filter((route) => !sampled.has(route))
  expect(
    unsampled.toSorted(),
    'Give the row a sample, or list the route in WITHOUT_OTHERS if no other member is in the reply',
  ).toEqual(WITHOUT_OTHERS.toSorted())
})

test('every client event has a row, and every row an event', () => {
  const types = ClientEvent.def.options.map(({ shape }) => shape.type.def.values[0])
  expect(new Set(Object.keys(EVENTS))).toEqual(new Set(types))
})

describe.each(STATES)('%s', (_, blockers) => {
  beforeAll(async () => {
    for (const name of ['ada', 'bob'] as const) {
      const isBlocker = (blockers as readonly string[]).includes(name)
      await (isBlocker ? fixtures[name].block() : fixtures[name].unblock())
    }
  })
  const isBlocked = blockers.length > 0

  test.each(SAMPLED_ROUTES)('%s', async (route, row) => {
    for (const name of ['ada', 'bob'] as const) {
      const isBlocker = (blockers as readonly string[]).includes(name)
      const reply = await sendSample(fixtures[name], route, row)
      const text = row.effect === 'filtered' ? await fixtures[name].fillIn(row.text) : null
      const outcome = {
        status: reply.statusCode,
        refusal: reply.statusCode < 400 ? null : reply.json(),
        hasText: text && reply.body.includes(text),
      }
      expect([name, outcome]).toEqual([name, getExpectedOutcome(row, isBlocked, isBlocker)])
    }
  })

  test.each(Object.entries(EVENTS))('the event %s', async (type, row) => {
    for (const name of ['ada', 'bob'] as const) {
      const sender = fixtures[name]
      await using peerSocket = await openAuthenticatedSocket(api, sender.other)
      await using socket = await openAuthenticatedSocket(api, sender)
      const sample = await sender.fillIn(JSON.stringify({ type, ...row.sample }))
      socket.send(ClientEvent.parse(JSON.parse(sample)))
      // Each socket gets the refusal of a message to oneself after everything that the event caused.
      await sendSentinel(socket, sender.id)
      await sendSentinel(peerSocket, sender.other.id)
      const readOutcome = () => `${listEventTypes(socket)} > ${listEventTypes(peerSocket)}`.trim()
      await expect
        .poll(() => [name, readOutcome()])
        .toEqual([name, isBlocked ? row.blocked : row.open])
    }
  })
})

/** The method and the URL of a row, without what tells rows of one route apart. */
function getRoute(name: string): string {
  return name.split(' ').slice(0, 2).join(' ')
}

function getExpectedOutcome(row: BlockedRow, isBlocked: boolean, isBlocker: boolean) {
  if (row.effect === 'refused' && isBlocked) {
    const refusal = { success: false, code: 'forbidden', message: row.message }
    return { status: 403, refusal, hasText: null }
  }
  if (row.effect === 'absent' && isBlocked) {
    const refusal = { success: false, code: 'not-found', message: row.message }
    return { status: 404, refusal, hasText: null }
  }
  const allowed = { status: row.ok ?? 200, refusal: null }
  if (row.effect !== 'filtered') return { ...allowed, hasText: null }
  return { ...allowed, hasText: row.for === 'both' ? !isBlocked : !isBlocker }
}

async function sendSample(caller: BlockedMember, route: string, row: BlockedRow) {
  const [method, path = ''] = route.split(' ')
  const { url = path, body } = row
  const { token } = await caller.call(getCsrfToken, {})
  return caller.request(method as Endpoint['method'], await caller.fillIn(url), {
    headers: { 'x-csrf-token': token },
    ...(body && { body: JSON.parse(await caller.fillIn(JSON.stringify(body))) as object }),
  })
}

async function sendSentinel(socket: TestSocket, memberId: string): Promise<void> {
  const tempId = `temp-${randomUUID()}`
  socket.send({ type: 'new_message', recipientId: memberId, content: 'Last', tempId })
  await socket.nextEvent('error', (event) => event.tempId === tempId)
}

/** The types of the received events, without presence, which may change at any time, and hints about notifications. */
function listEventTypes({ events }: TestSocket): string {
  const types = events.map(({ type }) => type)
  return [...new Set(types)].filter((type) => !IGNORED_EVENTS.has(type)).join(' ')
}

const IGNORED_EVENTS = new Set(['user_status', 'notification'])

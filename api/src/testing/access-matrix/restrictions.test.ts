import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../start-app.ts'
import { getExpectedStatus } from './access-classes.ts'
import { readAccessTable } from './access-table.ts'
import { createCaller } from './matrix-callers.ts'
import {
  createMatrixFixtures,
  readOwnerState,
  type MatrixApp,
  type MatrixFixtures,
} from './matrix-fixtures.ts'
import { buildMatrixRequest } from './matrix-request.ts'

/** The changing calls of members that stay open while they are suspended. A new one belongs here only with a reason. */
const OPEN_TO_SUSPENDED = [
  // What keeps the account safe, and ends it.
  'POST /api/users/proof',
  'POST /api/users/proof/code',
  'DELETE /api/users/auth/github/connection',
  'POST /api/users/proof/passkey-options',
  'POST /api/users/passkeys/options',
  'POST /api/users/passkeys',
  'PUT /api/users/passkeys/:id',
  'DELETE /api/users/passkeys/:id',
  'DELETE /api/users/sessions/others',
  'POST /api/profile/send-password-code',
  'PUT /api/profile/change-password',
  'POST /api/users/totp',
  'POST /api/users/totp/confirm',
  'DELETE /api/users/totp',
  'POST /api/users/recovery-codes',
  'DELETE /api/profile/delete-account',
  // Leaving with one's data.
  'POST /api/profile/export',
  // What belongs to reading.
  'PUT /api/messages/:id/read',
  'PUT /api/messages/conversation/:userId/read',
  'PUT /api/rooms/:id/read',
  'PUT /api/rooms/:id/mute',
  'DELETE /api/rooms/:id/mute',
  'PUT /api/notifications/read',
  'PUT /api/notifications/settings',
  'PUT /api/posts/:id/mute',
  'DELETE /api/posts/:id/mute',
  'PUT /api/posts/:id/follow',
  'DELETE /api/posts/:id/follow',
  // No longer being open to join.
  'DELETE /api/profile/me/availability',
  // Whom the member does not want to hear from.
  'PUT /api/users/:id/block',
  'DELETE /api/users/:id/block',
  'PUT /api/users/:id/mute',
  'DELETE /api/users/:id/mute',
  // Ending what others see of the member.
  'DELETE /api/messages/:id',
  'PUT /api/join-requests/:id/withdraw',
  'DELETE /api/posts/:id/team/:userId',
  // Objecting to the decision.
  'POST /api/decisions/:id/appeal',
]
const CLOSED_BY_POSTING_LIMIT = [
  'POST /api/comments',
  'POST /api/posts',
  'POST /api/posts/:id/roles',
  'POST /api/posts/:id/updates',
  'POST /api/posts/pictures/:kind',
  'PUT /api/comments/:id',
  'PUT /api/posts/:id',
  'PUT /api/posts/:id/project',
  'PUT /api/roles/:id',
  'PUT /api/roles/:id/state',
  'PUT /api/updates/:id',
]
const CLOSED_BY_MESSAGING_LIMIT = [
  'DELETE /api/messages/:id/reactions/:kind',
  'POST /api/messages',
  'POST /api/messages/pictures',
  'POST /api/roles/:id/invitations',
  'POST /api/roles/:id/join-requests',
  'POST /api/rooms/:id/messages',
  'PUT /api/messages/:id',
  'PUT /api/messages/:id/reactions/:kind',
]

const ROUTES = Object.entries(await readAccessTable())
const CHANGING_ROUTES = ROUTES.filter(([route]) => !route.startsWith('GET'))
const REASON = 'You sent the same text to many members.'
const UNTIL = '2099-03-07T12:00:00.000Z'

describe('a decision of a moderator closes exactly these calls', () => {
  let api: MatrixApp
  let fixtures: MatrixFixtures
  beforeAll(async () => {
    api = await startApp({ env: { LIMITS: 'relaxed' } })
    fixtures = await createMatrixFixtures(api)
    // An admin: the calls of staff are closed like those of members.
    await api.db.insertInto('staff').values({ member_id: fixtures.owner, role: 'admin' }).execute()
    return () => api[Symbol.asyncDispose]()
  })

  test('a suspension: all that change something, but for those that keep or end the account, read or object', async () => {
    await restrict('suspended_until', 'suspend')
    const closed = listChangingRoutes().filter((route) => !OPEN_TO_SUSPENDED.includes(route))
    const statement = 'Your account is suspended until March 7, 2099.'
    expect(await listClosedRoutes(statement, ROUTES)).toEqual(closed)
  })

  test('a limit of posting: writing and editing posts and comments', async () => {
    await restrict('posting_limited_until', 'limit-posting')
    const closed = await listClosedRoutes('You cannot post until March 7, 2099.')
    expect(closed).toEqual(CLOSED_BY_POSTING_LIMIT)
  })

  test('a limit of messaging: sending messages', async () => {
    await restrict('messaging_limited_until', 'limit-messaging')
    const closed = await listClosedRoutes('You cannot send messages until March 7, 2099.')
    expect(closed).toEqual(CLOSED_BY_MESSAGING_LIMIT)
  })

  test('a decision whose time is over: none', async () => {
    const past = new Date(Date.now() - 1_000).toISOString()
    await setLimits({
      suspended_until: past,
      posting_limited_until: past,
      messaging_limited_until: past,
    })
    expect(await listClosedRoutes('')).toEqual([])
  })

  type Column = 'suspended_until' | 'posting_limited_until' | 'messaging_limited_until'

  async function setLimits(limits: Partial<Record<Column, string | null>>) {
    await api.db.updateTable('members').set(limits).where('id', '=', fixtures.owner).execute()
  }

  async function restrict(
    column: Column,
    decision: 'suspend' | 'limit-posting' | 'limit-messaging',
  ) {
    await setLimits({
      suspended_until: null,
      posting_limited_until: null,
      messaging_limited_until: null,
      [column]: UNTIL,
    })
    await api.db
      .insertInto('cases')
      .values({
        kind: 'member',
        subject_id: fixtures.owner,
        author_id: fixtures.owner,
        state: 'decided',
        decision,
        rule: 'spam',
        text: REASON,
        until: UNTIL,
        decided_at: new Date().toISOString(),
      })
      .execute()
  }

  /** The routes that a visitor cannot call and that change something. */
  function listChangingRoutes(): string[] {
    return api.app.declaredRoutes
      .filter(({ config }) => config?.access !== 'public')
      .flatMap(({ method, url }) => [method].flat().map((each) => `${each} ${url}`))
      .filter((route) => !/^(GET|HEAD) /.test(route))
      .toSorted()
  }

  /** Calls the routes as the owner, and lists those that are refused with this statement; no other is refused as limited. */
  async function listClosedRoutes(statement: string, routes = CHANGING_ROUTES): Promise<string[]> {
    const closed: string[] = []
    let caller = await createCaller(api, fixtures, 'owner')
    for (const [route, row] of routes) {
      if (row.endsSessions) caller = await createCaller(api, fixtures, 'owner')
      await api.db.deleteFrom('code_requests').execute()
      const request = await buildMatrixRequest(fixtures, route, row)
      const before = route.startsWith('GET') ? '' : await readOwnerState(api, fixtures)
      const headers = { ...caller.headers, ...request.headers }
      const reply = await api.app.inject({ ...request, ...caller, headers })
      if (row.endsSessions) caller = await createCaller(api, fixtures, 'owner')
      const isLimited = reply.body.includes('"code":"limited"')
      const openStatus = OPEN_TO_SUSPENDED.includes(route)
        ? getExpectedStatus(row, 'owner')
        : reply.statusCode
      expect([route, reply.statusCode]).toEqual([route, isLimited ? 403 : openStatus])
      if (!isLimited) continue
      expect(reply.json()).toMatchObject({ message: `${statement} Reason: ${REASON}` })
      expect(await readOwnerState(api, fixtures)).toBe(before)
      closed.push(route)
    }
    return closed.toSorted()
  }
})

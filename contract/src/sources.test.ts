import { expect, test } from 'vitest'
import { listEndpoints } from './testing/list-endpoints.ts'

/** Lists: most of the load. */
const STANDBY_CALLS = [
  'GET /api/people',
  'GET /api/posts/browse',
  'GET /api/posts/following',
  'GET /api/posts/user/me',
  'GET /api/profile/skills',
  'GET /api/roles',
  'GET /api/users/search',
]

/** Those whose URL names something that a standby may not have yet. */
const CONFIRMING_CALLS = [
  'GET /api/comments/:id/replies',
  'GET /api/comments/post/:id',
  'GET /api/posts/:id/project',
  'GET /api/posts/:id/roles',
  'GET /api/posts/:id/updates',
  'GET /api/posts/auth/:id',
  'GET /api/posts/public/:id',
  'GET /api/posts/user/:userId',
  'GET /api/profile/user/:username',
  'GET /api/skills/:key',
  'GET /api/topics/:key',
]

/** Sessions, forms that are saved back, messages, notifications, requests, decisions, and what carries an unread number. */
const PRIMARY_GETS = [
  'GET /api/csrf-token',
  'GET /api/decisions',
  'GET /api/imports/repositories',
  'GET /api/join-requests',
  'GET /api/join-requests/:id',
  'GET /api/messages',
  'GET /api/messages/conversations',
  'GET /api/messages/quoted',
  'GET /api/messages/search',
  'GET /api/messages/sync',
  'GET /api/notifications',
  'GET /api/notifications/settings',
  'GET /api/posts/:id',
  'GET /api/posts/:id/mute',
  'GET /api/posts/:id/team',
  'GET /api/profile/export',
  'GET /api/profile/me',
  'GET /api/profile/me/availability',
  'GET /api/reports',
  'GET /api/review/audit',
  'GET /api/review/cases',
  'GET /api/review/cases/:id',
  'GET /api/roles/own',
  'GET /api/roles/still-open/:token',
  'GET /api/rooms',
  'GET /api/rooms/:id',
  'GET /api/rooms/:id/messages',
  'GET /api/rooms/:id/search',
  'GET /api/rooms/:id/sync',
  'GET /api/users/:id/relation',
  'GET /api/users/activity',
  'GET /api/users/auth/github/sign-up',
  'GET /api/users/auth/google/sign-up',
  'GET /api/users/ignored',
  'GET /api/users/me',
  'GET /api/users/passkeys',
  'GET /api/users/sessions',
  'GET /api/users/totp',
  'GET /api/users/verify-email/:token',
]

/** Messages are read from the primary alone, so that a position would be a statement for nothing. */
const CHANGES_WITHOUT_POSITION = [
  'DELETE /api/messages/:id',
  'DELETE /api/messages/:id/reactions/:kind',
  'DELETE /api/messages/conversation/:userId',
  'POST /api/messages',
  'POST /api/rooms/:id/messages',
  'PUT /api/messages/:id',
  'PUT /api/messages/:id/reactions/:kind',
  'PUT /api/messages/:id/read',
  'PUT /api/messages/conversation/:userId/read',
  'PUT /api/rooms/:id/read',
]

const endpoints = await listEndpoints()
const listCalls = (isListed: (endpoint: (typeof endpoints)[number]) => boolean) =>
  endpoints
    .filter(isListed)
    .map(({ method, url }) => `${method} ${url}`)
    .toSorted()

test('each GET reads where this list says', () => {
  const reads = ({ method }: { method: string }) => method === 'GET'
  expect(
    listCalls((one) => one.config.source === 'standby' && !one.config.confirmsMissing),
  ).toEqual(STANDBY_CALLS)
  expect(listCalls((one) => one.config.source === 'standby' && one.config.confirmsMissing)).toEqual(
    CONFIRMING_CALLS,
  )
  expect(listCalls((one) => one.config.source === 'primary' && reads(one))).toEqual(PRIMARY_GETS)
})

test('no changing call reads from a standby, and only standby calls confirm what is missing', () => {
  expect(listCalls((one) => one.method !== 'GET' && one.config.source !== 'primary')).toEqual([])
  expect(listCalls((one) => one.config.confirmsMissing && one.config.source !== 'standby')).toEqual(
    [],
  )
})

test('the reply of each changing call has a position, except for messages', () => {
  expect(listCalls((one) => one.method !== 'GET' && !one.config.returnsPosition)).toEqual(
    CHANGES_WITHOUT_POSITION,
  )
  expect(listCalls((one) => one.method === 'GET' && one.config.returnsPosition)).toEqual([
    'GET /api/users/verify-email/:token',
  ])
})

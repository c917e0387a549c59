import { expect, test } from 'vitest'
import { listEndpoints } from './testing/list-endpoints.ts'

/** The calls that change nothing more when they are repeated, as they are: each sets a state, and none adds something. */
const IDEMPOTENT_CALLS = [
  'DELETE /api/messages/:id',
  'DELETE /api/messages/:id/reactions/:kind',
  'DELETE /api/posts/:id/follow',
  'DELETE /api/posts/:id/mute',
  'DELETE /api/profile/me/availability',
  'DELETE /api/rooms/:id/mute',
  'DELETE /api/users/:id/block',
  'DELETE /api/users/:id/mute',
  'DELETE /api/users/me/onboarding',
  'PUT /api/comments/:id',
  'PUT /api/messages/:id',
  'PUT /api/messages/:id/reactions/:kind',
  'PUT /api/notifications/read',
  'PUT /api/notifications/settings',
  'PUT /api/posts/:id',
  'PUT /api/posts/:id/follow',
  'PUT /api/posts/:id/mute',
  'PUT /api/posts/:id/project',
  'PUT /api/profile/me/availability',
  'PUT /api/roles/:id',
  'PUT /api/rooms/:id/history',
  'PUT /api/rooms/:id/mute',
  'PUT /api/updates/:id',
  'PUT /api/users/:id/block',
  'PUT /api/users/:id/mute',
  'PUT /api/users/me/onboarding',
  'PUT /api/users/passkeys/:id',
]

const endpoints = await listEndpoints()
const describeCalls = (calls: typeof endpoints) =>
  calls.map(({ method, url }) => `${method} ${url}`).toSorted()

test.each(['tempId', 'liked'] as const)(
  'exactly the calls whose body can have `%s` are idempotent by it',
  (field) => {
    const withField = endpoints.filter(({ schema }) => hasField(schema.body, field))
    const declared = endpoints.filter(({ config }) => config.idempotentBy === field)
    expect(withField.length).toBeGreaterThan(0)
    expect(describeCalls(declared)).toEqual(describeCalls(withField))
  },
)

test('the profile may be sent again without an email, which would be confirmed by mail', () => {
  const declared = endpoints.filter(({ config }) => config.idempotentBy === 'noEmail')
  expect(describeCalls(declared)).toEqual(['PUT /api/profile/me'])
})

test('of all others, only the listed calls may be sent again', () => {
  const declared = endpoints.filter(({ config }) => config.idempotentBy === 'always')
  expect(
    describeCalls(declared),
    'A call that sets a state and adds nothing belongs into IDEMPOTENT_CALLS',
  ).toEqual(IDEMPOTENT_CALLS)
})

/** Reads the shape of an object schema, also of one that is optional. */
function hasField(schema: unknown, field: string): boolean {
  if (typeof schema !== 'object' || schema === null || !('def' in schema)) return false
  const def = schema.def as { shape?: object; innerType?: unknown; options?: unknown[] }
  if (def.shape) return field in def.shape
  return hasField(def.innerType, field) || (def.options ?? []).some((one) => hasField(one, field))
}

import type { Role } from '@dolph/contract/roles/roles'
import { expect, test } from 'vitest'
import { createRoleFixture } from '../../../testing/fixtures/role-fixtures.ts'
import { findJoinOption } from './find-join-option.ts'

type RequestState = NonNullable<Role['joinRequest']>['state']

test('without a choice, the first open role is asked for', () => {
  const roles = [createRole('a', { state: 'paused' }), createRole('b'), createRole('c')]
  expect(findJoinOption(roles, undefined)).toMatchObject({ kind: 'ask', role: { _id: 'b' } })
})

test('a role that the member chose goes before the first, and before a request for another', () => {
  const roles = [createRole('a'), createRole('b', {}, 'waiting'), createRole('c')]
  expect(findJoinOption(roles, 'c')).toMatchObject({ kind: 'ask', role: { _id: 'c' } })
})

test.each<RequestState>(['waiting', 'talking'])('a request that is %s is shown', (state) => {
  const roles = [createRole('a'), createRole('b', {}, state)]
  expect(findJoinOption(roles, 'b')).toMatchObject({ kind: 'asked', role: { _id: 'b' } })
})

test.each<RequestState>(['declined', 'ended', 'withdrawn'])(
  'after a request that was %s the member can ask again',
  (state) => {
    const roles = [createRole('a', {}, state)]
    expect(findJoinOption(roles, undefined)).toMatchObject({ kind: 'ask', role: { _id: 'a' } })
  },
)

test('a member of the team asks for nothing', () => {
  const roles = [createRole('a'), createRole('b', { state: 'filled' }, 'accepted')]
  expect(findJoinOption(roles, 'a')).toMatchObject({ kind: 'asked', role: { _id: 'b' } })
})

test('there is nothing to do where no role is open', () => {
  expect(findJoinOption([createRole('a', { state: 'filled' })], undefined)).toBeUndefined()
})

function createRole(_id: string, fields: Partial<Role> = {}, state?: RequestState): Role {
  const joinRequest = state && {
    _id,
    state,
    fromOwner: false,
    dueAt: '2026-01-02T03:04:05.678Z',
    counterpart: null,
  }
  return createRoleFixture({ _id, ...fields, joinRequest: joinRequest ?? null })
}

import { expect, test } from 'vitest'
import { readAccessTable } from '../../testing/access-matrix/access-table.ts'
import { ERASURE_KINDS, type ErasureKind } from '../erasures/erasure-kinds.ts'

/**
 * What each call that deletes records in the list of erasures. A string instead of a kind says why it records nothing: the call takes
 * back a choice, and a restored backup returns it like every other setting.
 */
const DELETE_CALLS: Record<string, ErasureKind | `- ${string}`> = {
  'DELETE /api/comments/:id': 'comment',
  'DELETE /api/messages/:id': 'message',
  'DELETE /api/messages/:id/reactions/:kind': '- a choice',
  'DELETE /api/messages/conversation/:userId': 'conversation',
  'DELETE /api/notifications/unsubscribe/:token': '- a choice',
  'DELETE /api/posts/:id': 'post',
  'DELETE /api/posts/:id/follow': '- a choice',
  'DELETE /api/posts/:id/mute': '- a choice',
  'DELETE /api/posts/:id/team/:userId': '- leaving a team keeps its line',
  'DELETE /api/profile/delete-account': 'account',
  'DELETE /api/profile/me/availability': '- a choice, and it ends by itself',
  'DELETE /api/roles/:id': 'role',
  'DELETE /api/rooms/:id/mute': '- a choice',
  'DELETE /api/updates/:id': 'update',
  'DELETE /api/users/:id/block': '- a choice',
  'DELETE /api/users/:id/mute': '- a choice',
  'DELETE /api/users/auth/github/connection': '- a choice',
  'DELETE /api/users/me/onboarding': '- a choice',
  'DELETE /api/users/totp': '- a choice, and an operator can reset it',
  'DELETE /api/users/passkeys/:id': 'passkey',
  'DELETE /api/users/sessions/others': '- all sessions end after a restore',
}

test('every call that deletes is recorded as an erasure, or has a reason why not', async () => {
  const calls = Object.keys(await readAccessTable()).filter((route) => route.startsWith('DELETE'))
  expect(calls.toSorted()).toEqual(Object.keys(DELETE_CALLS).toSorted())
  const recorded = Object.values(DELETE_CALLS).filter((kind) => !kind.startsWith('-'))
  // A picture is erased when a profile or post is saved without it, a room some time after its post.
  expect([...recorded, 'picture', 'message-picture', 'room'].toSorted()).toEqual(
    [...ERASURE_KINDS].toSorted(),
  )
})

import type { BlockedRow } from '../../../testing/access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/posts/:id/updates': {
    effect: 'none',
    reason: 'updates of the author belong to the post, which is public',
    url: '/api/posts/{otherPost}/updates',
  },
  'POST /api/posts/:id/updates naming the other': {
    effect: 'filtered',
    for: 'both',
    ok: 201,
    url: '/api/posts/{ownTeamPost}/updates',
    body: { body: 'Thank you, @{otherName}' },
    text: '{other}',
  },
  'PUT /api/updates/:id naming the other': {
    effect: 'filtered',
    for: 'both',
    url: '/api/updates/{newOwnUpdate}',
    body: { body: 'Thank you, @{otherName}' },
    text: '{other}',
  },
  'DELETE /api/updates/:id': { effect: 'none', reason: 'open to the owners of the project only' },
}

import { OF_THE_CALLER, type BlockedRow } from '../../../testing/access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/roles': {
    effect: 'filtered',
    for: 'both',
    url: '/api/roles',
    text: '{otherPost}',
  },
  'GET /api/roles/own': {
    effect: 'none',
    reason:
      'the author of a co-owned project is named; a block ends the co-ownership, see own-open-roles.test.ts',
  },
  'GET /api/posts/:id/roles': {
    effect: 'none',
    reason: 'the post is public; asking to join is refused',
    url: '/api/posts/{otherPost}/roles',
  },
  'POST /api/posts/:id/roles': OF_THE_CALLER,
  'PUT /api/roles/:id': OF_THE_CALLER,
  'PUT /api/roles/:id/state': OF_THE_CALLER,
  'DELETE /api/roles/:id': OF_THE_CALLER,
  'PUT /api/roles/confirm': OF_THE_CALLER,
  'GET /api/roles/still-open/:token': OF_THE_CALLER,
  'PUT /api/roles/still-open/:token': OF_THE_CALLER,
}

import type { BlockedRow } from '../../../access-matrix/blocked-table.ts'

const OF_OWNERS: BlockedRow = { effect: 'none', reason: 'open to the owners of the project only' }

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/posts/:id/updates': {
    effect: 'none',
    reason: 'updates of the author belong to the post, which is public',
    url: '/api/posts/{otherPost}/updates',
  },
  'POST /api/posts/:id/updates': OF_OWNERS,
  'PUT /api/updates/:id': OF_OWNERS,
  'DELETE /api/updates/:id': OF_OWNERS,
}

import { OF_THE_CALLER, type BlockedRow } from '../../../testing/access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/posts/:id/project': {
    effect: 'none',
    reason: 'the post is public',
    url: '/api/posts/{otherPost}/project',
  },
  'GET /api/posts/:id/team': {
    effect: 'filtered',
    for: 'both',
    url: '/api/posts/{thirdPost}/team',
    text: '"userName":"{otherName}"',
  },
  'PUT /api/posts/:id/project': OF_THE_CALLER,
  'PUT /api/posts/:id/team/:userId': {
    effect: 'absent',
    message: 'User not found',
    url: '/api/posts/{ownTeamPost}/team/{other}',
    body: { isCoOwner: true },
  },
  'DELETE /api/posts/:id/team/:userId': {
    effect: 'none',
    reason: 'leaving and removing stay possible',
  },
}

import { OF_THE_CALLER, type BlockedRow } from '../../../access-matrix/blocked-table.ts'

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
    effect: 'none',
    reason: 'a member who is blocked is not made a co-owner, see `projects.test.ts`',
  },
  'DELETE /api/posts/:id/team/:userId': {
    effect: 'none',
    reason: 'leaving and removing stay possible',
  },
}

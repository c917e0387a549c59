import { OF_THE_CALLER, type BlockedRow } from '../../../testing/access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/users/search': {
    effect: 'filtered',
    for: 'both',
    url: '/api/users/search?username={otherName}',
    text: '{other}',
  },
  'GET /api/people': { effect: 'filtered', for: 'both', url: '/api/people', text: '{other}' },
  'GET /api/profile/me/availability': OF_THE_CALLER,
  'PUT /api/profile/me/availability': OF_THE_CALLER,
  'DELETE /api/profile/me/availability': OF_THE_CALLER,
}

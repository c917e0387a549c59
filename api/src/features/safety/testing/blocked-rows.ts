import { OF_THE_CALLER, type BlockedRow } from '../../../access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/users/:id/relation': {
    effect: 'filtered',
    for: 'both',
    url: '/api/users/{other}/relation',
    text: '"canMessage":true',
  },
  'GET /api/users/hidden': OF_THE_CALLER,
  'PUT /api/users/:id/block': {
    effect: 'none',
    reason: 'changes the relation, see `hide-members.test.ts`',
  },
  'DELETE /api/users/:id/block': {
    effect: 'none',
    reason: 'changes the relation, see `hide-members.test.ts`',
  },
  'PUT /api/users/:id/mute': {
    effect: 'none',
    reason: 'changes the relation, see `hide-members.test.ts`',
  },
  'DELETE /api/users/:id/mute': {
    effect: 'none',
    reason: 'changes the relation, see `hide-members.test.ts`',
  },
}

import {
  OF_THE_CALLER,
  PUBLIC,
  type BlockedRow,
} from '../../../testing/access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/users/:id/relation': {
    effect: 'filtered',
    for: 'both',
    url: '/api/users/{other}/relation',
    text: '"canMessage":true',
  },
  'GET /settings/hidden': PUBLIC,
  'GET /api/users/ignored': OF_THE_CALLER,
  'PUT /api/users/:id/block': {
    effect: 'none',
    reason: 'changes the relation, see `change-relations.test.ts`',
  },
  'DELETE /api/users/:id/block': {
    effect: 'none',
    reason: 'changes the relation, see `change-relations.test.ts`',
  },
  'PUT /api/users/:id/mute': {
    effect: 'none',
    reason: 'changes the relation, see `change-relations.test.ts`',
  },
  'DELETE /api/users/:id/mute': {
    effect: 'none',
    reason: 'changes the relation, see `change-relations.test.ts`',
  },
}

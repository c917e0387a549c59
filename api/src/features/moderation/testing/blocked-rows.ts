import { OF_THE_CALLER, type BlockedRow } from '../../../testing/access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'POST /api/reports': {
    effect: 'none',
    reason: 'anything can be reported at any time',
    ok: 201,
    body: { subject: { kind: 'post', id: '{otherPost}' }, reason: 'spam' },
  },
  'GET /api/reports': OF_THE_CALLER,
  'GET /api/decisions': OF_THE_CALLER,
  'POST /api/decisions/:id/appeal': OF_THE_CALLER,
}

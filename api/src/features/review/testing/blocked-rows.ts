import { OF_STAFF, type BlockedRow } from '../../../testing/access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/review/cases': OF_STAFF,
  'GET /api/review/cases/:id': OF_STAFF,
  'POST /api/review/cases/:id/decision': OF_STAFF,
  'POST /api/review/appeals/:id/decision': OF_STAFF,
  'GET /api/review/audit': OF_STAFF,
}

import { OF_THE_CALLER, type BlockedRow } from '../../../testing/access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'POST /api/profile/export': OF_THE_CALLER,
  'GET /api/profile/export': OF_THE_CALLER,
  'GET /api/profile/export/file': OF_THE_CALLER,
}

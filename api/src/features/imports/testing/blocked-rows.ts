import { OF_THE_CALLER, type BlockedRow } from '../../../testing/access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/imports/repositories': OF_THE_CALLER,
  'POST /api/imports': OF_THE_CALLER,
}

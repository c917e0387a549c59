import {
  OF_THE_CALLER,
  PUBLIC,
  type BlockedRow,
} from '../../../testing/access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/profile/user/:username': {
    effect: 'none',
    reason: 'the profile stays: the blocker finds Unblock on it',
    url: '/api/profile/user/{otherName}',
  },
  'GET /pictures/:key/:file': PUBLIC,
  'GET /api/profile/skills': PUBLIC,
  'GET /api/profile/me': OF_THE_CALLER,
  'PUT /api/profile/me': OF_THE_CALLER,
  'POST /api/profile/upload-picture': OF_THE_CALLER,
}

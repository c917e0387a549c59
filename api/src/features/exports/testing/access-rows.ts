import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

export const accessRows: Record<string, AccessRow> = {
  'POST /api/profile/export': { access: 'changeMember', ok: 202 },
  'GET /api/profile/export': { access: 'readMember' },
  // The owner has a copy, the others have none.
  'GET /api/profile/export/file': { access: 'readOwner' },
  'HEAD /api/profile/export/file': { access: 'readOwner' },
}

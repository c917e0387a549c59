import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

export const accessRows: Record<string, AccessRow> = {
  'POST /api/profile/export': { access: 'changeMemberWithProof', ok: 202 },
  'GET /api/profile/export': { access: 'readMember' },
  // Of the callers nobody has a copy; who gets one is in `exports.test.ts`.
  'GET /api/profile/export/file': { access: 'readMemberWithProof', ok: 404 },
}

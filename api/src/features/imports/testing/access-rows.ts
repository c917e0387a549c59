import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

export const accessRows: Record<string, AccessRow> = {
  'GET /api/imports/repositories': { access: 'readMember' },
  'POST /api/imports': {
    access: 'changeMember',
    // No code host is configured.
    ok: 404,
    body: { url: 'https://github.com/ada/tide' },
  },
}

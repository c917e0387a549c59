import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

export const accessRows: Record<string, AccessRow> = {
  'GET /pictures/:key/:file': { access: 'readPublic', ok: 404 },
  'GET /api/profile/me': { access: 'readMember' },
  'PUT /api/profile/me': { access: 'changeMember', body: { bio: 'Changed' } },
  'GET /api/profile/user/:username': { access: 'readMember', url: '/api/profile/user/owner' },
  'GET /api/profile/skills': { access: 'readMember', url: '/api/profile/skills?q=ty' },
  'POST /api/profile/upload-picture': {
    access: 'changeMember',
    ok: 400,
    contentType: 'multipart/form-data; boundary=none',
    body: ['No form'],
  },
}

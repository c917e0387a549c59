import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

export const accessRows: Record<string, AccessRow> = {
  'GET /settings/hidden': { access: 'readPublic', ok: 302 },
  'GET /api/users/ignored': { access: 'readMember' },
  'GET /api/users/:id/relation': { access: 'readMember', url: '/api/users/{otherPeer}/relation' },
  'PUT /api/users/:id/block': { access: 'changeMember', url: '/api/users/{otherPeer}/block' },
  'DELETE /api/users/:id/block': { access: 'changeMember', url: '/api/users/{otherPeer}/block' },
  'PUT /api/users/:id/mute': { access: 'changeMember', url: '/api/users/{otherPeer}/mute' },
  'DELETE /api/users/:id/mute': { access: 'changeMember', url: '/api/users/{otherPeer}/mute' },
}

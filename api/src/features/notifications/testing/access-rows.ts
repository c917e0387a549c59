import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

const UNKNOWN_TOKEN = 'A'.repeat(64)

export const accessRows: Record<string, AccessRow> = {
  'GET /api/notifications': { access: 'readMember' },
  'PUT /api/notifications/read': {
    access: 'changeMember',
    body: { upTo: '2026-01-01T00:00:00.000Z' },
  },
  'GET /api/notifications/settings': { access: 'readMember' },
  'PUT /api/notifications/settings': { access: 'changeMember', body: { kinds: {} } },
  'GET /api/posts/:id/mute': { access: 'readMember', url: '/api/posts/{post}/mute' },
  'PUT /api/posts/:id/mute': { access: 'changeMember', url: '/api/posts/{post}/mute' },
  'DELETE /api/posts/:id/mute': { access: 'changeMember', url: '/api/posts/{post}/mute' },
  'GET /api/notifications/unsubscribe/:token': {
    access: 'readPublic',
    ok: 302,
    url: `/api/notifications/unsubscribe/${UNKNOWN_TOKEN}`,
  },
  'POST /api/notifications/unsubscribe/:token': {
    access: 'reportPublic',
    ok: 404,
    url: `/api/notifications/unsubscribe/${UNKNOWN_TOKEN}`,
  },
  'DELETE /api/notifications/unsubscribe/:token': {
    access: 'changePublicOrigin',
    ok: 404,
    url: `/api/notifications/unsubscribe/${UNKNOWN_TOKEN}`,
  },
}

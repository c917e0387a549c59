import { OF_THE_CALLER, type BlockedRow } from '../../../testing/access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/notifications': {
    effect: 'filtered',
    for: 'both',
    url: '/api/notifications',
    text: '{other}',
  },
  'GET /api/notifications with words': {
    effect: 'filtered',
    for: 'both',
    url: '/api/notifications',
    text: 'heard of {otherName}',
  },
  'PUT /api/notifications/read': OF_THE_CALLER,
  'GET /api/notifications/settings': OF_THE_CALLER,
  'PUT /api/notifications/settings': OF_THE_CALLER,
  'GET /api/posts/:id/mute': {
    effect: 'none',
    reason: 'concerns what the caller is notified of',
    url: '/api/posts/{otherPost}/mute',
  },
  'PUT /api/posts/:id/mute': OF_THE_CALLER,
  'DELETE /api/posts/:id/mute': OF_THE_CALLER,
  'GET /api/notifications/unsubscribe/:token': OF_THE_CALLER,
  'POST /api/notifications/unsubscribe/:token': OF_THE_CALLER,
  'DELETE /api/notifications/unsubscribe/:token': OF_THE_CALLER,
}

import { CANNOT_MESSAGE } from '@dolph/contract/safety/safety'
import type { BlockedRow, BlockedEventRow } from '../../../testing/access-matrix/blocked-table.ts'

const READERS = 'a room names everybody who reads it; messages of the other are folded'

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/rooms': { effect: 'none', reason: READERS, url: '/api/rooms' },
  'GET /api/rooms/:id': { effect: 'none', reason: READERS, url: '/api/rooms/{roomOfThree}' },
  'GET /api/rooms/:id/messages': {
    effect: 'none',
    reason: READERS,
    url: '/api/rooms/{roomOfThree}/messages',
  },
  'GET /api/rooms/:id/search': {
    effect: 'none',
    reason: READERS,
    url: '/api/rooms/{roomOfThree}/search?q=Hello',
  },
  'GET /api/rooms/:id/sync': {
    effect: 'filtered',
    text: '"userId":"{other}"',
    for: 'both',
    url: '/api/rooms/{roomOfThree}/sync',
  },
  'POST /api/rooms/:id/messages': {
    effect: 'refused',
    message: CANNOT_MESSAGE,
    ok: 201,
    url: '/api/rooms/{roomOfTwo}/messages',
    body: { content: 'Hello' },
  },
  'POST /api/rooms/:id/messages to more than the other': {
    effect: 'none',
    reason: 'the rest of the team reads it',
    ok: 201,
    url: '/api/rooms/{roomOfThree}/messages',
    body: { content: 'Hello' },
  },
  'PUT /api/rooms/:id/read': {
    effect: 'none',
    reason: 'concerns the caller alone',
    url: '/api/rooms/{roomOfTwo}/read',
    body: {},
  },
  'PUT /api/rooms/:id/mute': { effect: 'none', reason: 'concerns the caller alone' },
  'DELETE /api/rooms/:id/mute': { effect: 'none', reason: 'concerns the caller alone' },
  'PUT /api/rooms/:id/history': {
    effect: 'none',
    reason: 'the setting belongs to the owners of the project',
    url: '/api/rooms/{roomOfTwo}/history',
    body: { isOpen: false },
  },
}

export const blockedEventRows: Record<string, BlockedEventRow> = {
  room_message: {
    sample: { roomId: '{roomOfTwo}', content: 'Hello' },
    open: 'room_message > room_message',
    blocked: 'error >',
  },
  room_typing: {
    sample: { roomId: '{roomOfThree}', isTyping: true },
    open: '> room_typing',
    blocked: '>',
  },
}

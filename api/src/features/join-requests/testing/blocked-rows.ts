import {
  CANNOT_ASK,
  CANNOT_INVITE,
  JOIN_REQUEST_NOT_FOUND,
} from '@dolph/contract/join-requests/join-requests'
import type { BlockedRow } from '../../../testing/access-matrix/blocked-table.ts'

const NOTE = 'I would love to build this clock with you.'
const ABSENT = { effect: 'absent', message: JOIN_REQUEST_NOT_FOUND } as const

export const blockedRows: Record<string, BlockedRow> = {
  'POST /api/roles/:id/join-requests': {
    effect: 'refused',
    message: CANNOT_ASK,
    ok: 201,
    url: '/api/roles/{newOtherRole}/join-requests',
    body: { note: NOTE, hours: 6, tempId: 'temp-{uuid}' },
  },
  'POST /api/roles/:id/invitations': {
    effect: 'refused',
    message: CANNOT_INVITE,
    ok: 201,
    url: '/api/roles/{newOwnRole}/invitations',
    body: { note: NOTE, userId: '{other}', tempId: 'temp-{uuid}' },
  },
  'GET /api/join-requests': {
    effect: 'filtered',
    for: 'both',
    url: '/api/join-requests?box=sent',
    text: '"userName" : "{otherName}"',
  },
  'GET /api/join-requests/:id': { ...ABSENT, url: '/api/join-requests/{ownRequest}' },
  'PUT /api/join-requests/:id/answer': {
    ...ABSENT,
    url: '/api/join-requests/{newOtherRequest}/answer',
    body: { answer: 'decline', note: 'Not now' },
  },
  'PUT /api/join-requests/:id/withdraw': {
    ...ABSENT,
    url: '/api/join-requests/{newOwnRequest}/withdraw',
  },
}

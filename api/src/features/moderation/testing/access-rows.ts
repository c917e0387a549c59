import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

export const accessRows: Record<string, AccessRow> = {
  'POST /api/reports': {
    access: 'changeMember',
    ok: 201,
    body: { subject: { kind: 'member', id: '{peer}' }, reason: 'spam' },
  },
  'GET /api/reports': { access: 'readMember' },
  'GET /api/decisions': { access: 'readMember' },
  'POST /api/decisions/:id/appeal': {
    access: 'changeOwner',
    ok: 201,
    url: '/api/decisions/{decidedCase}/appeal',
    body: { text: 'It is my own text, not a copy.' },
  },
}

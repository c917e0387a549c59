import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

export const accessRows: Record<string, AccessRow> = {
  'GET /api/review/cases': { access: 'readModerator' },
  'GET /api/review/cases/:id': { access: 'readModerator', url: '/api/review/cases/{openCase}' },
  'POST /api/review/cases/:id/decision': {
    access: 'changeModerator',
    url: '/api/review/cases/{openCase}/decision',
    body: { kind: 'keep', rule: 'other', text: 'Nothing is wrong with it.' },
  },
  'POST /api/review/appeals/:id/decision': {
    access: 'changeModerator',
    url: '/api/review/appeals/{appealedCase}/decision',
    body: { outcome: 'stands', text: 'We looked again.' },
  },
  'GET /api/review/audit': { access: 'readAdmin' },
}

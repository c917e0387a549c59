import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

const AVAILABILITY = {
  hours: 6,
  zone: 'Europe/Lisbon',
  rewards: ['unpaid'],
  topics: ['games'],
  note: '',
  until: new Date().toISOString().slice(0, 10),
}

export const accessRows: Record<string, AccessRow> = {
  'GET /api/users/search': { access: 'readMember', url: '/api/users/search?username=ow' },
  'GET /api/people': { access: 'readMember' },
  'GET /api/profile/me/availability': { access: 'readMember' },
  'PUT /api/profile/me/availability': { access: 'changeMember', body: AVAILABILITY },
  'DELETE /api/profile/me/availability': { access: 'changeMember' },
}

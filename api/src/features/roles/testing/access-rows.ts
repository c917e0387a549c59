import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

const UNKNOWN_TOKEN = 'A'.repeat(64)

const DRAFT = {
  title: 'Developer',
  about: '',
  skills: ['Go'],
  mustSkills: [],
  hours: { from: 2, to: 4 },
  term: 'open',
  zone: null,
  zoneSpread: null,
  reward: 'unpaid',
  rewardNote: '',
  seats: 1,
}

export const accessRows: Record<string, AccessRow> = {
  'GET /api/roles': { access: 'readPublic' },
  'GET /api/roles/own': { access: 'readMember' },
  'GET /api/posts/:id/roles': { access: 'readMember', url: '/api/posts/{post}/roles' },
  'POST /api/posts/:id/roles': {
    access: 'changeOwner',
    except: { coOwner: 201 },
    ok: 201,
    url: '/api/posts/{newPost}/roles',
    body: DRAFT,
  },
  'PUT /api/roles/:id': {
    access: 'changeOwner',
    except: { coOwner: 200 },
    url: '/api/roles/{role}',
    body: { title: 'Tester' },
  },
  'PUT /api/roles/:id/state': {
    access: 'changeOwner',
    except: { coOwner: 200 },
    url: '/api/roles/{role}/state',
    body: { state: 'paused' },
  },
  'DELETE /api/roles/:id': {
    access: 'changeOwner',
    except: { coOwner: 200 },
    url: '/api/roles/{newRole}',
  },
  'PUT /api/roles/confirm': {
    access: 'changeMember',
    url: '/api/roles/confirm',
    body: { ids: ['{role}'] },
  },
  'GET /api/roles/still-open/:token': {
    access: 'readPublic',
    ok: 404,
    url: `/api/roles/still-open/${UNKNOWN_TOKEN}`,
  },
  'PUT /api/roles/still-open/:token': {
    access: 'changePublicOrigin',
    ok: 404,
    url: `/api/roles/still-open/${UNKNOWN_TOKEN}`,
    body: { open: [], closed: [] },
  },
}

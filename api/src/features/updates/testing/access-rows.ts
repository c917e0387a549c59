import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

export const accessRows: Record<string, AccessRow> = {
  'GET /api/posts/:id/updates': { access: 'readMember', url: '/api/posts/{post}/updates' },
  'POST /api/posts/:id/updates': {
    access: 'changeOwner',
    except: { coOwner: 201 },
    ok: 201,
    url: '/api/posts/{newPost}/updates',
    body: { body: 'The tides of Lisbon are in' },
  },
  'PUT /api/updates/:id': {
    access: 'changeOwner',
    url: '/api/updates/{newUpdate}',
    body: { body: 'The tides of Porto too' },
  },
  'DELETE /api/updates/:id': {
    access: 'changeOwner',
    except: { coOwner: 200 },
    url: '/api/updates/{newUpdate}',
  },
}

import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

export const accessRows: Record<string, AccessRow> = {
  'GET /api/posts/:id/project': { access: 'readMember', url: '/api/posts/{post}/project' },
  'PUT /api/posts/:id/project': {
    access: 'changeOwner',
    except: { coOwner: 200 },
    url: '/api/posts/{post}/project',
    body: { state: 'building', topics: ['games'] },
  },
  'GET /api/posts/:id/team': { access: 'readMember', url: '/api/posts/{post}/team' },
  'PUT /api/posts/:id/team/:userId': {
    access: 'changeOwner',
    url: '/api/posts/{post}/team/{newTeamMember}',
    body: { isCoOwner: false },
  },
  'DELETE /api/posts/:id/team/:userId': {
    access: 'changeOwner',
    except: { coOwner: 200 },
    url: '/api/posts/{post}/team/{newTeamMember}',
  },
}

import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

const NOTE = 'I would love to build this clock with you.'

export const accessRows: Record<string, AccessRow> = {
  'POST /api/roles/:id/join-requests': {
    access: 'changeMember',
    ok: 201,
    url: '/api/roles/{newOtherRole}/join-requests',
    body: { note: NOTE, hours: 6, tempId: 'temp-request-{number}' },
  },
  'POST /api/roles/:id/invitations': {
    access: 'changeOwner',
    except: { coOwner: 201 },
    ok: 201,
    url: '/api/roles/{newRole}/invitations',
    body: { note: NOTE, userId: '{newOpenMember}', tempId: 'temp-invitation-{number}' },
  },
  'GET /api/join-requests': { access: 'readMember' },
  'GET /api/join-requests/:id': {
    access: 'readOwner',
    except: { coOwner: 200 },
    url: '/api/join-requests/{newJoinRequest}',
  },
  'PUT /api/join-requests/:id/answer': {
    access: 'changeOwner',
    except: { coOwner: 200 },
    url: '/api/join-requests/{newJoinRequest}/answer',
    body: { answer: 'decline', reason: 'later' },
  },
  'PUT /api/join-requests/:id/withdraw': {
    access: 'changeOwner',
    except: { coOwner: 200 },
    url: '/api/join-requests/{newInvitation}/withdraw',
  },
}

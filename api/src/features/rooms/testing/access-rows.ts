import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

/** The owner and the co-owner are in the room of the post, no other caller. */
const inRoom = { coOwner: 200 }

export const accessRows: Record<string, AccessRow> = {
  'GET /api/rooms': { access: 'readMember' },
  'GET /api/rooms/:id': { access: 'readOwner', except: inRoom, url: '/api/rooms/{room}' },
  'GET /api/rooms/:id/messages': {
    access: 'readOwner',
    except: inRoom,
    url: '/api/rooms/{room}/messages',
  },
  'GET /api/rooms/:id/search': {
    access: 'readOwner',
    except: inRoom,
    url: '/api/rooms/{room}/search?q=secret',
  },
  'GET /api/rooms/:id/sync': { access: 'readOwner', except: inRoom, url: '/api/rooms/{room}/sync' },
  'POST /api/rooms/:id/messages': {
    access: 'changeOwner',
    ok: 201,
    except: { coOwner: 201 },
    url: '/api/rooms/{room}/messages',
    body: { content: 'Hello' },
  },
  'PUT /api/rooms/:id/read': {
    access: 'changeOwner',
    except: inRoom,
    url: '/api/rooms/{room}/read',
  },
  'PUT /api/rooms/:id/mute': {
    access: 'changeOwner',
    except: inRoom,
    url: '/api/rooms/{room}/mute',
  },
  'DELETE /api/rooms/:id/mute': {
    access: 'changeOwner',
    except: inRoom,
    url: '/api/rooms/{room}/mute',
  },
  'PUT /api/rooms/:id/history': {
    access: 'changeOwner',
    except: inRoom,
    url: '/api/rooms/{room}/history',
    body: { isOpen: true },
  },
}

import type { AccessRow } from '../../../testing/access-matrix/access-classes.ts'

export const accessRows: Record<string, AccessRow> = {
  // The peer has written to the owner and to no other caller.
  'GET /api/messages': {
    access: 'readMember',
    url: '/api/messages?conversationWith={peer}',
  },
  'GET /api/messages/conversations': { access: 'readMember' },
  'GET /api/messages/sync': {
    access: 'readMember',
    url: '/api/messages/sync?conversationWith={peer}',
  },
  'GET /api/messages/search': {
    access: 'readMember',
    url: '/api/messages/search?conversationWith={peer}&q=secret',
  },
  'GET /api/messages/quoted': {
    access: 'readMember',
    url: '/api/messages/quoted?ids={newMessage}',
  },
  'POST /api/messages/pictures': {
    access: 'changeMember',
    ok: 400,
    contentType: 'multipart/form-data; boundary=none',
    body: ['No form'],
  },
  'GET /api/messages/pictures/:key/:file': { access: 'readOwner', url: '{messagePicture}' },
  'POST /api/messages': {
    access: 'changeMember',
    ok: 201,
    body: { recipientId: '{otherPeer}', content: 'Hello' },
  },
  'PUT /api/messages/:id/read': {
    access: 'changeOwner',
    url: '/api/messages/{newMessage}/read',
  },
  'PUT /api/messages/:id': {
    access: 'changeOwner',
    url: '/api/messages/{newOwnMessage}',
    body: { content: 'Hello' },
  },
  'DELETE /api/messages/:id': {
    access: 'changeOwner',
    url: '/api/messages/{newOwnMessage}',
  },
  'PUT /api/messages/:id/reactions/:kind': {
    access: 'changeOwner',
    url: '/api/messages/{newMessage}/reactions/up',
  },
  'DELETE /api/messages/:id/reactions/:kind': {
    access: 'changeOwner',
    url: '/api/messages/{newMessage}/reactions/up',
  },
  'PUT /api/messages/conversation/:userId/read': {
    access: 'changeMember',
    url: '/api/messages/conversation/{peer}/read',
  },
  'DELETE /api/messages/conversation/:userId': {
    access: 'changeMember',
    url: '/api/messages/conversation/{otherPeer}',
  },
}

import { CANNOT_MESSAGE } from '@dolph/contract/safety/safety'
import {
  OF_THE_CALLER,
  type BlockedRow,
  type BlockedEventRow,
} from '../../../testing/access-matrix/blocked-table.ts'

export const blockedRows: Record<string, BlockedRow> = {
  'GET /api/messages': {
    effect: 'none',
    reason: 'the conversation from before the block stays readable',
    url: '/api/messages?conversationWith={other}',
  },
  'GET /api/messages/conversations': {
    effect: 'none',
    reason: 'the conversation from before the block stays readable',
    url: '/api/messages/conversations',
  },
  'GET /api/messages/sync': {
    effect: 'none',
    reason: 'the conversation from before the block stays readable',
    url: '/api/messages/sync?conversationWith={other}',
  },
  'GET /api/messages/search': {
    effect: 'none',
    reason: 'the conversation from before the block stays readable',
    url: '/api/messages/search?conversationWith={other}&q=message',
  },
  'GET /api/messages/quoted': {
    effect: 'none',
    reason: 'the conversation from before the block stays readable',
    url: '/api/messages/quoted?ids={newOtherMessage}',
  },
  'POST /api/messages/pictures': OF_THE_CALLER,
  'GET /api/messages/pictures/:key/:file': {
    effect: 'none',
    reason: 'the conversation from before the block stays readable',
    url: '{otherPicture}',
  },
  'POST /api/messages': {
    effect: 'refused',
    message: CANNOT_MESSAGE,
    ok: 201,
    body: { recipientId: '{other}', content: 'Hello' },
  },
  'PUT /api/messages/:id/read': {
    effect: 'none',
    reason: 'a message from before the block is marked as read',
    url: '/api/messages/{newOtherMessage}/read',
  },
  'PUT /api/messages/:id': {
    effect: 'refused',
    message: CANNOT_MESSAGE,
    url: '/api/messages/{newOwnMessage}',
    body: { content: 'Hello' },
  },
  'DELETE /api/messages/:id': {
    effect: 'none',
    reason: 'members take back what they wrote at any time',
    url: '/api/messages/{newOwnMessage}',
  },
  'PUT /api/messages/:id/reactions/:kind': {
    effect: 'refused',
    message: CANNOT_MESSAGE,
    url: '/api/messages/{newOtherMessage}/reactions/up',
  },
  'DELETE /api/messages/:id/reactions/:kind': {
    effect: 'refused',
    message: CANNOT_MESSAGE,
    url: '/api/messages/{newOtherMessage}/reactions/up',
  },
  'PUT /api/messages/conversation/:userId/read': {
    effect: 'none',
    reason: 'messages from before the block are marked as read',
    url: '/api/messages/conversation/{other}/read',
    body: {},
  },
  'DELETE /api/messages/conversation/:userId': {
    effect: 'none',
    reason: 'the caller deletes their own copy',
    url: '/api/messages/conversation/{other}',
  },
}

export const blockedEventRows: Record<string, BlockedEventRow> = {
  new_message: {
    sample: { recipientId: '{other}', content: 'Hello' },
    open: 'new_message > new_message',
    blocked: 'error >',
  },
  typing: {
    sample: { recipientId: '{other}', isTyping: true },
    open: '> typing',
    blocked: '>',
  },
  message_received: {
    sample: { messageId: '{newOtherMessage}' },
    open: 'message_delivered > message_delivered',
    blocked: 'message_delivered > message_delivered',
    reason: 'a message from before the block arrives',
  },
  sync_request: {
    sample: { conversationWith: '{other}', lastSyncTime: null },
    open: 'new_message >',
    blocked: 'new_message >',
    reason: 'the conversation from before the block stays readable',
  },
}

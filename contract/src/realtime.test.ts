import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { ClientEvent, ServerEvent } from './realtime.ts'

const id = '01932dad-55f0-7c01-9923-d974d6c5fc01'
const at = '2026-01-02T03:04:05.678Z'
const participant = { _id: id, userName: 'ada' }
const message = {
  _id: id,
  content: 'Hi',
  sender: participant,
  recipient: { _id: id },
  createdAt: at,
  delivered: false,
  deliveredAt: null,
  read: false,
  readAt: null,
}

describe('the socket', () => {
  test.each([
    { type: 'auth', userId: id, timestamp: at },
    { type: 'auth', userId: id, timestamp: Date.parse(at) },
    { type: 'new_message', content: 'Hi', recipientId: id, tempId: 'temp-0f8fad5b-d9cb' },
    { type: 'typing', recipientId: id, isTyping: true },
    { type: 'message_received', messageId: id },
    { type: 'sync_request', conversationWith: id, lastSyncTime: null },
    { type: 'watch_post', postId: id, tempId: 'temp-0f8fad5b-d9cb' },
    { type: 'unwatch_post', postId: id },
  ])('accepts $type from a browser', (event) => {
    expect(z.safeParse(ClientEvent, event).success).toBe(true)
  })

  test.each([
    { type: 'auth_success' },
    { type: 'error', message: 'No' },
    { type: 'new_message', message, tempId: 'temp-0f8fad5b-d9cb' },
    { type: 'typing', userId: id, isTyping: false },
    { type: 'message_read', messageId: id, timestamp: at },
    { type: 'message_delivered', messageId: id, timestamp: at },
    { type: 'user_status', userId: id, status: 'offline', lastSeen: at },
    { type: 'post_changed', postId: id, reason: 'likes', likeCount: 1, commentCount: 0 },
  ])('accepts $type from the server', (event) => {
    expect(z.safeParse(ServerEvent, event).success).toBe(true)
  })

  test.each([
    ['an unknown event type', { type: 'shutdown' }],
    ['an empty message', { type: 'new_message', content: '  ', recipientId: id }],
    [
      'a message to an invalid recipient',
      { type: 'new_message', content: 'Hi', recipientId: 'ada' },
    ],
    [
      'a malformed temporary id',
      { type: 'new_message', content: 'Hi', recipientId: id, tempId: '1' },
    ],
  ])('refuses %s', (_, event) => {
    expect(z.safeParse(ClientEvent, event).success).toBe(false)
  })
})

import type { Conversation, Message, Participant } from '@dolph/contract/messaging'
import { createViewerFixture } from './viewer-fixtures.ts'

const { _id, userName, profilePicture } = createViewerFixture()
export const ADA: Participant = { _id, userName, profilePicture }
export const BOB: Participant = {
  _id: '0198c5a0-0000-7000-8000-000000000002',
  userName: 'bob',
  profilePicture: '',
}

/** A message from Bob to Ada, unless `fields` say otherwise; a higher `sequence` is a later message. */
export function createMessageFixture(sequence: number, fields: Partial<Message> = {}): Message {
  const sender = fields.sender ?? BOB
  const createdAt = getTimestamp(sequence)
  return {
    _id: getMessageId(sequence),
    content: `Message ${sequence}`,
    sender,
    recipient: sender._id === ADA._id ? BOB : ADA,
    createdAt,
    delivered: false,
    deliveredAt: null,
    read: false,
    readAt: null,
    ...fields,
  }
}

export function createConversationFixture(lastMessage: Message, unreadCount = 0): Conversation {
  const { sender, recipient } = lastMessage
  return { peer: sender._id === ADA._id ? recipient : sender, lastMessage, unreadCount }
}

export function getMessageId(sequence: number): string {
  return `0198c5a0-0000-7000-8000-${String(sequence).padStart(12, '0')}`
}

const timestamps: string[] = []

/** Memoized: the model server needs the same few timestamps a million times. */
export function getTimestamp(sequence: number): string {
  return (timestamps[sequence] ??= new Date(Date.UTC(2026, 0, 1) + sequence).toISOString())
}

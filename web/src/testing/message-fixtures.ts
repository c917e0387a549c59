import type { Conversation, Message, Participant } from '@dolph/contract/messaging'
import { createViewerFixture } from './viewer-fixtures.ts'

const { _id, userName, profilePicture } = createViewerFixture()
export const ADA: Participant = { _id, userName, profilePicture }
export const BOB: Participant = {
  _id: '0198c5a0-0000-7000-8000-000000000002',
  userName: 'bob',
  profilePicture: '',
}

/** The `nth` message that Bob wrote to Ada, or as `fields` say; a later one has a higher number. */
export function createMessageFixture(nth: number, fields: Partial<Message> = {}): Message {
  const sender = fields.sender ?? BOB
  const createdAt = getTimestamp(nth)
  return {
    _id: getMessageId(nth),
    content: `Message ${nth}`,
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

export function getMessageId(nth: number): string {
  return `0198c5a0-0000-7000-8000-${String(nth).padStart(12, '0')}`
}

const moments: string[] = []

/** Kept, as the model of the server asks for the same few a million times. */
export function getTimestamp(nth: number): string {
  return (moments[nth] ??= new Date(Date.UTC(2026, 0, 1) + nth).toISOString())
}

import type { Conversation, Message, Party } from '@dolph/contract/messaging'
import { someViewer } from './some-viewer.ts'

const { _id, userName, profilePicture } = someViewer()
export const ADA: Party = { _id, userName, profilePicture }
export const BOB: Party = {
  _id: '0198c5a0-0000-7000-8000-000000000002',
  userName: 'bob',
  profilePicture: '',
}

/** The `nth` message that Bob wrote to Ada, or as `fields` say; a later one has a higher number. */
export function someMessage(nth: number, fields: Partial<Message> = {}): Message {
  const sender = fields.sender ?? BOB
  const createdAt = momentOf(nth)
  return {
    _id: idOf(nth),
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

export function someConversation(lastMessage: Message, unreadCount = 0): Conversation {
  const { sender, recipient } = lastMessage
  return { peer: sender._id === ADA._id ? recipient : sender, lastMessage, unreadCount }
}

export function idOf(nth: number): string {
  return `0198c5a0-0000-7000-8000-${String(nth).padStart(12, '0')}`
}

const moments: string[] = []

/** Kept, as the model of the server asks for the same few a million times. */
export function momentOf(nth: number): string {
  return (moments[nth] ??= new Date(Date.UTC(2026, 0, 1) + nth).toISOString())
}

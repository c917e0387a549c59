import { z } from 'zod/mini'
import { Id, TempId, text, Timestamp } from './primitives.ts'

export const MESSAGE_MAX = 5000

/** `userName` is absent when the account was deleted; shown as 'Deleted User'. */
export const Party = z.object({ _id: Id, userName: z.optional(z.string()) })

export const Message = z.object({
  _id: Id,
  content: z.string(),
  sender: Party,
  recipient: Party,
  createdAt: Timestamp,
  delivered: z.boolean(),
  deliveredAt: z.nullable(Timestamp),
  read: z.boolean(),
  readAt: z.nullable(Timestamp),
})
export type Message = z.infer<typeof Message>

export const MessageDraft = z.object({
  recipientId: Id,
  content: text({
    max: MESSAGE_MAX,
    required: 'Message is required',
    tooLong: 'Message cannot be more than 5000 characters',
  }),
  tempId: z.optional(TempId),
})
export type MessageDraft = z.infer<typeof MessageDraft>

export const messagingClientEvents = [
  z.extend(MessageDraft, { type: z.literal('new_message') }),
  z.object({ type: z.literal('typing'), recipientId: Id, isTyping: z.boolean() }),
  z.object({ type: z.literal('message_received'), messageId: Id }),
  z.object({
    type: z.literal('sync_request'),
    conversationWith: Id,
    lastSyncTime: z.nullable(Timestamp),
  }),
] as const

export const messagingServerEvents = [
  z.object({ type: z.literal('new_message'), message: Message, tempId: z.optional(TempId) }),
  z.object({ type: z.literal('typing'), userId: Id, isTyping: z.boolean() }),
  z.object({ type: z.literal('message_read'), messageId: Id, timestamp: Timestamp }),
  z.object({ type: z.literal('message_delivered'), messageId: Id, timestamp: Timestamp }),
  z.object({
    type: z.literal('user_status'),
    userId: Id,
    status: z.enum(['online', 'offline']),
    lastSeen: z.nullable(Timestamp),
  }),
] as const

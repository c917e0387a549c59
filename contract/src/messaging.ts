import { z } from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { Cursor, pageQuery } from './paging.ts'
import { Count, Id, successReply, TempId, requiredText, Timestamp } from './primitives.ts'

export const MESSAGE_MAX = 5000
/** A page of one conversation, newest first. */
export const MESSAGES_PAGE_SIZE = 50
/** Changes that one sync brings at most. */
export const SYNC_CHANGES_MAX = 200
/** What `listMessages` brings without a conversation: so many of the newest, with so many messages each. */
export const NEWEST_CONVERSATIONS_MAX = 20
export const NEWEST_MESSAGES_PER_CONVERSATION = 10
/** What somebody looks for in a conversation. */
export const MESSAGE_SEARCH_MAX = 100

/** `userName` is absent when the account was deleted; shown as 'Deleted User'. */
export const Participant = z.object({
  _id: Id,
  userName: z.optional(z.string()),
  profilePicture: z.optional(z.string()),
})
export type Participant = z.infer<typeof Participant>

export const Message = z.object({
  _id: Id,
  content: z.string(),
  sender: Participant,
  recipient: Participant,
  createdAt: Timestamp,
  delivered: z.boolean(),
  deliveredAt: z.nullable(Timestamp),
  read: z.boolean(),
  readAt: z.nullable(Timestamp),
})
export type Message = z.infer<typeof Message>

export const MessageDraft = z.object({
  recipientId: Id,
  content: requiredText({
    max: MESSAGE_MAX,
    required: 'Message is required',
    tooLong: 'Message cannot be more than 5000 characters',
  }),
  tempId: z.optional(TempId),
})
export type MessageDraft = z.infer<typeof MessageDraft>

/** A conversation as the caller sees it. */
export const Conversation = z.object({
  peer: Participant,
  lastMessage: Message,
  unreadCount: Count,
})
export type Conversation = z.infer<typeof Conversation>

/** The newest message first; `Link: <...>; rel="next"` leads to older ones. Without a conversation: some of each of the newest. */
export const listMessages = defineEndpoint('member', 'GET', '/api/messages', {
  querystring: z.object({ conversationWith: z.optional(Id), before: z.optional(Id) }),
  response: { 200: z.array(Message) },
})

export const listConversations = defineEndpoint('member', 'GET', '/api/messages/conversations', {
  querystring: z.object(pageQuery),
  response: {
    200: successReply({
      data: z.array(Conversation),
      /** Over all conversations, not only those of this page. */
      unreadCount: Count,
      nextCursor: z.nullable(Cursor),
    }),
  },
})

/** Whoever sends the same `tempId` again gets the message that it became. */
export const sendMessage = defineEndpoint('member', 'POST', '/api/messages', {
  body: MessageDraft,
  response: { 201: Message },
})

/** The caller has read this message and all before it. */
export const markMessageRead = defineEndpoint('member', 'PUT', '/api/messages/:id/read', {
  params: z.object({ id: Id }),
  response: { 200: successReply({ message: z.string() }) },
})

/** The same, for a conversation: up to a message, or all there is. */
export const markConversationRead = defineEndpoint(
  'member',
  'PUT',
  '/api/messages/conversation/:userId/read',
  {
    params: z.object({ userId: Id }),
    body: z.nullish(z.object({ upTo: z.optional(Id) })),
    response: { 200: successReply({ message: z.string() }) },
  },
)

/** For the caller only. It comes back with the next message, without the old ones. */
export const deleteConversation = defineEndpoint(
  'member',
  'DELETE',
  '/api/messages/conversation/:userId',
  {
    params: z.object({ userId: Id }),
    response: { 200: successReply({ message: z.string() }) },
  },
)

/**
 * What has changed in a conversation since the `syncTime` of an earlier reply, in the order in which it changed;
 * without one, from the beginning. While `hasMore`, ask again at once.
 */
export const syncMessages = defineEndpoint('member', 'GET', '/api/messages/sync', {
  querystring: z.object({ conversationWith: Id, lastSyncTime: z.optional(Timestamp) }),
  response: {
    200: z.object({
      messages: z.array(Message),
      syncTime: z.nullable(Timestamp),
      hasMore: z.boolean(),
      /** The caller took everything up to this message away, maybe in another browser. */
      clearedTo: z.nullable(Id),
    }),
  },
})

/**
 * Messages of a conversation that contain a text, in any case, newest first. One call looks at a part of a long
 * history: while there is a `next`, older ones may follow from there, also when `messages` is empty.
 */
export const searchMessages = defineEndpoint('member', 'GET', '/api/messages/search', {
  querystring: z.object({
    conversationWith: Id,
    q: requiredText({
      max: MESSAGE_SEARCH_MAX,
      required: 'Type what to look for',
      tooLong: 'Search cannot be more than 100 characters',
    }),
    before: z.optional(Id),
  }),
  response: { 200: successReply({ messages: z.array(Message), next: z.nullable(Id) }) },
})

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
  /** To the caller's own browsers: they took away what was said with this member, up to this message. */
  z.object({ type: z.literal('conversation_deleted'), userId: Id, upTo: Id }),
  z.object({ type: z.literal('message_read'), messageId: Id, timestamp: Timestamp }),
  z.object({ type: z.literal('message_delivered'), messageId: Id, timestamp: Timestamp }),
  z.object({
    type: z.literal('user_status'),
    userId: Id,
    status: z.enum(['online', 'offline']),
    lastSeen: z.nullable(Timestamp),
  }),
] as const

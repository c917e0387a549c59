import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor, pageQuery } from '../paging.ts'
import {
  Count,
  Id,
  pathId,
  successReply,
  TempId,
  requiredLine,
  requiredText,
  Timestamp,
} from '../primitives.ts'
import { revisionFields } from './revisions.ts'

export const MESSAGE_MAX = 5000
/** The number of messages in a page of one conversation. */
export const MESSAGES_PAGE_SIZE = 50
/** The maximum number of changes in one sync reply. */
export const SYNC_CHANGES_MAX = 200
/** Without a conversation, `listMessages` returns this many of the newest conversations, with this many messages each. */
export const NEWEST_CONVERSATIONS_MAX = 20
export const NEWEST_MESSAGES_PER_CONVERSATION = 10
/** The maximum length of a search text. */
export const MESSAGE_SEARCH_MAX = 100

/** `userName` is absent when the account was deleted; shown as 'Deleted User'. */
export const Participant = z.object({
  _id: Id,
  userName: z.optional(z.string()),
  profilePicture: z.optional(z.string()),
})
export type Participant = z.infer<typeof Participant>

/** The post, or a role of it, that a message is about. The title is as it was when the message was sent. */
export const MessageAbout = z.object({
  post: Id,
  role: z.nullable(Id),
  title: z.string(),
})
export type MessageAbout = z.infer<typeof MessageAbout>

/** The fields of a message that is more than a text; plain ones have none of them. */
export const richFields = {
  /** Only a text that was sent as Markdown is shown as such. */
  format: z.optional(z.literal('markdown')),
  /** The earlier message of the same conversation that it answers. Only its id: each reader sees of it what they may read, as it is now. */
  replyTo: z.optional(Id),
}

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
  about: z.optional(MessageAbout),
  ...richFields,
  ...revisionFields,
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
  /** `not-found` if the caller may not read it. Without it, the first post or role to which the text links, if they may read that. */
  about: z.optional(z.object({ post: Id, role: z.optional(Id) })),
  /** `replyTo`: `not-found` unless the caller can read that message in this conversation. */
  ...richFields,
})
export type MessageDraft = z.infer<typeof MessageDraft>

/** A conversation as the caller sees it. */
export const Conversation = z.object({
  peer: Participant,
  lastMessage: Message,
  unreadCount: Count,
})
export type Conversation = z.infer<typeof Conversation>

/** Newest first; `Link: <...>; rel="next"` leads to older ones. Without `conversationWith`: of the newest conversations. */
export const listMessages = defineEndpoint({
  method: 'GET',
  url: '/api/messages',
  access: 'member',
  schema: {
    querystring: z.object({ conversationWith: z.optional(Id), before: z.optional(Id) }),
    response: { 200: z.array(Message) },
  },
})

export const listConversations = defineEndpoint({
  method: 'GET',
  url: '/api/messages/conversations',
  access: 'member',
  schema: {
    querystring: z.object(pageQuery),
    response: {
      200: successReply({
        data: z.array(Conversation),
        /** Over all conversations, not only those of this page. */
        unreadCount: Count,
        nextCursor: z.nullable(Cursor),
      }),
    },
  },
})

/** A repeated call with the same `tempId` returns the message that the first call created. `forbidden` between members one of whom blocked the other. */
export const sendMessage = defineEndpoint({
  method: 'POST',
  url: '/api/messages',
  access: 'member',
  returnsPosition: false,
  restriction: 'messaging',
  limit: 'message',
  errors: ['conflict', 'not-found', 'forbidden', 'limited'],
  idempotentBy: 'tempId',
  schema: { body: MessageDraft, response: { 201: Message } },
})

/** Marks this message and all before it as read by the caller. */
export const markMessageRead = defineEndpoint({
  method: 'PUT',
  url: '/api/messages/:id/read',
  access: 'member',
  returnsPosition: false,
  restriction: 'none',
  limit: 'message',
  errors: ['not-found'],
  schema: {
    params: z.object({ id: pathId('Message not found') }),
    response: { 200: successReply({ message: z.string() }) },
  },
})

/** Marks a conversation as read by the caller: up to a message, or all of it. */
export const markConversationRead = defineEndpoint({
  method: 'PUT',
  url: '/api/messages/conversation/:userId/read',
  access: 'member',
  returnsPosition: false,
  restriction: 'none',
  limit: 'message',
  errors: ['not-found'],
  schema: {
    params: z.object({ userId: pathId('User not found') }),
    body: z.nullish(z.object({ upTo: z.optional(Id) })),
    response: { 200: successReply({ message: z.string() }) },
  },
})

/** Deletes the conversation for the caller only. The next message shows it again, without the old messages. */
export const deleteConversation = defineEndpoint({
  method: 'DELETE',
  url: '/api/messages/conversation/:userId',
  access: 'member',
  returnsPosition: false,
  errors: ['not-found'],
  schema: {
    params: z.object({ userId: pathId('User not found') }),
    response: { 200: successReply({ message: z.string() }) },
  },
})

/**
 * The changes of a conversation since the `syncTime` of an earlier reply, in the order in which they happened. Without one,
 * `from=newest` brings the newest page and a time to continue from, else all changes from the beginning. While `hasMore`
 * is true, the client asks again at once.
 */
export const syncMessages = defineEndpoint({
  method: 'GET',
  url: '/api/messages/sync',
  access: 'member',
  schema: {
    querystring: z.object({
      conversationWith: Id,
      lastSyncTime: z.optional(Timestamp),
      from: z.optional(z.literal('newest')),
    }),
    response: {
      200: z.object({
        messages: z.array(Message),
        syncTime: z.nullable(Timestamp),
        hasMore: z.boolean(),
        /** The caller has deleted everything up to this message, maybe in another browser. */
        clearedTo: z.nullable(Id),
      }),
    },
  },
})

/**
 * Messages of a conversation that contain a text, ignoring case, newest first. One call scans a part of a long
 * history: while `next` is set, older matches may follow from there, even when `messages` is empty.
 */
export const searchMessages = defineEndpoint({
  method: 'GET',
  url: '/api/messages/search',
  access: 'member',
  limit: 'search',
  schema: {
    querystring: z.object({
      conversationWith: Id,
      q: requiredLine({
        max: MESSAGE_SEARCH_MAX,
        required: 'Type what to look for',
        tooLong: 'Search cannot be more than 100 characters',
      }),
      before: z.optional(Id),
    }),
    response: { 200: successReply({ messages: z.array(Message), next: z.nullable(Id) }) },
  },
})

export const NewMessageEvent = z.extend(MessageDraft, { type: z.literal('new_message') })
export const TypingEvent = z.object({
  type: z.literal('typing'),
  recipientId: Id,
  isTyping: z.boolean(),
})
export const MessageReceivedEvent = z.object({
  type: z.literal('message_received'),
  messageId: Id,
})
export const SyncRequestEvent = z.object({
  type: z.literal('sync_request'),
  conversationWith: Id,
  lastSyncTime: z.nullable(Timestamp),
})

export const messagingClientEvents = [
  NewMessageEvent,
  TypingEvent,
  MessageReceivedEvent,
  SyncRequestEvent,
] as const

export const messagingServerEvents = [
  z.object({
    type: z.literal('new_message'),
    message: Message,
    tempId: z.optional(TempId),
    /** The message is part of the answer to a `sync_request`, so it may be old and come more than once. */
    isMissed: z.optional(z.boolean()),
  }),
  z.object({ type: z.literal('typing'), userId: Id, isTyping: z.boolean() }),
  /** Sent to the member's own browsers: they have deleted the conversation with this member up to this message. */
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
export type MessagingServerEvent = z.infer<(typeof messagingServerEvents)[number]>

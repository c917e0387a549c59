import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import {
  MESSAGE_MAX,
  MESSAGE_SEARCH_MAX,
  MessageAbout,
  Participant,
  richFields,
} from '../messaging/messaging.ts'
import { revisionFields } from '../messaging/revisions.ts'
import { Cursor, pageQuery } from '../paging.ts'
import { Person } from '../people/people.ts'
import {
  Count,
  Id,
  pathId,
  requiredLine,
  requiredText,
  successReply,
  TempId,
  Timestamp,
} from '../primitives.ts'

/** The most members of a team, its author included. */
export const TEAM_MAX = 50
/** For how long the room of a deleted project can be read. */
export const ROOM_READABLE_DAYS = 30
/** Up to how many people see at once who is typing in their room, and how far the others have read. */
export const ROOM_LIVE_MAX = 10
/** Unread messages are counted up to this number. */
export const ROOM_UNREAD_MAX = 100

export const ROOM_NOT_FOUND = 'Room not found'
export const ROOM_ALONE = 'Nobody else is on the team yet.'
export const ROOM_CLOSED = 'The project was deleted. Nobody can write here any more.'
export const TEAM_FULL = `A team has at most ${TEAM_MAX} people.`

/** What happened in a room besides messages. */
export const RoomLine = z.enum(['joined', 'left', 'history-opened', 'history-closed'])
export type RoomLine = z.infer<typeof RoomLine>

/** The same for every reader. */
export const RoomMessage = z.object({
  _id: Id,
  room: Id,
  sender: Participant,
  content: z.string(),
  createdAt: Timestamp,
  /** Instead of a message: the sender joined or left, or changed what members who join later may read. */
  line: z.optional(RoomLine),
  /** Whom it answers, or names with `@userName`: members of the room when it was sent. */
  mentions: z.optional(z.array(z.object({ _id: Id, userName: z.string() }))),
  /** The first post or role to which the text links. */
  about: z.optional(MessageAbout),
  ...richFields,
  ...revisionFields,
})
export type RoomMessage = z.infer<typeof RoomMessage>

/** `alone`: nobody else is on the team. `blocked`: of the only two members, one blocked the other. `closed`: the project was deleted. */
export const RoomState = z.enum(['open', 'alone', 'blocked', 'closed'])
export type RoomState = z.infer<typeof RoomState>

const roomFields = {
  _id: Id,
  /** Null once the post is deleted. */
  post: z.nullable(z.object({ _id: Id, title: z.string() })),
  name: z.string(),
  memberCount: Count,
  state: RoomState,
  /** When a closed room is deleted; null if it is not, or while it is open. */
  readableUntil: z.nullable(Timestamp),
  /** Whether the caller may change what members who join later can read. */
  isOwner: z.boolean(),
  /** Whether members who join later can read what is written from now on. */
  isHistoryOpen: z.boolean(),
  isMuted: z.boolean(),
  lastMessage: z.nullable(RoomMessage),
  unreadCount: Count.check(z.lte(ROOM_UNREAD_MAX)),
  /** Unread messages that mention the caller. */
  mentionCount: Count,
  /** Members, also former ones, whom the caller blocked or muted: their messages are folded and make no sound. */
  ignoredIds: z.array(Id),
}

/** The conversation of a team, as one of its members sees it. */
export const Room = z.object(roomFields)
export type Room = z.infer<typeof Room>

/** Everybody who reads the room. */
export const RoomMember = z.object({
  person: Person,
  /** Null for the author of the post. */
  role: z.nullable(z.string()),
  isAuthor: z.boolean(),
  isCoOwner: z.boolean(),
})
export type RoomMember = z.infer<typeof RoomMember>

export const OpenRoom = z.object({ ...roomFields, members: z.array(RoomMember) })
export type OpenRoom = z.infer<typeof OpenRoom>

export const RoomMessageDraft = z.object({
  content: requiredText({
    max: MESSAGE_MAX,
    required: 'Message is required',
    tooLong: 'Message cannot be more than 5000 characters',
  }),
  tempId: z.optional(TempId),
  /** `replyTo`: `not-found` unless the caller can read that message in this room. */
  ...richFields,
})

/** How far another member has read, and whether they are online. Members with a block between them are left out. */
export const RoomPosition = z.object({
  userId: Id,
  /** Null until they have read a message. */
  upTo: z.nullable(Id),
  isOnline: z.boolean(),
})
export type RoomPosition = z.infer<typeof RoomPosition>

const params = z.object({ id: pathId(ROOM_NOT_FOUND) })
const roomReply = { 200: successReply({ data: OpenRoom }) }

/** The rooms of the caller's teams, that with the newest message first. */
export const listRooms = defineEndpoint({
  method: 'GET',
  url: '/api/rooms',
  access: 'member',
  schema: {
    querystring: z.object(pageQuery),
    response: {
      200: successReply({
        data: z.array(Room),
        /** Over all rooms that are not muted, not only those of this page. */
        unreadCount: Count,
        nextCursor: z.nullable(Cursor),
      }),
    },
  },
})

export const readRoom = defineEndpoint({
  method: 'GET',
  url: '/api/rooms/:id',
  access: 'member',
  errors: ['not-found'],
  schema: { params, response: roomReply },
})

/** Newest first; `Link: <...>; rel="next"` leads to older ones. */
export const listRoomMessages = defineEndpoint({
  method: 'GET',
  url: '/api/rooms/:id/messages',
  access: 'member',
  errors: ['not-found'],
  schema: {
    params,
    querystring: z.object({ before: z.optional(Id) }),
    response: { 200: z.array(RoomMessage) },
  },
})

/** Like `searchMessages`, in one room. */
export const searchRoom = defineEndpoint({
  method: 'GET',
  url: '/api/rooms/:id/search',
  access: 'member',
  limit: 'search',
  errors: ['not-found'],
  schema: {
    params,
    querystring: z.object({
      q: requiredLine({
        max: MESSAGE_SEARCH_MAX,
        required: 'Type what to look for',
        tooLong: 'Search cannot be more than 100 characters',
      }),
      before: z.optional(Id),
    }),
    response: { 200: successReply({ messages: z.array(RoomMessage), next: z.nullable(Id) }) },
  },
})

/** Like `syncMessages`, for one room. */
export const syncRoom = defineEndpoint({
  method: 'GET',
  url: '/api/rooms/:id/sync',
  access: 'member',
  errors: ['not-found'],
  schema: {
    params,
    querystring: z.object({
      lastSyncTime: z.optional(Timestamp),
      from: z.optional(z.literal('newest')),
    }),
    response: {
      200: z.object({
        messages: z.array(RoomMessage),
        syncTime: Timestamp,
        hasMore: z.boolean(),
        /** The caller reads what is newer than this message; null from the beginning. */
        from: z.nullable(Id),
        positions: z.array(RoomPosition),
      }),
    },
  },
})

/** A repeated call with the same `tempId` returns the message that the first call created, also after leaving the team. */
export const sendRoomMessage = defineEndpoint({
  method: 'POST',
  url: '/api/rooms/:id/messages',
  access: 'member',
  returnsPosition: false,
  restriction: 'messaging',
  limit: 'message',
  errors: ['conflict', 'not-found', 'forbidden', 'limited'],
  idempotentBy: 'tempId',
  schema: { params, body: RoomMessageDraft, response: { 201: RoomMessage } },
})

const doneReply = { 200: successReply({ message: z.string() }) }

/** Marks a room as read by the caller: up to a message, or all of it. */
export const markRoomRead = defineEndpoint({
  method: 'PUT',
  url: '/api/rooms/:id/read',
  access: 'member',
  returnsPosition: false,
  restriction: 'none',
  limit: 'message',
  errors: ['not-found'],
  schema: { params, body: z.nullish(z.object({ upTo: z.optional(Id) })), response: doneReply },
})

/** A muted room makes no sound and is not counted. Mentions still notify. */
export const muteRoom = defineEndpoint({
  method: 'PUT',
  url: '/api/rooms/:id/mute',
  access: 'member',
  restriction: 'none',
  errors: ['not-found'],
  idempotentBy: 'always',
  schema: { params, response: doneReply },
})

export const unmuteRoom = defineEndpoint({
  method: 'DELETE',
  url: '/api/rooms/:id/mute',
  access: 'member',
  restriction: 'none',
  errors: ['not-found'],
  idempotentBy: 'always',
  schema: { params, response: doneReply },
})

/** Decides whether members who join later can read what is written from now on. Never opens what was written before. */
export const changeRoomHistory = defineEndpoint({
  method: 'PUT',
  url: '/api/rooms/:id/history',
  access: 'member',
  errors: ['not-found', 'conflict'],
  idempotentBy: 'always',
  schema: { params, body: z.object({ isOpen: z.boolean() }), response: roomReply },
})

export const RoomMessageEvent = z.extend(RoomMessageDraft, {
  type: z.literal('room_message'),
  roomId: Id,
})

export const RoomTypingEvent = z.object({
  type: z.literal('room_typing'),
  roomId: Id,
  isTyping: z.boolean(),
})

export const roomClientEvents = [RoomMessageEvent, RoomTypingEvent] as const

export const roomServerEvents = [
  z.object({ type: z.literal('room_message'), message: RoomMessage, tempId: z.optional(TempId) }),
  /** A member has read the room up to a message. Sent to their own browsers, and up to `ROOM_LIVE_MAX` people to the others. */
  z.object({ type: z.literal('room_read'), roomId: Id, userId: Id, upTo: Id }),
  /** A member started or stopped typing. Not sent where more than `ROOM_LIVE_MAX` people read. */
  z.object({ type: z.literal('room_typing'), roomId: Id, userId: Id, isTyping: z.boolean() }),
  /** Members joined or left, the room was closed, or its settings changed. */
  z.object({ type: z.literal('room_changed'), roomId: Id }),
] as const
export type RoomServerEvent = z.infer<(typeof roomServerEvents)[number]>

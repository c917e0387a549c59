import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { JoinRequestState } from '../join-requests/join-request-state.ts'
import { DecisionKind, SubjectKind } from '../moderation/moderation.ts'
import { Cursor, pageQuery } from '../paging.ts'
import { Person } from '../people/people.ts'
import { Position } from '../position.ts'
import { Count, Id, pathId, successReply, Timestamp } from '../primitives.ts'

/** The counts of likes that the author of a post is notified of. */
export const LIKE_MILESTONES = [1, 10, 100, 1_000] as const
/** Of the people behind a line, the newest are named. */
export const NOTIFICATION_PEOPLE_MAX = 3
export const NOTIFICATION_EXCERPT_MAX = 140
/** The badge shows at most this number, then `99+`. */
export const UNREAD_COUNT_MAX = 100

/** The excerpt of a report's outcome. */
export const REPORT_OUTCOME_TEXTS = {
  acted: 'A moderator looked at it and took action.',
  kept: 'A moderator looked at it and found nothing against the guidelines.',
} as const
/** The excerpt of a decision to which the member objected. */
export const APPEAL_OUTCOME_TEXTS = {
  stands: 'We looked again. The decision stands.',
  'taken-back': 'We looked again. The decision is taken back. We are sorry.',
} as const

/** The excerpt of `still-open` if the roles are paused; otherwise their titles are. */
export const ROLES_PAUSED_TEXT =
  'Three people never got an answer, so your roles are paused. Confirm them to open them again.'

/** The excerpt of `repository-archived`. */
export const REPOSITORY_ARCHIVED_TEXT =
  'Nothing changes here. If the project is finished or on hold, you can set its state.'

/** What a member can be notified of. A feature that adds a kind adds its settings below. */
export const NotificationKind = z.enum([
  'comment',
  'reply',
  /** Somebody names the member in a comment or an update. */
  'mention',
  /** Somebody names the member in the room of a team. */
  'room-mention',
  'like',
  'decision',
  'report',
  /** Somebody asks to join through a role of the member. */
  'join-requested',
  /** A request or invitation of the member was answered, or ended without an answer. */
  'join-answered',
  /** An owner invites the member. */
  'invited',
  /** A request or invitation waits for the member's answer, at half time and at nine tenths. */
  'join-due',
  /** The member's roles had no sign of life for three weeks, or are paused because requests ended unanswered. */
  'still-open',
  /** Somebody joined or left a team of the member. */
  'team-changed',
  /** News of a project that the member follows. */
  'update',
  /** The repository that a post of the member links is archived. */
  'repository-archived',
  /** The copy of the member's data can be downloaded. */
  'export-ready',
])
export type NotificationKind = z.infer<typeof NotificationKind>

/** One line of the list: all unread notifications of a kind about the same thing. */
export const Notification = z.object({
  _id: Id,
  kind: NotificationKind,
  /** Of comments, replies, messages or requests, or the milestone of likes; otherwise 1. */
  count: Count,
  /** Whose deletion or absence leaves fewer: 'Somebody'. */
  people: z.array(Person).check(z.maxLength(NOTIFICATION_PEOPLE_MAX)),
  /** The post that it is about; null without one, or when it is gone. */
  post: z.nullable(z.object({ _id: Id, title: z.string() })),
  /** The beginning of the newest comment or update, of a note, an answer or the reason of a decision, as plain text. */
  excerpt: z.string(),
  /** The one request or invitation that the line is about; null without one, or if there are several. */
  request: z.optional(
    z.nullable(z.object({ _id: Id, state: JoinRequestState, fromOwner: z.boolean() })),
  ),
  /** The path that the line leads to; null when what it is about is gone. */
  to: z.nullable(z.string()),
  at: Timestamp,
  isRead: z.boolean(),
  /** Of a `decision`: what was decided about what; null once an objection was answered, which the line is about then. */
  decision: z.optional(z.nullable(z.object({ kind: DecisionKind, about: SubjectKind }))),
})
export type Notification = z.infer<typeof Notification>

const UnreadCount = Count.check(z.lte(UNREAD_COUNT_MAX))

/** Newest first. `unreadCount` is over all pages. */
export const listNotifications = defineEndpoint({
  method: 'GET',
  url: '/api/notifications',
  access: 'member',
  schema: {
    querystring: z.object(pageQuery),
    response: {
      200: successReply({
        data: z.array(Notification),
        unreadCount: UnreadCount,
        nextCursor: z.nullable(Cursor),
      }),
    },
  },
})

/**
 * Marks lines as read: those with these ids, all up to a time, which is the `at` of the newest that was shown, or those
 * about the comments, mentions, likes, updates and repository of a post, which was opened.
 */
export const readNotifications = defineEndpoint({
  method: 'PUT',
  url: '/api/notifications/read',
  access: 'member',
  restriction: 'none',
  idempotentBy: 'always',
  schema: {
    body: z.union([
      z.strictObject({ ids: z.array(Id).check(z.minLength(1), z.maxLength(100)) }),
      z.strictObject({ upTo: Timestamp }),
      z.strictObject({ post: Id }),
    ]),
    response: { 200: successReply({ unreadCount: UnreadCount }) },
  },
})

/** The rows of the settings: the kinds of notifications, and mails about unread messages, which are in no list. */
export const SettingKind = z.enum([...NotificationKind.options, 'messages'])
export type SettingKind = z.infer<typeof SettingKind>

/** Where a kind may tell the member something. `app` of `messages` is always true: messages have their own badge. */
export const Channels = z.object({ app: z.boolean(), mail: z.boolean() })
export type Channels = z.infer<typeof Channels>

export const NotificationSettings = z.object({ kinds: z.record(SettingKind, Channels) })
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** Applies to members who changed nothing. */
export const DEFAULT_CHANNELS: Record<SettingKind, Channels> = {
  comment: { app: true, mail: true },
  reply: { app: true, mail: true },
  mention: { app: true, mail: true },
  'room-mention': { app: true, mail: true },
  like: { app: true, mail: false },
  decision: { app: true, mail: true },
  report: { app: true, mail: false },
  'join-requested': { app: true, mail: true },
  'join-answered': { app: true, mail: true },
  invited: { app: true, mail: true },
  'join-due': { app: true, mail: true },
  'still-open': { app: true, mail: true },
  'team-changed': { app: true, mail: false },
  update: { app: true, mail: false },
  'repository-archived': { app: true, mail: false },
  'export-ready': { app: true, mail: true },
  messages: { app: true, mail: true },
}

const settingsReply = { 200: successReply({ data: NotificationSettings }) }

export const readNotificationSettings = defineEndpoint({
  method: 'GET',
  url: '/api/notifications/settings',
  access: 'member',
  schema: { response: settingsReply },
})

/** Changes the kinds that are given; the others stay. */
export const changeNotificationSettings = defineEndpoint({
  method: 'PUT',
  url: '/api/notifications/settings',
  access: 'member',
  restriction: 'none',
  idempotentBy: 'always',
  schema: {
    body: z.object({ kinds: z.partialRecord(SettingKind, Channels) }),
    response: settingsReply,
  },
})

const postParams = z.object({ id: pathId('Post not found') })
const postMuteReply = { 200: successReply({ isMuted: z.boolean() }) }

export const readPostMute = defineEndpoint({
  method: 'GET',
  url: '/api/posts/:id/mute',
  access: 'member',
  errors: ['not-found'],
  schema: { params: postParams, response: postMuteReply },
})

/** No more notifications about this post, neither of its comments nor of replies below it. */
export const mutePost = defineEndpoint({
  method: 'PUT',
  url: '/api/posts/:id/mute',
  access: 'member',
  restriction: 'none',
  errors: ['not-found'],
  idempotentBy: 'always',
  schema: { params: postParams, response: postMuteReply },
})

export const unmutePost = defineEndpoint({
  method: 'DELETE',
  url: '/api/posts/:id/mute',
  access: 'member',
  restriction: 'none',
  errors: ['not-found'],
  idempotentBy: 'always',
  schema: { params: postParams, response: postMuteReply },
})

const unsubscribeParams = z.object({ token: z.string().check(z.maxLength(200)) })
const unsubscribeReply = { 200: successReply({ kind: SettingKind }) }

/**
 * Ends the mails of one kind for the member whom the token of the mail names, signed in or not. Mail programs call it
 * (RFC 8058), so that neither a token against CSRF nor an origin is required. Counts as `read`: a mail provider
 * calls for many members from few addresses, and nobody can guess a token.
 */
export const unsubscribe = defineEndpoint({
  method: 'POST',
  url: '/api/notifications/unsubscribe/:token',
  access: 'public',
  csrf: 'none',
  limit: 'read',
  errors: ['not-found'],
  schema: { params: unsubscribeParams, response: unsubscribeReply },
})

/** Takes an unsubscription back, with the same token. */
export const undoUnsubscribe = defineEndpoint({
  method: 'DELETE',
  url: '/api/notifications/unsubscribe/:token',
  access: 'public',
  csrf: 'origin',
  errors: ['not-found'],
  schema: { params: unsubscribeParams, response: unsubscribeReply },
})

export const notificationServerEvents = [
  /** `latest` is the line that is new or has changed; null if lines were only read or removed. */
  z.object({
    type: z.literal('notification'),
    unreadCount: UnreadCount,
    latest: z.nullable(Notification),
    position: z.optional(Position),
  }),
] as const
export type NotificationServerEvent = z.infer<(typeof notificationServerEvents)[number]>

import { z } from 'zod/mini'
import { Hours } from '../people/availability.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Fit } from '../roles/fit.ts'
import { JoinRequestState } from './join-request-state.ts'
import { MessageDraft } from '../messaging/messaging.ts'
import { Cursor, pageQuery } from '../paging.ts'
import { Person } from '../people/people.ts'
import { Position } from '../position.ts'
import {
  Count,
  countCharacters,
  Id,
  optionalText,
  pathId,
  requiredText,
  successReply,
  TempId,
  Timestamp,
} from '../primitives.ts'
import { ROLE_NOT_FOUND } from '../roles/roles.ts'

export const JOIN_NOTE_MIN = 20
export const JOIN_NOTE_MAX = 500
/** How many requests of one member may be waiting or in talks at once, and how many requests and invitations they send a day. */
export const OPEN_REQUESTS_MAX = 10
export const REQUESTS_PER_DAY = 10
export const INVITATIONS_PER_DAY = 10
/** How many requests may wait for each free seat of a role. */
export const WAITING_PER_SEAT_MAX = 20
/** Waiting requests are counted up to this number; the UI shows "99+" for it. */
export const WAITING_COUNT_MAX = 100
/** Talks end after so many days without a message between the two or an answer. */
export const QUIET_TALK_DAYS = 30
/** So many requests that ended unanswered within 30 days pause the owner's roles. */
export const UNANSWERED_MAX = 3

export const JOIN_REQUEST_NOT_FOUND = 'Join request not found'
export const TOO_MANY_OPEN_REQUESTS = `You have ${OPEN_REQUESTS_MAX} open requests. Withdraw one first.`
export const TOO_MANY_REQUESTS_TODAY = `You can ask to join ${REQUESTS_PER_DAY} times a day.`
export const TOO_MANY_INVITATIONS_TODAY = `You can invite ${INVITATIONS_PER_DAY} people a day.`
export const ENOUGH_REQUESTS =
  'This role has enough requests for now. Follow the project to hear when it opens again.'
export const ROLE_FILLED = 'This role has just been filled.'
export const ROLE_NOT_OPEN = 'This role is not open at the moment.'
export const ALREADY_ASKED = 'You have already asked to join.'
export const ALREADY_ON_TEAM = 'You are on the team'
export const ALREADY_INVITED = 'This member was already invited, or has asked to join.'
export const MEMBER_ON_TEAM = 'This member is on the team.'
/** Read by owners when the last seat of the last open role is taken. */
export const TEAM_COMPLETE = 'Your team is complete.'
export const JOIN_REQUEST_ALREADY_SENT = 'You already sent this with a different text.'
/** Answers both a block and a request for a role of one's own project, so that a block cannot be recognized. */
export const CANNOT_ASK = 'You cannot ask to join here.'
export const CANNOT_INVITE = 'You cannot invite this member.'

/** Why an owner declines. `filled` is also the reason of those who still waited when the last seat was taken. */
export const DeclineReason = z.enum(['filled', 'experience', 'hours', 'changed', 'later'])
export type DeclineReason = z.infer<typeof DeclineReason>

/** Why a request ended: not answered in time, 30 days of talks without a message, or the role or post is gone. */
export const EndReason = z.enum(['no-answer', 'quiet', 'taken-down'])
export type EndReason = z.infer<typeof EndReason>

/** The refusals of an answer or withdrawal that comes too late. A request in talks can still be accepted, declined and withdrawn. */
export const ANSWERED_TEXTS: Record<Exclude<JoinRequestState, 'waiting'>, string> = {
  talking: 'You are already talking.',
  accepted: 'This request was already accepted.',
  declined: 'This request was already declined.',
  withdrawn: 'This request was withdrawn.',
  ended: 'This request has ended.',
}

/** The sentence of each reason, which the owner can edit; {skill} is a skill of the role. */
export const DECLINE_TEXTS: Record<DeclineReason, string> = {
  filled: 'We found someone for this role.',
  experience: 'We need a little more experience with {skill}.',
  hours: 'Our hours don’t match.',
  changed: 'The project has changed.',
  later: 'Not right now, but please ask again later.',
}

/** A member asks to join through a role, or an owner invites: the same states and the same clock. */
export const JoinRequest = z.object({
  _id: Id,
  /**
   * Role and post have the titles of when the request was sent, which are empty for others than the author while a moderator hides
   * the post. Their `_id` is null once they are deleted.
   */
  role: z.object({ _id: z.nullable(Id), title: z.string() }),
  post: z.object({ _id: z.nullable(Id), title: z.string() }),
  /** The member who asks to join or is invited. */
  person: Person,
  /** The author of the post; null if their account is deleted. */
  owner: z.nullable(Person),
  /**
   * With whom the caller talks about it: for the owners `person`, for `person` the owner who invited them or answered first, or the
   * author if that owner has left. Null if their account is deleted.
   */
  counterpart: z.nullable(Person),
  /** True for an invitation: then `person` answers. */
  fromOwner: z.boolean(),
  /** The text of the request; empty for its receiver while `isHidden`. */
  note: z.string(),
  /** The hours a week that the member offers; null in an invitation. */
  hours: z.nullable(Hours),
  state: JoinRequestState,
  reason: z.nullable(z.union([DeclineReason, EndReason])),
  /** The text of the answer; empty if there is none, and for the sender of the request while `isHidden`. */
  answer: z.string(),
  /** A request that is still waiting at this time ends. */
  dueAt: Timestamp,
  answeredAt: z.nullable(Timestamp),
  createdAt: Timestamp,
  /** The fit of `person`, for owners only; null once the role is deleted. */
  fit: z.nullable(Fit),
  /** Whether a moderator hid the request: then each side reads only its own words. */
  isHidden: z.boolean(),
  /** Whether the caller may answer or withdraw the request now. */
  canAnswer: z.boolean(),
  canWithdraw: z.boolean(),
})
export type JoinRequest = z.infer<typeof JoinRequest>

function joinNote(required: string) {
  return requiredText({
    max: JOIN_NOTE_MAX,
    required,
    tooLong: `A note cannot be more than ${JOIN_NOTE_MAX} characters`,
  }).check(z.refine((text) => countCharacters(text) >= JOIN_NOTE_MIN, required))
}

export const JoinRequestDraft = z.object({
  note: joinNote('Say in two or three sentences what you would bring.'),
  hours: Hours,
  tempId: TempId,
})
export type JoinRequestDraft = z.infer<typeof JoinRequestDraft>
export const InvitationDraft = z.object({
  userId: Id,
  note: joinNote('Say in two or three sentences why you thought of them.'),
  tempId: TempId,
})
export type InvitationDraft = z.infer<typeof InvitationDraft>

const roleParams = z.object({ id: pathId(ROLE_NOT_FOUND) })
const params = z.object({ id: pathId(JOIN_REQUEST_NOT_FOUND) })
const reply = successReply({ data: JoinRequest })

/** Asks to join. A repeated call with the same `tempId` returns the same request. Refuses with `conflict`: filled, paused, already asked. */
export const requestToJoin = defineEndpoint({
  method: 'POST',
  url: '/api/roles/:id/join-requests',
  access: 'member',
  restriction: 'messaging',
  errors: ['conflict', 'forbidden', 'not-found', 'too-many-requests', 'limited'],
  idempotentBy: 'tempId',
  schema: { params: roleParams, body: JoinRequestDraft, response: { 201: reply } },
})

/** Invites a member to a role. Only owners can, and only members who are open to join or share a team or conversation with them. */
export const inviteToJoin = defineEndpoint({
  method: 'POST',
  url: '/api/roles/:id/invitations',
  access: 'member',
  restriction: 'messaging',
  errors: ['conflict', 'forbidden', 'not-found', 'too-many-requests', 'limited'],
  idempotentBy: 'tempId',
  schema: { params: roleParams, body: InvitationDraft, response: { 201: reply } },
})

/** `received`: requests for the caller's roles and invitations of the caller; `sent`: those the caller sent. */
export const JoinRequestBox = z.enum(['received', 'sent'])
export type JoinRequestBox = z.infer<typeof JoinRequestBox>

/**
 * Lists requests and invitations, newest first. `waiting` leaves those that wait for an answer, the earliest deadline first, and then
 * those in talks. `waitingCount` counts what waits for the answer of the caller, up to `WAITING_COUNT_MAX`.
 */
export const listJoinRequests = defineEndpoint({
  method: 'GET',
  url: '/api/join-requests',
  access: 'member',
  schema: {
    querystring: z.object({
      ...pageQuery,
      box: z._default(JoinRequestBox, 'received'),
      state: z._default(z.enum(['waiting', 'all']), 'all'),
    }),
    response: {
      200: successReply({
        data: z.array(JoinRequest),
        waitingCount: Count,
        nextCursor: z.nullable(Cursor),
      }),
    },
  },
})

export const readJoinRequest = defineEndpoint({
  method: 'GET',
  url: '/api/join-requests/:id',
  access: 'member',
  errors: ['not-found'],
  schema: { params, response: { 200: reply } },
})

/**
 * Answers a request as an owner, or an invitation as the invited member. `talk` sends `message` to the other side; it may be repeated
 * with the same `tempId`. Refuses with `conflict` if it was answered, withdrawn or ended before, or if the last seat is taken; with
 * `limited` for talks and for a note while the caller may not send messages.
 */
export const answerJoinRequest = defineEndpoint({
  method: 'PUT',
  url: '/api/join-requests/:id/answer',
  access: 'member',
  errors: ['conflict', 'not-found', 'limited'],
  idempotentBy: 'tempId',
  schema: {
    params,
    body: z
      .object({
        answer: z.enum(['talk', 'accept', 'decline']),
        reason: z.optional(DeclineReason),
        note: z._default(
          optionalText({
            max: JOIN_NOTE_MAX,
            tooLong: `A note cannot be more than ${JOIN_NOTE_MAX} characters`,
          }),
          '',
        ),
        message: z.optional(MessageDraft.shape.content),
        tempId: z.optional(TempId),
      })
      .check(
        z.refine(({ answer, message }) => answer !== 'talk' || message !== undefined, {
          error: 'Message is required',
          path: ['message'],
        }),
      ),
    response: { 200: reply },
  },
})

/** Withdraws a request as the member who asked, or an invitation as an owner. */
export const withdrawJoinRequest = defineEndpoint({
  method: 'PUT',
  url: '/api/join-requests/:id/withdraw',
  access: 'member',
  restriction: 'none',
  errors: ['conflict', 'not-found'],
  schema: { params, response: { 200: reply } },
})

export const joinRequestServerEvents = [
  /** The event goes to both sides; `waitingCount` counts what waits for the answer of the recipient. */
  z.object({
    type: z.literal('join_request_changed'),
    joinRequestId: Id,
    state: JoinRequestState,
    waitingCount: Count,
    position: z.optional(Position),
  }),
] as const
export type JoinRequestServerEvent = z.infer<(typeof joinRequestServerEvents)[number]>

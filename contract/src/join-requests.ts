import { z } from 'zod/mini'
import { Hours } from './availability.ts'
import { defineEndpoint } from './endpoint.ts'
import { Fit } from './fit.ts'
import { JoinRequestState } from './join-request-state.ts'
import { Cursor, pageQuery } from './paging.ts'
import { Person } from './people.ts'
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
} from './primitives.ts'
import { ROLE_NOT_FOUND } from './roles.ts'

export const JOIN_NOTE_MIN = 20
export const JOIN_NOTE_MAX = 500
/** How many requests of one member may be waiting or in talks at once, and how many requests and invitations they send a day. */
export const OPEN_REQUESTS_MAX = 10
export const REQUESTS_PER_DAY = 10
export const INVITATIONS_PER_DAY = 10
/** How many requests may wait for each free seat of a role. */
export const WAITING_PER_SEAT_MAX = 20
/** The number of waiting requests is counted up to this one, and is then shown as more. */
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
  'Enough requests for now. Follow the project to hear when it opens again.'
export const ROLE_FILLED = 'This role has just been filled.'
export const ROLE_NOT_OPEN = 'This role is not open at the moment.'
export const ALREADY_ASKED = 'You have already asked to join.'
export const ALREADY_ON_TEAM = 'You are on the team'
export const ALREADY_INVITED = 'This member was already invited, or has asked to join.'
export const MEMBER_ON_TEAM = 'This member is on the team.'
export const JOIN_REQUEST_ALREADY_SENT = 'This was already sent with other words.'
/** Also for one's own role. */
export const CANNOT_ASK = 'You cannot ask to join here.'
export const CANNOT_INVITE = 'You cannot invite this member.'

/** Why an owner declines. `filled` is also the reason of those who still waited when the last seat was taken. */
export const DeclineReason = z.enum(['filled', 'experience', 'hours', 'changed', 'later'])
export type DeclineReason = z.infer<typeof DeclineReason>

/** Why a request ended: not answered in time, talks without a word for 30 days, or role or post are gone. */
export const EndReason = z.enum(['no-answer', 'quiet', 'taken-down'])
export type EndReason = z.infer<typeof EndReason>

/** Why a request cannot be answered or withdrawn any more. In talks, it can be accepted, declined and withdrawn. */
export const ANSWERED_TEXTS: Record<Exclude<JoinRequestState, 'waiting'>, string> = {
  talking: 'You are already in talks.',
  accepted: 'This request was already accepted.',
  declined: 'This request was already declined.',
  withdrawn: 'This request was withdrawn.',
  ended: 'This request has ended.',
}

/** The sentence of each reason, which the owner can edit; {skill} is a skill of the role. */
export const DECLINE_TEXTS: Record<DeclineReason, string> = {
  filled: 'We found somebody for this role.',
  experience: 'We need a little more experience with {skill}.',
  hours: 'Our hours do not fit.',
  changed: 'The project has changed.',
  later: 'Not now, but please ask again.',
}

/** A member asks to join through a role, or an owner invites: the same states and the same clock. */
export const JoinRequest = z.object({
  _id: Id,
  /** The titles are as they were when it was sent. `_id` is null when role or post are gone. */
  role: z.object({ _id: z.nullable(Id), title: z.string() }),
  post: z.object({ _id: z.nullable(Id), title: z.string() }),
  /** Who asks to join or is invited. */
  person: Person,
  /** The author of the post; null if their account is deleted. */
  owner: z.nullable(Person),
  /** True for an invitation: then `person` answers. */
  fromOwner: z.boolean(),
  note: z.string(),
  /** Hours a week; null in an invitation. */
  hours: z.nullable(Hours),
  state: JoinRequestState,
  reason: z.nullable(z.union([DeclineReason, EndReason])),
  /** What the answer says. */
  answer: z.string(),
  /** By then it is answered, or ends. */
  dueAt: Timestamp,
  answeredAt: z.nullable(Timestamp),
  createdAt: Timestamp,
  /** Of `person`, for the owners; null for others and when the role is gone. */
  fit: z.nullable(Fit),
  /** Whether the caller may answer it now, or withdraw it. */
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

/** A repeated call with the same `tempId` returns the same request. `conflict`: filled, paused, or already asked. */
export const requestToJoin = defineEndpoint({
  method: 'POST',
  url: '/api/roles/:id/join-requests',
  access: 'member',
  restriction: 'messaging',
  errors: ['conflict', 'forbidden', 'not-found', 'too-many-requests', 'limited'],
  schema: { params: roleParams, body: JoinRequestDraft, response: { 201: reply } },
})

/** By an owner, to somebody who is open to join, or with whom they share a team or a conversation. */
export const inviteToJoin = defineEndpoint({
  method: 'POST',
  url: '/api/roles/:id/invitations',
  access: 'member',
  restriction: 'messaging',
  errors: ['conflict', 'forbidden', 'not-found', 'too-many-requests', 'limited'],
  schema: { params: roleParams, body: InvitationDraft, response: { 201: reply } },
})

/** `received`: requests for one's roles and invitations to oneself; `sent`: the others. Newest first. */
export const JoinRequestBox = z.enum(['received', 'sent'])
export type JoinRequestBox = z.infer<typeof JoinRequestBox>

/** `waiting`: only those that wait for an answer or are in talks. `waitingCount` counts what waits for the caller's answer, up to `WAITING_COUNT_MAX`. */
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
 * By an owner, or for an invitation by the member. `conflict` if it was answered, withdrawn or ended before, or the last seat is
 * taken; `limited` for talks while messages are closed to the caller.
 */
export const answerJoinRequest = defineEndpoint({
  method: 'PUT',
  url: '/api/join-requests/:id/answer',
  access: 'member',
  errors: ['conflict', 'not-found', 'limited'],
  schema: {
    params,
    body: z.object({
      answer: z.enum(['talk', 'accept', 'decline']),
      reason: z.optional(DeclineReason),
      note: z._default(
        optionalText({
          max: JOIN_NOTE_MAX,
          tooLong: `A note cannot be more than ${JOIN_NOTE_MAX} characters`,
        }),
        '',
      ),
    }),
    response: { 200: reply },
  },
})

/** By the member who asked, or for an invitation by an owner. */
export const withdrawJoinRequest = defineEndpoint({
  method: 'PUT',
  url: '/api/join-requests/:id/withdraw',
  access: 'member',
  restriction: 'none',
  errors: ['conflict', 'not-found'],
  schema: { params, response: { 200: reply } },
})

export const joinRequestServerEvents = [
  /** Sent to both sides; `waitingCount` is the recipient's. */
  z.object({
    type: z.literal('join_request_changed'),
    joinRequestId: Id,
    state: JoinRequestState,
    waitingCount: Count,
  }),
] as const
export type JoinRequestServerEvent = z.infer<(typeof joinRequestServerEvents)[number]>

import { z } from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { Cursor, pageQuery } from './paging.ts'
import { Person } from './people.ts'
import { Id, pathId, successReply, Timestamp } from './primitives.ts'

/** How many members one member can block and mute, together. */
export const HIDDEN_MEMBERS_MAX = 1_000

/** The refusals of someone who meets a block: both sides read the same, whatever closed the door. */
export const CANNOT_MESSAGE = 'You cannot message this member.'
export const CANNOT_COMMENT = 'You cannot comment here.'

/** What stands between the caller and another member. It never says whether the other one blocked the caller. */
export const MemberRelation = z.object({
  isBlocked: z.boolean(),
  isMuted: z.boolean(),
  /** False if either blocked the other. */
  canMessage: z.boolean(),
})
export type MemberRelation = z.infer<typeof MemberRelation>

const params = z.object({ id: pathId('User not found') })
const relationReply = { 200: successReply({ data: MemberRelation }) }

export const readRelation = defineEndpoint({
  method: 'GET',
  url: '/api/users/:id/relation',
  access: 'member',
  errors: ['not-found'],
  schema: { params, response: relationReply },
})

/** Closes messages, comments and everything else between the two, and hides the other's posts and comments. Idempotent. */
export const blockMember = defineEndpoint({
  method: 'PUT',
  url: '/api/users/:id/block',
  access: 'member',
  restriction: 'none',
  errors: ['not-found', 'conflict'],
  idempotentBy: 'always',
  schema: { params, response: relationReply },
})

export const unblockMember = defineEndpoint({
  method: 'DELETE',
  url: '/api/users/:id/block',
  access: 'member',
  restriction: 'none',
  errors: ['not-found'],
  idempotentBy: 'always',
  schema: { params, response: relationReply },
})

/** Hides the other's posts, comments and notifications from the caller; the other can still write. Idempotent. */
export const muteMember = defineEndpoint({
  method: 'PUT',
  url: '/api/users/:id/mute',
  access: 'member',
  restriction: 'none',
  errors: ['not-found', 'conflict'],
  idempotentBy: 'always',
  schema: { params, response: relationReply },
})

export const unmuteMember = defineEndpoint({
  method: 'DELETE',
  url: '/api/users/:id/mute',
  access: 'member',
  restriction: 'none',
  errors: ['not-found'],
  idempotentBy: 'always',
  schema: { params, response: relationReply },
})

/** A member whom the caller blocked or muted. */
export const HiddenMember = z.extend(Person, {
  isBlocked: z.boolean(),
  isMuted: z.boolean(),
  hiddenAt: Timestamp,
})
export type HiddenMember = z.infer<typeof HiddenMember>

/** Those whom the caller hid last come first. */
export const listHiddenMembers = defineEndpoint({
  method: 'GET',
  url: '/api/users/hidden',
  access: 'member',
  schema: {
    querystring: z.object(pageQuery),
    response: {
      200: successReply({ data: z.array(HiddenMember), nextCursor: z.nullable(Cursor) }),
    },
  },
})

export const safetyServerEvents = [
  /** The relation to this member has changed; the browser asks for it again. Sent to both sides. */
  z.object({ type: z.literal('relation_changed'), userId: Id }),
] as const
export type SafetyServerEvent = z.infer<(typeof safetyServerEvents)[number]>

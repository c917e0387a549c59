import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor, pageQuery } from '../paging.ts'
import { Person } from '../people/people.ts'
import { Position } from '../position.ts'
import { Id, pathId, successReply, Timestamp } from '../primitives.ts'

/** How many members one member can ignore: block, mute or both. */
export const IGNORED_MEMBERS_MAX = 1_000

/** The refusals after a block, the same for both sides. */
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

/** Closes messages, comments and everything else between the two; the caller ignores the other. Idempotent. */
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

/** The caller ignores the other: no posts, comments and notifications of theirs; the other can still write. Idempotent. */
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

/** A member whom the caller ignores, which means blocked or muted. */
export const IgnoredMember = z.extend(Person, {
  isBlocked: z.boolean(),
  isMuted: z.boolean(),
  ignoredAt: Timestamp,
})
export type IgnoredMember = z.infer<typeof IgnoredMember>

/** Those whom the caller ignored last come first. */
export const listIgnoredMembers = defineEndpoint({
  method: 'GET',
  url: '/api/users/ignored',
  access: 'member',
  schema: {
    querystring: z.object(pageQuery),
    response: {
      200: successReply({ data: z.array(IgnoredMember), nextCursor: z.nullable(Cursor) }),
    },
  },
})

export const safetyServerEvents = [
  /** The relation to this member has changed; the browser asks for it again. Sent to both sides. */
  z.object({
    type: z.literal('relation_changed'),
    userId: Id,
    position: z.optional(Position),
  }),
] as const
export type SafetyServerEvent = z.infer<(typeof safetyServerEvents)[number]>

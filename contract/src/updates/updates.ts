import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { MENTIONS_MAX } from '../mentions/mentions.ts'
import { Cursor, pageQuery } from '../paging.ts'
import { Person } from '../people/people.ts'
import { Id, pathId, requiredText, successReply, TempId, Timestamp } from '../primitives.ts'
import { ProjectState } from '../projects/projects.ts'

export const UPDATE_MAX = 2000
export const UPDATES_PER_DAY = 5
export const TOO_MANY_UPDATES = `You can write ${UPDATES_PER_DAY} updates a day on a project`

/** News of a project, written by an owner, or a change of its state, which has no text. */
export const Update = z.object({
  _id: Id,
  post: Id,
  /** The owner who wrote it; null if their account is deleted. */
  user: z.nullable(Person),
  /** The text in Markdown; empty in a change of state. */
  body: z.string(),
  /** The state that the project has since then; null in a written update. */
  state: z.nullable(ProjectState),
  createdAt: Timestamp,
  editedAt: z.nullable(Timestamp),
  /** The members whom the text names with `@userName`; absent on the public page. */
  mentions: z.optional(z.array(Person).check(z.maxLength(MENTIONS_MAX))),
})
export type Update = z.infer<typeof Update>

const body = requiredText({
  max: UPDATE_MAX,
  required: 'Write what is new first',
  tooLong: `An update cannot be more than ${UPDATE_MAX} characters`,
})
const postParams = z.object({ id: pathId('Post not found') })
const params = z.object({ id: pathId('Update not found') })
const updateReply = successReply({ data: Update })

/** Lists updates and changes of state, newest first. */
export const listUpdates = defineEndpoint({
  method: 'GET',
  url: '/api/posts/:id/updates',
  access: 'member',
  source: 'standby',
  confirmsMissing: true,
  errors: ['not-found'],
  schema: {
    params: postParams,
    querystring: z.object(pageQuery),
    response: { 200: successReply({ data: z.array(Update), nextCursor: z.nullable(Cursor) }) },
  },
})

export const postUpdate = defineEndpoint({
  method: 'POST',
  url: '/api/posts/:id/updates',
  access: 'member',
  restriction: 'posting',
  errors: ['conflict', 'not-found', 'too-many-requests'],
  idempotentBy: 'tempId',
  schema: {
    params: postParams,
    body: z.object({ body, tempId: z.optional(TempId) }),
    response: { 201: updateReply },
  },
})

/** Changes the text of an update. Only its author can. */
export const editUpdate = defineEndpoint({
  method: 'PUT',
  url: '/api/updates/:id',
  access: 'member',
  restriction: 'posting',
  errors: ['not-found'],
  idempotentBy: 'always',
  schema: { params, body: z.object({ body }), response: { 200: updateReply } },
})

/** Deletes an update or a change of state. Every owner of the project can. */
export const deleteUpdate = defineEndpoint({
  method: 'DELETE',
  url: '/api/updates/:id',
  access: 'member',
  errors: ['not-found'],
  schema: { params, response: { 200: successReply({}) } },
})

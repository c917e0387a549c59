import { z } from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { Cursor, pageQuery } from './paging.ts'
import { Person } from './people.ts'
import { Count, Id, successReply, TempId, requiredText, Timestamp } from './primitives.ts'

export const COMMENT_MAX = 2000
/** Replies nest this deep below a top-level comment; an answer to the deepest is attached beside it. */
export const COMMENT_DEPTH_MAX = 5
/** As many of a thread's replies come with its first comment; `repliesCursor` leads to the rest. */
export const REPLIES_SHOWN = 20

const Content = requiredText({
  max: COMMENT_MAX,
  required: 'Comment is required',
  tooLong: 'Comment cannot be more than 2000 characters',
})

/** One comment by itself. */
export const FlatComment = z.object({
  _id: Id,
  post: Id,
  parent: z.nullable(Id),
  /** Empty once deleted: the stone stays because somebody replied to it. */
  content: z.string(),
  user: z.nullable(Person),
  isDeleted: z.boolean(),
  createdAt: Timestamp,
  editedAt: z.nullable(Timestamp),
})
export type FlatComment = z.infer<typeof FlatComment>

/** A comment with the replies below it, oldest first. */
export const Comment = z.extend(FlatComment, {
  get replies(): z.ZodMiniArray<typeof Comment> {
    return z.array(Comment)
  },
  /** On a top-level comment: where the rest of its thread starts, or null when all of it is here. */
  repliesCursor: z.nullable(Cursor),
})
export type Comment = z.infer<typeof Comment>

/** Top-level comments, oldest first; `Link: <...>; rel="next"` leads on. */
export const listComments = defineEndpoint('member', 'GET', '/api/comments/post/:id', {
  params: z.object({ id: Id }),
  querystring: z.object(pageQuery),
  response: { 200: z.array(Comment) },
})

/**
 * The rest of a thread, oldest first, flat: whatever a reply answers is older than it, so each page
 * attaches to what is there already. `:id` is the thread's top-level comment.
 */
export const listReplies = defineEndpoint('member', 'GET', '/api/comments/:id/replies', {
  params: z.object({ id: Id }),
  querystring: z.object(pageQuery),
  response: { 200: z.array(FlatComment) },
})

export const CommentDraft = z.object({
  postId: Id,
  parentId: z._default(z.nullable(Id), null),
  content: Content,
  tempId: z.optional(TempId),
})
export type CommentDraft = z.infer<typeof CommentDraft>

export const createComment = defineEndpoint('member', 'POST', '/api/comments', {
  body: CommentDraft,
  response: { 201: successReply({ message: z.string(), data: FlatComment }) },
})

export const editComment = defineEndpoint('member', 'PUT', '/api/comments/:id', {
  params: z.object({ id: Id }),
  body: z.object({ content: Content }),
  response: { 200: successReply({ message: z.string(), data: FlatComment }) },
})

/** `data` is the stone that stays where somebody replied, or null. */
export const deleteComment = defineEndpoint('member', 'DELETE', '/api/comments/:id', {
  params: z.object({ id: Id }),
  response: {
    200: successReply({ message: z.string(), data: z.nullable(FlatComment), commentCount: Count }),
  },
})

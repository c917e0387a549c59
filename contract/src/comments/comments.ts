import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { MENTIONS_MAX } from '../mentions/mentions.ts'
import { Cursor, pageQuery } from '../paging.ts'
import { Person } from '../people/people.ts'
import { Count, Id, pathId, successReply, TempId, requiredText, Timestamp } from '../primitives.ts'

export const COMMENT_MAX = 2000
/** How deep replies nest below a top-level comment; a reply to one of the deepest becomes its sibling. */
export const COMMENT_DEPTH_MAX = 5
/** How many replies of a thread come with its top-level comment; `repliesCursor` leads to the rest. */
export const REPLIES_SHOWN = 20

const Content = requiredText({
  max: COMMENT_MAX,
  required: 'Comment is required',
  tooLong: 'Comment cannot be more than 2000 characters',
})

/** A comment without its replies. */
export const FlatComment = z.object({
  _id: Id,
  post: Id,
  parent: z.nullable(Id),
  /** Empty in a tombstone, which replaces a deleted comment that has replies. */
  content: z.string(),
  user: z.nullable(Person),
  isDeleted: z.boolean(),
  createdAt: Timestamp,
  editedAt: z.nullable(Timestamp),
  /** Those whom the text names with `@userName`: members who exist and, when it was written, had no block with the author. */
  mentions: z.optional(z.array(Person).check(z.maxLength(MENTIONS_MAX))),
  /**
   * Present if the text is withheld: `ignored` by the reader, who blocked or muted the author, or `hidden` by a moderator, whose decision
   * does not take the text from the author.
   */
  withheld: z.optional(z.enum(['ignored', 'hidden'])),
})
export type FlatComment = z.infer<typeof FlatComment>

/** A comment with the replies below it, oldest first. */
export const Comment = z.extend(FlatComment, {
  get replies(): z.ZodMiniArray<typeof Comment> {
    return z.array(Comment)
  },
  /** On a top-level comment: the cursor to the rest of its thread, or null when the thread is complete. */
  repliesCursor: z.nullable(Cursor),
})
export type Comment = z.infer<typeof Comment>

/** Top-level comments, oldest first; `Link: <...>; rel="next"` leads to the next page. */
export const listComments = defineEndpoint({
  method: 'GET',
  url: '/api/comments/post/:id',
  access: 'member',
  source: 'standby',
  confirmsMissing: true,
  errors: ['not-found'],
  schema: {
    params: z.object({ id: pathId('Post not found') }),
    querystring: z.object(pageQuery),
    response: { 200: z.array(Comment) },
  },
})

/**
 * The rest of a thread, oldest first, flat: a parent is older than its replies, so each page can be attached
 * to the comments loaded before. `:id` is the thread's top-level comment.
 */
export const listReplies = defineEndpoint({
  method: 'GET',
  url: '/api/comments/:id/replies',
  access: 'member',
  source: 'standby',
  confirmsMissing: true,
  errors: ['not-found'],
  schema: {
    params: z.object({ id: pathId('Comment not found') }),
    querystring: z.object(pageQuery),
    response: { 200: z.array(FlatComment) },
  },
})

export const CommentDraft = z.object({
  postId: Id,
  /** Null, an empty text or absent: not a reply. */
  parentId: z._default(z.nullable(z.union([z.literal(''), Id])), null),
  content: Content,
  /** The same comment under the same `tempId` is added once; another comment under it is a `conflict`. */
  tempId: z.optional(TempId),
})
export type CommentDraft = z.infer<typeof CommentDraft>

/** A comment that was just added, so `replies` is empty; if it is sent again, its replies are only in the list. */
const AddedComment = z.extend(FlatComment, { replies: z.array(FlatComment) })

export const createComment = defineEndpoint({
  method: 'POST',
  url: '/api/comments',
  access: 'member',
  errors: ['conflict', 'not-found', 'forbidden'],
  restriction: 'posting',
  idempotentBy: 'tempId',
  schema: {
    body: CommentDraft,
    response: { 201: successReply({ message: z.string(), data: AddedComment }) },
  },
})

export const editComment = defineEndpoint({
  method: 'PUT',
  url: '/api/comments/:id',
  access: 'member',
  errors: ['not-found', 'forbidden'],
  restriction: 'posting',
  idempotentBy: 'always',
  schema: {
    params: z.object({ id: pathId('Comment not found') }),
    body: z.object({ content: Content }),
    response: { 200: successReply({ message: z.string(), data: FlatComment }) },
  },
})

/** `data` is the tombstone of a comment that has replies, or null. */
export const deleteComment = defineEndpoint({
  method: 'DELETE',
  url: '/api/comments/:id',
  access: 'member',
  errors: ['not-found'],
  schema: {
    params: z.object({ id: pathId('Comment not found') }),
    response: {
      200: successReply({
        message: z.string(),
        data: z.nullable(FlatComment),
        commentCount: Count,
      }),
    },
  },
})

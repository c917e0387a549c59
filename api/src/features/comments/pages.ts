import { listComments, listReplies, REPLIES_SHOWN } from '@dolph/contract/comments/comments'
import type { z } from 'zod'
import { MIN_ID } from '../../platform/db/id-bounds.ts'
import type { Reader } from '../../platform/db/reader.ts'
import { Refusal } from '../../platform/errors.ts'
import { appendFields, buildJson, joinObjects, rawArray } from '../../platform/db/json-text.ts'
import type { CachedReply } from '../../platform/http/replies/cached-reply.ts'
import { createJsonReply } from '../../platform/http/replies/raw-json-reply.ts'
import { cutPage } from '../../platform/http/cut-page.ts'
import { decodeIdCursor, encodeIdCursor } from '../../platform/http/id-cursor.ts'
import { selectReplies, selectThreads, type CommentJson } from './queries.ts'
import { buildCommentJson, type CommentViewer } from './withheld-comments.ts'

type PageQuery = z.output<typeof listComments.schema.querystring>

export interface CommentsPage {
  reply: CachedReply
  /** The URL of the next page, or null on the last page. */
  next: string | null
}

/** Threads of a post, oldest first, each with its first replies below it, as the viewer sees them. */
export async function readThreadsPage(
  reader: Reader,
  postId: string,
  viewer: CommentViewer,
  query: PageQuery,
): Promise<CommentsPage> {
  const comments = await selectThreads(reader, buildListQuery(postId, viewer.id, query))
  if (!comments) throw new Refusal('not-found', 'Post not found')
  const threads = [...Map.groupBy(comments, ({ thread }) => thread).values()]
  const { page, last } = cutPage(threads, query.limit)
  const threadJsons = page.map((thread) => buildThreadJson(thread, viewer))
  return buildPage(threadJsons, listComments.url.replace(':id', postId), query, last?.[0])
}

/** The replies of a thread, oldest first, flat, as the viewer sees them. */
export async function readRepliesPage(
  reader: Reader,
  rootId: string,
  viewer: CommentViewer,
  query: PageQuery,
): Promise<CommentsPage> {
  const replies = await selectReplies(reader, buildListQuery(rootId, viewer.id, query))
  if (!replies) throw new Refusal('not-found', 'Comment not found')
  const { page, last } = cutPage(replies, query.limit)
  const replyJsons = page.map((reply) => buildCommentJson(reply, viewer))
  return buildPage(replyJsons, listReplies.url.replace(':id', rootId), query, last)
}

function buildListQuery(containerId: string, viewerId: string, { cursor, limit }: PageQuery) {
  const after = cursor === undefined ? MIN_ID : decodeIdCursor(cursor)
  // One row more than requested shows whether there is a next page.
  return { containerId, viewerId, after, count: limit + 1 }
}

/** `last` is the comment after which the next page starts, undefined on the last page. */
function buildPage(
  commentJsons: string[],
  path: string,
  { limit }: PageQuery,
  last: CommentJson | undefined,
): CommentsPage {
  const next = last ? `${path}?cursor=${encodeIdCursor(last._id)}&limit=${limit}` : null
  return { reply: createJsonReply(rawArray(commentJsons).text, next ?? ''), next }
}

/** What most comments end with, built once. */
const NO_REPLIES = buildJson({ replies: rawArray([]), repliesCursor: null })

/** Nests the JSON of a thread's comments as the contract's `Comment`; they come oldest first, so the top-level one leads. */
function buildThreadJson([top, ...replies]: CommentJson[], viewer: CommentViewer): string {
  const shown = replies.slice(0, REPLIES_SHOWN)
  const last = shown.at(-1)
  const byParent = Map.groupBy(shown, ({ parent }) => parent)

  function nestReplies(comment: CommentJson, repliesCursor: string | null): string {
    const nested = byParent.get(comment._id)?.map((reply) => nestReplies(reply, null)) ?? []
    const json = buildCommentJson(comment, viewer)
    return nested.length === 0 && repliesCursor === null
      ? joinObjects(json, NO_REPLIES)
      : appendFields(json, { replies: rawArray(nested), repliesCursor })
  }

  if (!top) return ''
  return nestReplies(top, last && replies.length > shown.length ? encodeIdCursor(last._id) : null)
}

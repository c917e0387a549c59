import { COMMENT_DEPTH_MAX, type FlatComment } from '@dolph/contract/comments'
import type { Discussion, CommentThread } from './discussion.ts'
import type { UnsentComment } from './unsent-comments.ts'

/** A comment in its place, with everything below it. */
export interface CommentNode {
  comment: FlatComment
  depth: number
  replies: CommentNode[]
  /** Replies to it that are still on their way; always the newest. */
  unsent: UnsentComment[]
}

export interface CommentTree {
  /** Oldest first, without a gap. */
  loaded: { thread: CommentThread; entry: CommentNode }[]
  /** Newer than what has been read so far, as one's own new comment is. */
  newer: { thread: CommentThread; entry: CommentNode }[]
  /** On their way, and not below any comment that is here. */
  unsent: UnsentComment[]
}

/** The comments as they are shown. */
export function buildCommentTree(now: Discussion, unsent: UnsentComment[]): CommentTree {
  const placed = new Set<string>()
  const all = now.threads.map((thread) => ({
    thread,
    entry: buildThreadNode(thread, unsent, placed),
  }))
  const end = now.nextPage?.after
  return {
    loaded: all.filter(({ thread }) => end === undefined || thread.root._id <= end),
    newer: all.filter(({ thread }) => end !== undefined && thread.root._id > end),
    unsent: unsent.filter(({ tempId }) => !placed.has(tempId)),
  }
}

/** How many comments stand below this one. */
export function countReplies({ replies }: CommentNode): number {
  return replies.reduce(
    (sum, reply) => sum + (reply.comment.isDeleted ? 0 : 1) + countReplies(reply),
    0,
  )
}

/** Below which comment an answer to this one is shown. */
export function getReplyParentId({ comment, depth }: CommentNode): string {
  return (depth < COMMENT_DEPTH_MAX ? null : comment.parent) ?? comment._id
}

function buildThreadNode(
  { root, replies }: CommentThread,
  unsent: UnsentComment[],
  placed: Set<string>,
): CommentNode {
  const here = new Set([root._id, ...replies.map(({ _id }) => _id)])
  // What it answered may have gone a moment ago; the thread is where it belongs all the same.
  const below = Map.groupBy(replies, ({ parent }) => (here.has(parent ?? '') ? parent : root._id))

  const build = (comment: FlatComment, depth: number): CommentNode => {
    const waiting = unsent.filter(({ under }) => under === comment._id)
    for (const { tempId } of waiting) placed.add(tempId)
    return {
      comment,
      depth,
      replies: (below.get(comment._id) ?? []).map((reply) => build(reply, depth + 1)),
      unsent: waiting,
    }
  }
  return build(root, 0)
}

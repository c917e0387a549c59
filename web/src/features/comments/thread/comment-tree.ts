import { COMMENT_DEPTH_MAX, type FlatComment } from '@dolph/contract/comments/comments'
import type { Discussion, CommentThread } from '../discussion.ts'
import type { UnsentComment } from '../writing/unsent-comments.ts'

/** A comment with its depth in the tree and its replies. */
export interface CommentNode {
  comment: FlatComment
  depth: number
  replies: CommentNode[]
  /** Replies to it that the server has not confirmed; shown after all others. */
  unsent: UnsentComment[]
}

export interface CommentTree {
  /** The threads of the loaded pages, oldest first, without a gap. */
  loaded: { thread: CommentThread; node: CommentNode }[]
  /** Threads newer than the loaded pages, such as the member's own new comment. */
  newer: { thread: CommentThread; node: CommentNode }[]
  /** Unconfirmed comments that belong under no loaded comment. */
  unsent: UnsentComment[]
}

/** Builds the displayed tree from the loaded threads and the unconfirmed comments. */
export function buildCommentTree(discussion: Discussion, unsent: UnsentComment[]): CommentTree {
  const placedIds = new Set<string>()
  const all = discussion.threads.map((thread) => ({
    thread,
    node: buildThreadNode(thread, unsent, placedIds),
  }))
  const lastLoadedId = discussion.nextPage?.after
  return {
    loaded: all.filter(
      ({ thread }) => lastLoadedId === undefined || thread.root._id <= lastLoadedId,
    ),
    newer: all.filter(({ thread }) => lastLoadedId !== undefined && thread.root._id > lastLoadedId),
    unsent: unsent.filter(({ tempId }) => !placedIds.has(tempId)),
  }
}

/** Counts the replies at every depth; tombstones do not count. */
export function countReplies({ replies }: CommentNode): number {
  return replies.reduce(
    (sum, reply) => sum + (reply.comment.isDeleted ? 0 : 1) + countReplies(reply),
    0,
  )
}

/** The id of the comment under which a reply to this one is shown: at the maximum depth, replies become siblings. */
export function getReplyParentId({ comment, depth }: CommentNode): string {
  return (depth < COMMENT_DEPTH_MAX ? null : comment.parent) ?? comment._id
}

function buildThreadNode(
  { root, replies }: CommentThread,
  unsent: UnsentComment[],
  placedIds: Set<string>,
): CommentNode {
  const loadedIds = new Set([root._id, ...replies.map(({ _id }) => _id)])
  // A reply whose parent was deleted a moment ago stays in its thread, directly under the root.
  const repliesByParent = Map.groupBy(replies, ({ parent }) =>
    loadedIds.has(parent ?? '') ? parent : root._id,
  )

  const buildNode = (comment: FlatComment, depth: number): CommentNode => {
    const unsentReplies = unsent.filter(({ under }) => under === comment._id)
    for (const { tempId } of unsentReplies) placedIds.add(tempId)
    return {
      comment,
      depth,
      replies: (repliesByParent.get(comment._id) ?? []).map((reply) => buildNode(reply, depth + 1)),
      unsent: unsentReplies,
    }
  }
  return buildNode(root, 0)
}

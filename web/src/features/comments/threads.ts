import { COMMENT_DEPTH_MAX, type FlatComment } from '@dolph/contract/comments'
import type { Discussion, Thread } from './discussion.ts'
import type { Unsent } from './unsent.ts'

/** A comment in its place, with everything below it. */
export interface Entry {
  comment: FlatComment
  depth: number
  replies: Entry[]
  /** Replies to it that are still on their way; always the newest. */
  unsent: Unsent[]
}

export interface Threads {
  /** Oldest first, without a gap. */
  read: { thread: Thread; entry: Entry }[]
  /** Newer than what has been read so far, as one's own new comment is. */
  ahead: { thread: Thread; entry: Entry }[]
  /** On their way, and not below any comment that is here. */
  unsent: Unsent[]
}

/** The comments as they are shown. */
export function threadsOf(now: Discussion, unsent: Unsent[]): Threads {
  const placed = new Set<string>()
  const all = now.threads.map((thread) => ({ thread, entry: entryOf(thread, unsent, placed) }))
  const end = now.rest?.after
  return {
    read: all.filter(({ thread }) => end === undefined || thread.first._id <= end),
    ahead: all.filter(({ thread }) => end !== undefined && thread.first._id > end),
    unsent: unsent.filter(({ tempId }) => !placed.has(tempId)),
  }
}

/** How many comments stand below this one. */
export function countReplies({ replies }: Entry): number {
  return replies.reduce(
    (sum, reply) => sum + (reply.comment.isDeleted ? 0 : 1) + countReplies(reply),
    0,
  )
}

/** Below which comment an answer to this one is shown. */
export function placeOfAnswer({ comment, depth }: Entry): string {
  return (depth < COMMENT_DEPTH_MAX ? null : comment.parent) ?? comment._id
}

function entryOf({ first, replies }: Thread, unsent: Unsent[], placed: Set<string>): Entry {
  const here = new Set([first._id, ...replies.map(({ _id }) => _id)])
  // What it answered may have gone a moment ago; the thread is where it belongs all the same.
  const below = Map.groupBy(replies, ({ parent }) => (here.has(parent ?? '') ? parent : first._id))

  const build = (comment: FlatComment, depth: number): Entry => {
    const waiting = unsent.filter(({ under }) => under === comment._id)
    for (const { tempId } of waiting) placed.add(tempId)
    return {
      comment,
      depth,
      replies: (below.get(comment._id) ?? []).map((reply) => build(reply, depth + 1)),
      unsent: waiting,
    }
  }
  return build(first, 0)
}

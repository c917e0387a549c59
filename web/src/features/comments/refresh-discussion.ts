import type { FlatComment } from '@dolph/contract/comments'
import {
  attachReplies,
  attachThreads,
  flattenReplies,
  getNextPage,
  type Discussion,
  type ReplyPage,
  type PageStart,
  type CommentThread,
  type ThreadPage,
} from './discussion.ts'

interface FreshPages {
  pages: ThreadPage[]
  replies: ReplyPage[]
}

/**
 * The discussion with everything that `fresh` knows better: what was written, changed and deleted since.
 * `isHeld` says of a comment that somebody here is answering it: it stays as a stone, so that what they type has a place.
 */
export function refreshDiscussion(
  now: Discussion,
  { pages, replies }: FreshPages,
  isHeld: (id: string) => boolean,
): Discussion {
  const withThreads = pages.reduce(
    (so, page) => attachThreads(withoutDeletedThreads(so, page, isHeld), page),
    now,
  )
  return replies.reduce(
    (so, page) => attachReplies(withoutDeletedReplies(so, page, isHeld), page),
    withThreads,
  )
}

/** Which further replies to look at again: those that were read, and what arrived in threads that were read to the end. */
export function findRepliesToRefetch(
  now: Discussion,
  pages: ThreadPage[],
): { thread: string; start: PageStart }[] {
  const known = new Map(now.threads.map((thread) => [thread.root._id, thread]))
  return pages
    .flatMap(({ threads }) => threads)
    .flatMap((fresh) => {
      const thread = known.get(fresh._id)
      const rest = getNextPage(flattenReplies(fresh), fresh.repliesCursor)
      if (!thread || !rest) return []
      const arrived = thread.nextPage === null ? [rest] : []
      const starts = thread.loadedPages.length > 0 ? thread.loadedPages : arrived
      return starts.map((start) => ({ thread: fresh._id, start }))
    })
}

function withoutDeletedThreads(
  now: Discussion,
  page: ThreadPage,
  isHeld: (id: string) => boolean,
): Discussion {
  const fresh = new Map(page.threads.map((thread) => [thread._id, thread]))
  const threads = now.threads.flatMap((thread): CommentThread[] => {
    const again = fresh.get(thread.root._id)
    if (again) {
      const span = { after: '', fresh: flattenReplies(again), nextCursor: again.repliesCursor }
      return [{ ...thread, replies: withoutDeleted(thread.replies, span, isHeld) }]
    }
    const span = { after: page.start.after, fresh: page.threads, nextCursor: page.nextCursor }
    if (!isDeletedInRange(thread.root._id, span)) return [thread]
    const held = thread.replies.filter(({ _id }) => isHeld(_id)).map(toTombstone)
    const isNeeded = held.length > 0 || isHeld(thread.root._id)
    return isNeeded
      ? [{ root: toTombstone(thread.root), replies: held, loadedPages: [], nextPage: null }]
      : []
  })
  return { ...now, threads }
}

function withoutDeletedReplies(
  now: Discussion,
  { thread: id, start, replies, nextCursor }: ReplyPage,
  isHeld: (id: string) => boolean,
): Discussion {
  const span = { after: start.after, fresh: replies, nextCursor }
  const threads = now.threads.map((thread) =>
    thread.root._id === id
      ? { ...thread, replies: withoutDeleted(thread.replies, span, isHeld) }
      : thread,
  )
  return { ...now, threads }
}

/** A part of a list as it is now: complete from `after` to its last entry, and to the end if nothing follows. */
interface FetchedRange {
  after: string
  fresh: readonly { _id: string }[]
  nextCursor: string | null
}

function withoutDeleted(
  known: FlatComment[],
  span: FetchedRange,
  isHeld: (id: string) => boolean,
): FlatComment[] {
  return known.flatMap((comment) => {
    if (!isDeletedInRange(comment._id, span)) return [comment]
    return isHeld(comment._id) ? [toTombstone(comment)] : []
  })
}

function isDeletedInRange(id: string, { after, fresh, nextCursor }: FetchedRange): boolean {
  if (id <= after || fresh.some(({ _id }) => _id === id)) return false
  return nextCursor === null || id < (fresh.at(-1)?._id ?? '')
}

function toTombstone(comment: FlatComment): FlatComment {
  return { ...comment, content: '', user: null, isDeleted: true }
}

import type { FlatComment } from '@dolph/contract/comments/comments'
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
 * Merges fetched pages into the discussion: adds new comments, updates changed ones and removes deleted ones. A deleted
 * comment to which the member is replying becomes a tombstone, so that the reply keeps its place.
 */
export function refreshDiscussion(
  discussion: Discussion,
  { pages, replies }: FreshPages,
  isReplyInProgress: (id: string) => boolean,
): Discussion {
  const withThreads = pages.reduce(
    (merged, page) => attachThreads(withoutDeletedThreads(merged, page, isReplyInProgress), page),
    discussion,
  )
  return replies.reduce(
    (merged, page) => attachReplies(withoutDeletedReplies(merged, page, isReplyInProgress), page),
    withThreads,
  )
}

/** The pages of replies to fetch again: the loaded ones, and the first new page of a fully loaded thread. */
export function findRepliesToRefetch(
  discussion: Discussion,
  pages: ThreadPage[],
): { threadId: string; start: PageStart }[] {
  const threadsById = new Map(discussion.threads.map((thread) => [thread.root._id, thread]))
  return pages
    .flatMap(({ threads }) => threads)
    .flatMap((fresh) => {
      const thread = threadsById.get(fresh._id)
      const next = getNextPage(flattenReplies(fresh), fresh.repliesCursor)
      if (!thread || !next) return []
      const newPage = thread.nextPage === null ? [next] : []
      const starts = thread.loadedPages.length > 0 ? thread.loadedPages : newPage
      return starts.map((start) => ({ threadId: fresh._id, start }))
    })
}

function withoutDeletedThreads(
  discussion: Discussion,
  page: ThreadPage,
  isReplyInProgress: (id: string) => boolean,
): Discussion {
  const freshThreads = new Map(page.threads.map((thread) => [thread._id, thread]))
  const threads = discussion.threads.flatMap((thread): CommentThread[] => {
    const freshThread = freshThreads.get(thread.root._id)
    if (freshThread) {
      const range = {
        after: '',
        fresh: flattenReplies(freshThread),
        nextCursor: freshThread.repliesCursor,
      }
      return [{ ...thread, replies: withoutDeleted(thread.replies, range, isReplyInProgress) }]
    }
    const range = { after: page.start.after, fresh: page.threads, nextCursor: page.nextCursor }
    if (!isDeletedInRange(thread.root._id, range)) return [thread]
    const tombstones = thread.replies.filter(({ _id }) => isReplyInProgress(_id)).map(toTombstone)
    const isNeeded = tombstones.length > 0 || isReplyInProgress(thread.root._id)
    return isNeeded
      ? [{ root: toTombstone(thread.root), replies: tombstones, loadedPages: [], nextPage: null }]
      : []
  })
  return { ...discussion, threads }
}

function withoutDeletedReplies(
  discussion: Discussion,
  { threadId, start, replies, nextCursor }: ReplyPage,
  isReplyInProgress: (id: string) => boolean,
): Discussion {
  const range = { after: start.after, fresh: replies, nextCursor }
  const threads = discussion.threads.map((thread) =>
    thread.root._id === threadId
      ? { ...thread, replies: withoutDeleted(thread.replies, range, isReplyInProgress) }
      : thread,
  )
  return { ...discussion, threads }
}

/** A fetched part of a list: complete from `after` to its last entry, and to the end of the list if `nextCursor` is null. */
interface FetchedRange {
  after: string
  fresh: readonly { _id: string }[]
  nextCursor: string | null
}

function withoutDeleted(
  comments: FlatComment[],
  range: FetchedRange,
  isReplyInProgress: (id: string) => boolean,
): FlatComment[] {
  return comments.flatMap((comment) => {
    if (!isDeletedInRange(comment._id, range)) return [comment]
    return isReplyInProgress(comment._id) ? [toTombstone(comment)] : []
  })
}

function isDeletedInRange(id: string, { after, fresh, nextCursor }: FetchedRange): boolean {
  if (id <= after || fresh.some(({ _id }) => _id === id)) return false
  return nextCursor === null || id < (fresh.at(-1)?._id ?? '')
}

function toTombstone(comment: FlatComment): FlatComment {
  return { ...comment, content: '', user: null, isDeleted: true }
}

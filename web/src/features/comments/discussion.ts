import type { Comment, FlatComment } from '@dolph/contract/comments/comments'
import type { Person } from '@dolph/contract/people/people'

/** The start of a page in a list: the server's cursor and the id of the last entry before it. */
export interface PageStart {
  cursor: string | null
  after: string
}

export const FIRST_PAGE: PageStart = { cursor: null, after: '' }

/** Which pages of a list are loaded. */
interface PagingState {
  /** The starts of all loaded pages. */
  loadedPages: PageStart[]
  /** The start of the next page; null when everything is loaded. */
  nextPage: PageStart | null
}

export interface CommentThread extends PagingState {
  root: FlatComment
  /** The replies at every depth, oldest first. `loadedPages` does not count the replies that came with the thread. */
  replies: FlatComment[]
}

/** The loaded comments of a post. Ids are time-ordered: comparing them compares ages. */
export interface Discussion extends PagingState {
  threads: CommentThread[]
}

export const EMPTY_DISCUSSION: Discussion = { threads: [], loadedPages: [], nextPage: null }

export interface ThreadPage {
  start: PageStart
  threads: Comment[]
  nextCursor: string | null
}

export interface ReplyPage {
  /** The id of the root comment. */
  threadId: string
  start: PageStart
  replies: FlatComment[]
  nextCursor: string | null
}

/** Adds a page of threads, or updates the threads of a page that is already loaded. */
export function attachThreads(discussion: Discussion, page: ThreadPage): Discussion {
  const byId = new Map(discussion.threads.map((thread) => [thread.root._id, thread]))
  for (const fresh of page.threads) byId.set(fresh._id, mergeThread(fresh, byId.get(fresh._id)))
  return {
    threads: [...byId.values()].toSorted((one, other) => compareOldestFirst(one.root, other.root)),
    ...advancePaging(discussion, page.start, getNextPage(page.threads, page.nextCursor)),
  }
}

/** Adds a page of replies to its thread. Their parents are older and therefore already loaded. */
export function attachReplies(discussion: Discussion, page: ReplyPage): Discussion {
  return mapThread(discussion, page.threadId, (thread) => ({
    ...thread,
    replies: mergeComments(thread.replies, page.replies),
    ...advancePaging(thread, page.start, getNextPage(page.replies, page.nextCursor)),
  }))
}

/** Adds a comment, or replaces it if it is already loaded. */
export function upsertComment(discussion: Discussion, comment: FlatComment): Discussion {
  if (comment.parent === null) {
    const cached = discussion.threads.find(({ root }) => root._id === comment._id)
    const thread = cached ?? { replies: [], loadedPages: [], nextPage: null }
    const others = discussion.threads.filter((each) => each !== cached)
    return {
      ...discussion,
      threads: [...others, { ...thread, root: comment }].toSorted((one, other) =>
        compareOldestFirst(one.root, other.root),
      ),
    }
  }
  return {
    ...discussion,
    threads: discussion.threads.map((thread) =>
      threadHasComment(thread, comment.parent)
        ? { ...thread, replies: mergeComments(thread.replies, [comment]) }
        : thread,
    ),
  }
}

/** Removes a deleted comment, or replaces it by its tombstone. Tombstones that have no replies left are removed too. */
export function removeComment(
  discussion: Discussion,
  id: string,
  tombstone: FlatComment | null,
): Discussion {
  if (tombstone) return upsertComment(discussion, tombstone)
  const threads = discussion.threads.flatMap((thread) => {
    if (thread.root._id === id) return []
    if (!threadHasComment(thread, id)) return [thread]
    const remaining = { ...thread, replies: thread.replies.filter(({ _id }) => _id !== id) }
    // While a part of the thread is not loaded, a tombstone in it may still have replies.
    return remaining.nextPage === null ? withoutChildlessTombstones(remaining) : [remaining]
  })
  return { ...discussion, threads }
}

/** Replaces an author on all their comments. */
export function withAuthor(discussion: Discussion, author: Person): Discussion {
  return mapCommentsBy(discussion, author._id, (comment) => ({ ...comment, user: author }))
}

/** Withholds the texts of an ignored member, as the server does. */
export function foldComments(discussion: Discussion, authorId: string): Discussion {
  return mapCommentsBy(discussion, authorId, (comment) => ({
    ...comment,
    content: '',
    withheld: 'ignored',
  }))
}

function mapCommentsBy(
  discussion: Discussion,
  authorId: string,
  change: (comment: FlatComment) => FlatComment,
): Discussion {
  const changeTheirs = (comment: FlatComment) =>
    comment.user?._id === authorId ? change(comment) : comment
  return {
    ...discussion,
    threads: discussion.threads.map((thread) => ({
      ...thread,
      root: changeTheirs(thread.root),
      replies: thread.replies.map(changeTheirs),
    })),
  }
}

export function hasComment(discussion: Discussion, id: string): boolean {
  return discussion.threads.some((thread) => threadHasComment(thread, id))
}

/** The index of the loaded page that contains a thread. */
export function findPageIndex(discussion: Discussion, thread: CommentThread): number {
  return discussion.loadedPages.findLastIndex(({ after }) => thread.root._id > after)
}

export function getNextPage(
  page: readonly { _id: string }[],
  nextCursor: string | null,
): PageStart | null {
  return nextCursor === null ? null : { cursor: nextCursor, after: page.at(-1)?._id ?? '' }
}

/** The replies that came nested in a thread, oldest first. */
export function flattenReplies({ replies }: Comment): FlatComment[] {
  return replies
    .flatMap((reply) => [withoutReplies(reply), ...flattenReplies(reply)])
    .toSorted(compareOldestFirst)
}

function withoutReplies(comment: Comment): FlatComment {
  const { replies: _replies, repliesCursor: _repliesCursor, ...flat } = comment
  return flat
}

function mergeThread(fresh: Comment, cached: CommentThread | undefined): CommentThread {
  const replies = flattenReplies(fresh)
  const next = getNextPage(replies, fresh.repliesCursor)
  const hasFurtherPages = cached !== undefined && cached.loadedPages.length > 0 && next !== null
  return {
    root: withoutReplies(fresh),
    replies: mergeComments(cached?.replies ?? [], replies),
    loadedPages: hasFurtherPages ? cached.loadedPages : [],
    nextPage: hasFurtherPages ? cached.nextPage : next,
  }
}

function advancePaging(
  { loadedPages, nextPage }: PagingState,
  start: PageStart,
  next: PageStart | null,
): PagingState {
  const isLoaded = loadedPages.some(({ cursor }) => cursor === start.cursor)
  if (!isLoaded) return { loadedPages: [...loadedPages, start], nextPage: next }
  return { loadedPages, nextPage: loadedPages.at(-1)?.cursor === start.cursor ? next : nextPage }
}

function withoutChildlessTombstones(thread: CommentThread): CommentThread[] {
  const parentIds = new Set(thread.replies.map(({ parent }) => parent))
  const replies = thread.replies.filter(({ _id, isDeleted }) => !isDeleted || parentIds.has(_id))
  if (replies.length < thread.replies.length)
    return withoutChildlessTombstones({ ...thread, replies })
  return replies.length === 0 && thread.root.isDeleted ? [] : [thread]
}

function mapThread(
  discussion: Discussion,
  id: string,
  update: (thread: CommentThread) => CommentThread,
): Discussion {
  return {
    ...discussion,
    threads: discussion.threads.map((thread) => (thread.root._id === id ? update(thread) : thread)),
  }
}

function threadHasComment({ root, replies }: CommentThread, id: string | null): boolean {
  return root._id === id || replies.some(({ _id }) => _id === id)
}

function mergeComments(cached: FlatComment[], fresh: FlatComment[]): FlatComment[] {
  const all = new Map([...cached, ...fresh].map((comment) => [comment._id, comment]))
  return [...all.values()].toSorted(compareOldestFirst)
}

function compareOldestFirst(one: FlatComment, other: FlatComment): number {
  return one._id < other._id ? -1 : Number(one._id > other._id)
}

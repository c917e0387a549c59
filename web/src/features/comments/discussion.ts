import type { Comment, FlatComment } from '@dolph/contract/comments'
import type { Person } from '@dolph/contract/people'

/** From where the server reads a list on: its cursor, and the id of the last entry before it. */
export interface PageStart {
  cursor: string | null
  after: string
}

export const FIRST_PAGE: PageStart = { cursor: null, after: '' }

/** How far a list has been read. */
interface PagingState {
  /** Every page that was asked for. */
  loadedPages: PageStart[]
  /** Where the rest starts; null when all of it is here. */
  nextPage: PageStart | null
}

export interface CommentThread extends PagingState {
  root: FlatComment
  /** Whatever is below the first, at any depth, oldest first. Its `read` are the pages beyond those that came with it. */
  replies: FlatComment[]
}

/** What is known of a post's comments. Ids are time-ordered: comparing them compares ages. */
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
  thread: string
  start: PageStart
  replies: FlatComment[]
  nextCursor: string | null
}

/** Adds a page of threads, or brings one up to date. */
export function attachThreads(now: Discussion, page: ThreadPage): Discussion {
  const known = new Map(now.threads.map((thread) => [thread.root._id, thread]))
  for (const fresh of page.threads) known.set(fresh._id, mergeThread(fresh, known.get(fresh._id)))
  return {
    threads: [...known.values()].toSorted((one, other) => compareByAge(one.root, other.root)),
    ...advancePaging(now, page.start, getNextPage(page.threads, page.nextCursor)),
  }
}

/** Adds a page of replies to its thread: whatever they answer is older, so it is there already. */
export function attachReplies(now: Discussion, page: ReplyPage): Discussion {
  return mapThread(now, page.thread, (thread) => ({
    ...thread,
    replies: mergeComments(thread.replies, page.replies),
    ...advancePaging(thread, page.start, getNextPage(page.replies, page.nextCursor)),
  }))
}

/** A comment that was written or changed takes its place. */
export function upsertComment(now: Discussion, comment: FlatComment): Discussion {
  if (comment.parent === null) {
    const known = now.threads.find(({ root }) => root._id === comment._id)
    const thread = known ?? { replies: [], loadedPages: [], nextPage: null }
    const others = now.threads.filter((each) => each !== known)
    return {
      ...now,
      threads: [...others, { ...thread, root: comment }].toSorted((one, other) =>
        compareByAge(one.root, other.root),
      ),
    }
  }
  return {
    ...now,
    threads: now.threads.map((thread) =>
      threadHasComment(thread, comment.parent)
        ? { ...thread, replies: mergeComments(thread.replies, [comment]) }
        : thread,
    ),
  }
}

/** A comment was deleted: where somebody replied a stone stays, and stones that nobody answers any more go too. */
export function removeComment(now: Discussion, id: string, stone: FlatComment | null): Discussion {
  if (stone) return upsertComment(now, stone)
  const threads = now.threads.flatMap((thread) => {
    if (thread.root._id === id) return []
    if (!threadHasComment(thread, id)) return [thread]
    const left = { ...thread, replies: thread.replies.filter(({ _id }) => _id !== id) }
    // While a part of the thread is not here, nobody can say that a stone has no answers.
    return left.nextPage === null ? withoutChildlessTombstones(left) : [left]
  })
  return { ...now, threads }
}

/** Shows somebody as they are now beside everything they said. */
export function withAuthor(now: Discussion, author: Person): Discussion {
  const isTheirs = ({ user }: FlatComment) => user?._id === author._id
  const renew = (said: FlatComment) => (isTheirs(said) ? { ...said, user: author } : said)
  return {
    ...now,
    threads: now.threads.map((thread) => ({
      ...thread,
      root: renew(thread.root),
      replies: thread.replies.map(renew),
    })),
  }
}

export function hasComment(now: Discussion, id: string): boolean {
  return now.threads.some((thread) => threadHasComment(thread, id))
}

/** The page of `read` in which a thread stands. */
export function findPageIndex(now: Discussion, thread: CommentThread): number {
  return now.loadedPages.findLastIndex(({ after }) => thread.root._id > after)
}

export function getNextPage(
  page: readonly { _id: string }[],
  nextCursor: string | null,
): PageStart | null {
  return nextCursor === null ? null : { cursor: nextCursor, after: page.at(-1)?._id ?? '' }
}

/** The replies that came with a thread, oldest first. */
export function flattenReplies({ replies }: Comment): FlatComment[] {
  return replies
    .flatMap((reply) => [withoutReplies(reply), ...flattenReplies(reply)])
    .toSorted(compareByAge)
}

function withoutReplies(comment: Comment): FlatComment {
  const { replies: _replies, repliesCursor: _repliesCursor, ...flat } = comment
  return flat
}

function mergeThread(fresh: Comment, known: CommentThread | undefined): CommentThread {
  const replies = flattenReplies(fresh)
  const rest = getNextPage(replies, fresh.repliesCursor)
  const isReadOn = known !== undefined && known.loadedPages.length > 0 && rest !== null
  return {
    root: withoutReplies(fresh),
    replies: mergeComments(known?.replies ?? [], replies),
    loadedPages: isReadOn ? known.loadedPages : [],
    nextPage: isReadOn ? known.nextPage : rest,
  }
}

function advancePaging(
  { loadedPages, nextPage }: PagingState,
  start: PageStart,
  next: PageStart | null,
): PagingState {
  const isKnown = loadedPages.some(({ cursor }) => cursor === start.cursor)
  if (!isKnown) return { loadedPages: [...loadedPages, start], nextPage: next }
  return { loadedPages, nextPage: loadedPages.at(-1)?.cursor === start.cursor ? next : nextPage }
}

function withoutChildlessTombstones(thread: CommentThread): CommentThread[] {
  const answered = new Set(thread.replies.map(({ parent }) => parent))
  const replies = thread.replies.filter(({ _id, isDeleted }) => !isDeleted || answered.has(_id))
  if (replies.length < thread.replies.length)
    return withoutChildlessTombstones({ ...thread, replies })
  return replies.length === 0 && thread.root.isDeleted ? [] : [thread]
}

function mapThread(
  now: Discussion,
  id: string,
  change: (thread: CommentThread) => CommentThread,
): Discussion {
  return {
    ...now,
    threads: now.threads.map((thread) => (thread.root._id === id ? change(thread) : thread)),
  }
}

function threadHasComment({ root, replies }: CommentThread, id: string | null): boolean {
  return root._id === id || replies.some(({ _id }) => _id === id)
}

function mergeComments(known: FlatComment[], fresh: FlatComment[]): FlatComment[] {
  const all = new Map([...known, ...fresh].map((comment) => [comment._id, comment]))
  return [...all.values()].toSorted(compareByAge)
}

function compareByAge(one: FlatComment, other: FlatComment): number {
  return one._id < other._id ? -1 : Number(one._id > other._id)
}

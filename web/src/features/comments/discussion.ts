import type { Comment, FlatComment } from '@dolph/contract/comments'
import type { Person } from '@dolph/contract/people'

/** From where the server reads a list on: its cursor, and the id of the last entry before it. */
export interface Start {
  cursor: string | null
  after: string
}

export const FROM_THE_TOP: Start = { cursor: null, after: '' }

/** How far a list has been read. */
interface Reading {
  /** Every page that was asked for. */
  read: Start[]
  /** Where the rest starts; null when all of it is here. */
  rest: Start | null
}

export interface Thread extends Reading {
  first: FlatComment
  /** Whatever is below the first, at any depth, oldest first. Its `read` are the pages beyond those that came with it. */
  replies: FlatComment[]
}

/** What is known of a post's comments. Ids are time-ordered: comparing them compares ages. */
export interface Discussion extends Reading {
  threads: Thread[]
}

export const NOTHING: Discussion = { threads: [], read: [], rest: null }

export interface ThreadPage {
  start: Start
  threads: Comment[]
  nextCursor: string | null
}

export interface ReplyPage {
  thread: string
  start: Start
  replies: FlatComment[]
  nextCursor: string | null
}

/** Adds a page of threads, or brings one up to date. */
export function attachThreads(now: Discussion, page: ThreadPage): Discussion {
  const known = new Map(now.threads.map((thread) => [thread.first._id, thread]))
  for (const fresh of page.threads) known.set(fresh._id, renewed(fresh, known.get(fresh._id)))
  return {
    threads: [...known.values()].toSorted((one, other) => byAge(one.first, other.first)),
    ...readOn(now, page.start, restOf(page.threads, page.nextCursor)),
  }
}

/** Adds a page of replies to its thread: whatever they answer is older, so it is there already. */
export function attachReplies(now: Discussion, page: ReplyPage): Discussion {
  return mapThread(now, page.thread, (thread) => ({
    ...thread,
    replies: union(thread.replies, page.replies),
    ...readOn(thread, page.start, restOf(page.replies, page.nextCursor)),
  }))
}

/** A comment that was written or changed takes its place. */
export function put(now: Discussion, comment: FlatComment): Discussion {
  if (comment.parent === null) {
    const known = now.threads.find(({ first }) => first._id === comment._id)
    const thread = known ?? { replies: [], read: [], rest: null }
    const others = now.threads.filter((each) => each !== known)
    return {
      ...now,
      threads: [...others, { ...thread, first: comment }].toSorted((one, other) =>
        byAge(one.first, other.first),
      ),
    }
  }
  return {
    ...now,
    threads: now.threads.map((thread) =>
      has(thread, comment.parent)
        ? { ...thread, replies: union(thread.replies, [comment]) }
        : thread,
    ),
  }
}

/** A comment was deleted: where somebody replied a stone stays, and stones that nobody answers any more go too. */
export function remove(now: Discussion, id: string, stone: FlatComment | null): Discussion {
  if (stone) return put(now, stone)
  const threads = now.threads.flatMap((thread) => {
    if (thread.first._id === id) return []
    if (!has(thread, id)) return [thread]
    const left = { ...thread, replies: thread.replies.filter(({ _id }) => _id !== id) }
    // While a part of the thread is not here, nobody can say that a stone has no answers.
    return left.rest === null ? withoutBareStones(left) : [left]
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
      first: renew(thread.first),
      replies: thread.replies.map(renew),
    })),
  }
}

export function hasComment(now: Discussion, id: string): boolean {
  return now.threads.some((thread) => has(thread, id))
}

/** The page of `read` in which a thread stands. */
export function pageOf(now: Discussion, thread: Thread): number {
  return now.read.findLastIndex(({ after }) => thread.first._id > after)
}

export function restOf(page: readonly { _id: string }[], nextCursor: string | null): Start | null {
  return nextCursor === null ? null : { cursor: nextCursor, after: page.at(-1)?._id ?? '' }
}

/** The replies that came with a thread, oldest first. */
export function repliesIn({ replies }: Comment): FlatComment[] {
  return replies.flatMap((reply) => [alone(reply), ...repliesIn(reply)]).toSorted(byAge)
}

function alone(comment: Comment): FlatComment {
  const { replies: _replies, repliesCursor: _repliesCursor, ...flat } = comment
  return flat
}

function renewed(fresh: Comment, known: Thread | undefined): Thread {
  const replies = repliesIn(fresh)
  const rest = restOf(replies, fresh.repliesCursor)
  const isReadOn = known !== undefined && known.read.length > 0 && rest !== null
  return {
    first: alone(fresh),
    replies: union(known?.replies ?? [], replies),
    read: isReadOn ? known.read : [],
    rest: isReadOn ? known.rest : rest,
  }
}

function readOn({ read, rest }: Reading, start: Start, next: Start | null): Reading {
  const isKnown = read.some(({ cursor }) => cursor === start.cursor)
  if (!isKnown) return { read: [...read, start], rest: next }
  return { read, rest: read.at(-1)?.cursor === start.cursor ? next : rest }
}

function withoutBareStones(thread: Thread): Thread[] {
  const answered = new Set(thread.replies.map(({ parent }) => parent))
  const replies = thread.replies.filter(({ _id, isDeleted }) => !isDeleted || answered.has(_id))
  if (replies.length < thread.replies.length) return withoutBareStones({ ...thread, replies })
  return replies.length === 0 && thread.first.isDeleted ? [] : [thread]
}

function mapThread(now: Discussion, id: string, change: (thread: Thread) => Thread): Discussion {
  return {
    ...now,
    threads: now.threads.map((thread) => (thread.first._id === id ? change(thread) : thread)),
  }
}

function has({ first, replies }: Thread, id: string | null): boolean {
  return first._id === id || replies.some(({ _id }) => _id === id)
}

function union(known: FlatComment[], fresh: FlatComment[]): FlatComment[] {
  const all = new Map([...known, ...fresh].map((comment) => [comment._id, comment]))
  return [...all.values()].toSorted(byAge)
}

function byAge(one: FlatComment, other: FlatComment): number {
  return one._id < other._id ? -1 : Number(one._id > other._id)
}

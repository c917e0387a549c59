import type { FlatComment } from '@dolph/contract/comments'
import {
  attachReplies,
  attachThreads,
  repliesIn,
  restOf,
  type Discussion,
  type ReplyPage,
  type Start,
  type Thread,
  type ThreadPage,
} from './discussion.ts'

interface Fresh {
  pages: ThreadPage[]
  replies: ReplyPage[]
}

/**
 * The discussion with everything that `fresh` knows better: what was written, changed and deleted since.
 * `isHeld` says of a comment that somebody here is answering it: it stays as a stone, so that what they type has a place.
 */
export function freshen(
  now: Discussion,
  { pages, replies }: Fresh,
  isHeld: (id: string) => boolean,
): Discussion {
  const withThreads = pages.reduce(
    (so, page) => attachThreads(withoutGoneThreads(so, page, isHeld), page),
    now,
  )
  return replies.reduce(
    (so, page) => attachReplies(withoutGoneReplies(so, page, isHeld), page),
    withThreads,
  )
}

/** Which further replies to look at again: those that were read, and what arrived in threads that were read to the end. */
export function repliesToSee(
  now: Discussion,
  pages: ThreadPage[],
): { thread: string; start: Start }[] {
  const known = new Map(now.threads.map((thread) => [thread.first._id, thread]))
  return pages
    .flatMap(({ threads }) => threads)
    .flatMap((fresh) => {
      const thread = known.get(fresh._id)
      const rest = restOf(repliesIn(fresh), fresh.repliesCursor)
      if (!thread || !rest) return []
      const arrived = thread.rest === null ? [rest] : []
      const starts = thread.read.length > 0 ? thread.read : arrived
      return starts.map((start) => ({ thread: fresh._id, start }))
    })
}

function withoutGoneThreads(
  now: Discussion,
  page: ThreadPage,
  isHeld: (id: string) => boolean,
): Discussion {
  const fresh = new Map(page.threads.map((thread) => [thread._id, thread]))
  const threads = now.threads.flatMap((thread): Thread[] => {
    const again = fresh.get(thread.first._id)
    if (again) {
      const span = { after: '', fresh: repliesIn(again), nextCursor: again.repliesCursor }
      return [{ ...thread, replies: withoutGone(thread.replies, span, isHeld) }]
    }
    const span = { after: page.start.after, fresh: page.threads, nextCursor: page.nextCursor }
    if (!isGone(thread.first._id, span)) return [thread]
    const held = thread.replies.filter(({ _id }) => isHeld(_id)).map(stoneOf)
    const isNeeded = held.length > 0 || isHeld(thread.first._id)
    return isNeeded ? [{ first: stoneOf(thread.first), replies: held, read: [], rest: null }] : []
  })
  return { ...now, threads }
}

function withoutGoneReplies(
  now: Discussion,
  { thread: id, start, replies, nextCursor }: ReplyPage,
  isHeld: (id: string) => boolean,
): Discussion {
  const span = { after: start.after, fresh: replies, nextCursor }
  const threads = now.threads.map((thread) =>
    thread.first._id === id
      ? { ...thread, replies: withoutGone(thread.replies, span, isHeld) }
      : thread,
  )
  return { ...now, threads }
}

/** A part of a list as it is now: complete from `after` to its last entry, and to the end if nothing follows. */
interface Span {
  after: string
  fresh: readonly { _id: string }[]
  nextCursor: string | null
}

function withoutGone(
  known: FlatComment[],
  span: Span,
  isHeld: (id: string) => boolean,
): FlatComment[] {
  return known.flatMap((comment) => {
    if (!isGone(comment._id, span)) return [comment]
    return isHeld(comment._id) ? [stoneOf(comment)] : []
  })
}

function isGone(id: string, { after, fresh, nextCursor }: Span): boolean {
  if (id <= after || fresh.some(({ _id }) => _id === id)) return false
  return nextCursor === null || id < (fresh.at(-1)?._id ?? '')
}

function stoneOf(comment: FlatComment): FlatComment {
  return { ...comment, content: '', user: null, isDeleted: true }
}

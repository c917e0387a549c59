import type { Comment } from '@dolph/contract/comments'
import { describe, expect, test } from 'vitest'
import { commentId, someComment, someFlatComment, STONE } from '../../testing/some-comment.ts'
import {
  attachReplies,
  attachThreads,
  FROM_THE_TOP,
  NOTHING,
  put,
  type Discussion,
  type Start,
} from './discussion.ts'
import { freshen, repliesToSee } from './freshen.ts'

const nobodyAnswers = () => false
const world = [
  someComment(1, { replies: [someComment(3, { replies: [someComment(5)] }), someComment(4)] }),
  someComment(2),
  someComment(6, { replies: [someComment(7)] }),
]

describe('a refresh', () => {
  test('leads to what the server has, whatever was known before', () => {
    const now = read(world)
    for (const known of everyPartOf([8, 9, 10, 11, 12, 13])) {
      const outdated = known.reduce(
        (so, nth) => put(so, someFlatComment(nth, { parent: nth % 2 ? commentId(1) : null })),
        now,
      )
      expect(freshened(outdated, world)).toEqual(now)
    }
  })

  test('leads there from nothing', () => {
    expect(freshened(NOTHING, world)).toEqual(read(world))
  })

  test('brings what was written and changed since', () => {
    const before = read([someComment(1, { replies: [someComment(3)] })])
    const after = [
      someComment(1, { content: 'Changed', replies: [someComment(3), someComment(4)] }),
      someComment(2),
    ]
    expect(freshened(before, after)).toEqual(read(after))
  })

  test('says nothing about threads that are not on its page', () => {
    const first = read([someComment(1), someComment(2)], 'two')
    const both = attachThreads(first, {
      start: first.rest ?? FROM_THE_TOP,
      threads: [someComment(3), someComment(4)],
      nextCursor: null,
    })
    const without = freshen(
      both,
      {
        pages: [{ start: FROM_THE_TOP, threads: [someComment(2)], nextCursor: 'two' }],
        replies: [],
      },
      nobodyAnswers,
    )
    expect(idsOf(without)).toEqual([2, 3, 4])

    const withoutLast = freshen(
      both,
      {
        pages: [
          { start: both.read[1] ?? FROM_THE_TOP, threads: [someComment(3)], nextCursor: null },
        ],
        replies: [],
      },
      nobodyAnswers,
    )
    expect(idsOf(withoutLast)).toEqual([1, 2, 3])
  })

  test('keeps one’s own comment that is newer than what was read', () => {
    const before = put(read([someComment(1)], 'two'), someFlatComment(9))
    const again = { start: FROM_THE_TOP, threads: [someComment(1)], nextCursor: 'two' }
    expect(idsOf(freshen(before, { pages: [again], replies: [] }, nobodyAnswers))).toEqual([1, 9])
  })

  test('keeps replies beyond those that come with their thread, and drops those that are gone', () => {
    const { now, start } = withRest([3, 4, 5])
    const again = { start: FROM_THE_TOP, threads: [withMore()], nextCursor: null }
    expect(freshen(now, { pages: [again], replies: [] }, nobodyAnswers)).toEqual(now)

    const rest = { thread: commentId(1), start, replies: [reply(4), reply(6)], nextCursor: null }
    const fresh = freshen(now, { pages: [again], replies: [rest] }, nobodyAnswers)
    expect(fresh.threads[0]?.replies.map(({ _id }) => _id)).toEqual([2, 4, 6].map(commentId))
  })

  test.each([
    ['a thread', 1, [1, 6]],
    ['a reply in a thread that is gone', 3, [1, 6]],
    ['a reply', 7, [6]],
  ])('makes a stone of %s that somebody is answering', (_, nth, left) => {
    const fresh = freshened(read(world), [someComment(6)], (id) => id === commentId(nth))
    expect(idsOf(fresh)).toEqual(left)
    const held = fresh.threads
      .flatMap(({ first, replies }) => [first, ...replies])
      .find(({ _id }) => _id === commentId(nth))
    expect(held).toMatchObject(STONE)
  })
})

describe('which replies are looked at again', () => {
  test('those that were read beyond the first', () => {
    const { now, start } = withRest([3, 4])
    expect(repliesToSee(now, [page([withMore()])])).toEqual([{ thread: commentId(1), start }])
  })

  test('those that arrived in a thread that had been read whole', () => {
    const now = read([someComment(1, { replies: [someComment(2)] })])
    expect(repliesToSee(now, [page([withMore()])])).toEqual([
      { thread: commentId(1), start: { cursor: 'more', after: commentId(2) } },
    ])
  })

  test('not those that nobody has asked for, nor those that are here', () => {
    expect(repliesToSee(read([withMore()]), [page([withMore()])])).toEqual([])
    expect(repliesToSee(read(world), [page(world)])).toEqual([])
    expect(repliesToSee(NOTHING, [page([withMore()])])).toEqual([])
  })
})

function read(threads: Comment[], nextCursor: string | null = null): Discussion {
  return attachThreads(NOTHING, { start: FROM_THE_TOP, threads, nextCursor })
}

function page(threads: Comment[]) {
  return { start: FROM_THE_TOP, threads, nextCursor: null }
}

function freshened(
  now: Discussion,
  threads: Comment[],
  isHeld: (id: string) => boolean = nobodyAnswers,
) {
  return freshen(now, { pages: [page(threads)], replies: [] }, isHeld)
}

function withMore(): Comment {
  return someComment(1, { replies: [someComment(2)], repliesCursor: 'more' })
}

/** A thread of which the first reply came with it and the others were asked for. */
function withRest(others: number[]): { now: Discussion; start: Start } {
  const start = { cursor: 'more', after: commentId(2) }
  const replies = others.map((nth) => reply(nth))
  const now = attachReplies(read([withMore()]), {
    thread: commentId(1),
    start,
    replies,
    nextCursor: null,
  })
  return { now, start }
}

function reply(nth: number) {
  return someFlatComment(nth, { parent: commentId(1) })
}

function idsOf({ threads }: Discussion): number[] {
  return threads.map(({ first }) => Number(first._id.slice(-12)))
}

function everyPartOf(all: number[]): number[][] {
  return all.reduce<number[][]>(
    (parts, each) => [...parts, ...parts.map((part) => [...part, each])],
    [[]],
  )
}

import type { Comment } from '@dolph/contract/comments'
import { describe, expect, test } from 'vitest'
import { commentId, someComment, someFlatComment, STONE } from '../../testing/some-comment.ts'
import {
  attachReplies,
  attachThreads,
  FROM_THE_TOP,
  hasComment,
  NOTHING,
  pageOf,
  put,
  remove,
  type Discussion,
} from './discussion.ts'

const thread = someComment(1, {
  replies: [someComment(3, { replies: [someComment(5)] }), someComment(4)],
})

describe('reading', () => {
  test('a page brings its threads with all replies, oldest first', () => {
    const now = read([thread, someComment(2)])
    expect(shape(now)).toEqual({ 1: [3, 4, 5], 2: [] })
    expect([now.read, now.rest]).toEqual([[FROM_THE_TOP], null])
  })

  test('the next page is added behind, and starts after the last thread of the one before', () => {
    const first = read([someComment(1), someComment(2)], 'two')
    expect(first.rest).toEqual({ cursor: 'two', after: commentId(2) })

    const both = attachThreads(first, page([someComment(3)], null, first.rest))
    expect(shape(both)).toEqual({ 1: [], 2: [], 3: [] })
    expect(both.rest).toBeNull()
    expect(both.threads.map((each) => pageOf(both, each))).toEqual([0, 0, 1])
  })

  test('the same page again adds nothing', () => {
    const once = read([thread, someComment(2)], 'two')
    expect(attachThreads(once, page([thread, someComment(2)], 'two'))).toEqual(once)
  })

  test('reading an earlier page again does not forget how far one has read', () => {
    const first = read([someComment(1)], 'two')
    const both = attachThreads(first, page([someComment(2)], null, first.rest))
    expect(attachThreads(both, page([someComment(1)], 'two')).rest).toBeNull()
  })

  test('the rest of a thread is attached to what it answers, however deep', () => {
    const now = read([someComment(1, { replies: [someComment(2)], repliesCursor: 'more' })])
    const rest = now.threads[0]?.rest
    expect(rest).toEqual({ cursor: 'more', after: commentId(2) })

    const more = attachReplies(now, {
      thread: commentId(1),
      start: rest ?? FROM_THE_TOP,
      replies: [reply(3, 2), reply(4, 3)],
      nextCursor: 'evenMore',
    })
    expect(shape(more)).toEqual({ 1: [2, 3, 4] })
    expect(more.threads[0]?.rest).toEqual({ cursor: 'evenMore', after: commentId(4) })
    expect(attachThreads(more, page([thread])).threads[0]?.rest).toBeNull()
  })

  test('replies to a thread that is gone are attached to nothing', () => {
    const now = read([someComment(1)])
    const late = { thread: commentId(9), start: FROM_THE_TOP, replies: [reply(10, 9)] }
    expect(attachReplies(now, { ...late, nextCursor: null })).toEqual(now)
  })
})

describe('writing', () => {
  test('a new comment becomes the last thread', () => {
    expect(shape(put(read([thread]), someFlatComment(7)))).toEqual({ 1: [3, 4, 5], 7: [] })
  })

  test('a reply goes into the thread of what it answers', () => {
    expect(shape(put(read([thread, someComment(2)]), reply(7, 5)))).toEqual({
      1: [3, 4, 5, 7],
      2: [],
    })
  })

  test('a reply to what is not here changes nothing', () => {
    expect(put(read([thread]), reply(7, 6))).toEqual(read([thread]))
  })

  test('a comment that is here already is replaced where it stands', () => {
    const now = read([thread, someComment(2)])
    const changed = put(put(now, reply(3, 1, 'New')), someFlatComment(1, { content: 'Newer' }))
    expect(shape(changed)).toEqual(shape(now))
    expect([changed.threads[0]?.first.content, changed.threads[0]?.replies[0]?.content]).toEqual([
      'Newer',
      'New',
    ])
  })

  test('what is here is known, whether it starts a thread or answers', () => {
    const now = read([thread])
    expect([1, 3, 5, 6].map((nth) => hasComment(now, commentId(nth)))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})

describe('deleting', () => {
  const stone = (nth: number, replies: Comment[]) => someComment(nth, { ...STONE, replies })

  test.each<[string, Comment, number, Record<number, number[]>]>([
    ['a comment without replies goes', someComment(1), 1, {}],
    ['a reply goes', thread, 4, { 1: [3, 5] }],
    [
      'stones above it that nobody answers any more go too',
      stone(1, [stone(2, [someComment(3)])]),
      3,
      {},
    ],
    [
      'a stone that somebody else answers stays',
      someComment(1, { replies: [stone(2, [someComment(3), someComment(4)])] }),
      4,
      { 1: [2, 3] },
    ],
    [
      'a comment above it that is no stone stays',
      stone(1, [someComment(2, { replies: [stone(3, [someComment(4)])] })]),
      4,
      { 1: [2] },
    ],
    ['what is not here takes nothing with it', thread, 9, { 1: [3, 4, 5] }],
  ])('%s', (_, given, nth, left) => {
    expect(shape(remove(read([given]), commentId(nth), null))).toEqual(left)
  })

  test('the stone that stays takes its place', () => {
    const left = remove(
      read([thread]),
      commentId(3),
      someFlatComment(3, { parent: commentId(1), ...STONE }),
    )
    expect(shape(left)).toEqual({ 1: [3, 4, 5] })
    expect(left.threads[0]?.replies[0]).toMatchObject(STONE)
  })

  test('a stone may have answers that are not here yet, so it stays', () => {
    const given = { ...stone(1, [someComment(2)]), repliesCursor: 'more' }
    expect(shape(remove(read([given]), commentId(2), null))).toEqual({ 1: [] })
  })
})

function read(threads: Comment[], nextCursor: string | null = null): Discussion {
  return attachThreads(NOTHING, page(threads, nextCursor))
}

function page(
  threads: Comment[],
  nextCursor: string | null = null,
  start = FROM_THE_TOP as Discussion['rest'],
) {
  return { start: start ?? FROM_THE_TOP, threads, nextCursor }
}

function reply(nth: number, to: number, content = `Reply ${nth}`) {
  return someFlatComment(nth, { parent: commentId(to), content })
}

/** Each thread's number with those of its replies. */
function shape({ threads }: Discussion) {
  return Object.fromEntries(
    threads.map(({ first, replies }) => [numberOf(first), replies.map(numberOf)]),
  )
}

function numberOf({ _id }: { _id: string }): number {
  return Number(_id.slice(-12))
}

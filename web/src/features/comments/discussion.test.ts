import type { Comment } from '@dolph/contract/comments'
import { describe, expect, test } from 'vitest'
import {
  getCommentId,
  createCommentFixture,
  createFlatCommentFixture,
  TOMBSTONE,
} from '../../testing/comment-fixtures.ts'
import {
  attachReplies,
  attachThreads,
  FIRST_PAGE,
  hasComment,
  EMPTY_DISCUSSION,
  findPageIndex,
  upsertComment,
  removeComment,
  type Discussion,
} from './discussion.ts'

const thread = createCommentFixture(1, {
  replies: [
    createCommentFixture(3, { replies: [createCommentFixture(5)] }),
    createCommentFixture(4),
  ],
})

describe('reading', () => {
  test('a page brings its threads with all replies, oldest first', () => {
    const now = createDiscussion([thread, createCommentFixture(2)])
    expect(getThreadNumbers(now)).toEqual({ 1: [3, 4, 5], 2: [] })
    expect([now.loadedPages, now.nextPage]).toEqual([[FIRST_PAGE], null])
  })

  test('the next page is added behind, and starts after the last thread of the one before', () => {
    const first = createDiscussion([createCommentFixture(1), createCommentFixture(2)], 'two')
    expect(first.nextPage).toEqual({ cursor: 'two', after: getCommentId(2) })

    const both = attachThreads(
      first,
      createThreadPage([createCommentFixture(3)], null, first.nextPage),
    )
    expect(getThreadNumbers(both)).toEqual({ 1: [], 2: [], 3: [] })
    expect(both.nextPage).toBeNull()
    expect(both.threads.map((each) => findPageIndex(both, each))).toEqual([0, 0, 1])
  })

  test('the same page again adds nothing', () => {
    const once = createDiscussion([thread, createCommentFixture(2)], 'two')
    expect(attachThreads(once, createThreadPage([thread, createCommentFixture(2)], 'two'))).toEqual(
      once,
    )
  })

  test('reading an earlier page again does not forget how far one has read', () => {
    const first = createDiscussion([createCommentFixture(1)], 'two')
    const both = attachThreads(
      first,
      createThreadPage([createCommentFixture(2)], null, first.nextPage),
    )
    expect(
      attachThreads(both, createThreadPage([createCommentFixture(1)], 'two')).nextPage,
    ).toBeNull()
  })

  test('the rest of a thread is attached to what it answers, however deep', () => {
    const now = createDiscussion([
      createCommentFixture(1, { replies: [createCommentFixture(2)], repliesCursor: 'more' }),
    ])
    const rest = now.threads[0]?.nextPage
    expect(rest).toEqual({ cursor: 'more', after: getCommentId(2) })

    const more = attachReplies(now, {
      thread: getCommentId(1),
      start: rest ?? FIRST_PAGE,
      replies: [createReply(3, 2), createReply(4, 3)],
      nextCursor: 'evenMore',
    })
    expect(getThreadNumbers(more)).toEqual({ 1: [2, 3, 4] })
    expect(more.threads[0]?.nextPage).toEqual({ cursor: 'evenMore', after: getCommentId(4) })
    expect(attachThreads(more, createThreadPage([thread])).threads[0]?.nextPage).toBeNull()
  })

  test('replies to a thread that is gone are attached to nothing', () => {
    const now = createDiscussion([createCommentFixture(1)])
    const late = { thread: getCommentId(9), start: FIRST_PAGE, replies: [createReply(10, 9)] }
    expect(attachReplies(now, { ...late, nextCursor: null })).toEqual(now)
  })
})

describe('writing', () => {
  test('a new comment becomes the last thread', () => {
    expect(
      getThreadNumbers(upsertComment(createDiscussion([thread]), createFlatCommentFixture(7))),
    ).toEqual({ 1: [3, 4, 5], 7: [] })
  })

  test('a reply goes into the thread of what it answers', () => {
    expect(
      getThreadNumbers(
        upsertComment(createDiscussion([thread, createCommentFixture(2)]), createReply(7, 5)),
      ),
    ).toEqual({
      1: [3, 4, 5, 7],
      2: [],
    })
  })

  test('a reply to what is not here changes nothing', () => {
    expect(upsertComment(createDiscussion([thread]), createReply(7, 6))).toEqual(
      createDiscussion([thread]),
    )
  })

  test('a comment that is here already is replaced where it stands', () => {
    const now = createDiscussion([thread, createCommentFixture(2)])
    const changed = upsertComment(
      upsertComment(now, createReply(3, 1, 'New')),
      createFlatCommentFixture(1, { content: 'Newer' }),
    )
    expect(getThreadNumbers(changed)).toEqual(getThreadNumbers(now))
    expect([changed.threads[0]?.root.content, changed.threads[0]?.replies[0]?.content]).toEqual([
      'Newer',
      'New',
    ])
  })

  test('what is here is known, whether it starts a thread or answers', () => {
    const now = createDiscussion([thread])
    expect([1, 3, 5, 6].map((nth) => hasComment(now, getCommentId(nth)))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})

describe('deleting', () => {
  const stone = (nth: number, replies: Comment[]) =>
    createCommentFixture(nth, { ...TOMBSTONE, replies })

  test.each<[string, Comment, number, Record<number, number[]>]>([
    ['a comment without replies goes', createCommentFixture(1), 1, {}],
    ['a reply goes', thread, 4, { 1: [3, 5] }],
    [
      'stones above it that nobody answers any more go too',
      stone(1, [stone(2, [createCommentFixture(3)])]),
      3,
      {},
    ],
    [
      'a stone that somebody else answers stays',
      createCommentFixture(1, {
        replies: [stone(2, [createCommentFixture(3), createCommentFixture(4)])],
      }),
      4,
      { 1: [2, 3] },
    ],
    [
      'a comment above it that is no stone stays',
      stone(1, [createCommentFixture(2, { replies: [stone(3, [createCommentFixture(4)])] })]),
      4,
      { 1: [2] },
    ],
    ['what is not here takes nothing with it', thread, 9, { 1: [3, 4, 5] }],
  ])('%s', (_, given, nth, left) => {
    expect(
      getThreadNumbers(removeComment(createDiscussion([given]), getCommentId(nth), null)),
    ).toEqual(left)
  })

  test('the stone that stays takes its place', () => {
    const left = removeComment(
      createDiscussion([thread]),
      getCommentId(3),
      createFlatCommentFixture(3, { parent: getCommentId(1), ...TOMBSTONE }),
    )
    expect(getThreadNumbers(left)).toEqual({ 1: [3, 4, 5] })
    expect(left.threads[0]?.replies[0]).toMatchObject(TOMBSTONE)
  })

  test('a stone may have answers that are not here yet, so it stays', () => {
    const given = { ...stone(1, [createCommentFixture(2)]), repliesCursor: 'more' }
    expect(
      getThreadNumbers(removeComment(createDiscussion([given]), getCommentId(2), null)),
    ).toEqual({ 1: [] })
  })
})

function createDiscussion(threads: Comment[], nextCursor: string | null = null): Discussion {
  return attachThreads(EMPTY_DISCUSSION, createThreadPage(threads, nextCursor))
}

function createThreadPage(
  threads: Comment[],
  nextCursor: string | null = null,
  start = FIRST_PAGE as Discussion['nextPage'],
) {
  return { start: start ?? FIRST_PAGE, threads, nextCursor }
}

function createReply(nth: number, to: number, content = `Reply ${nth}`) {
  return createFlatCommentFixture(nth, { parent: getCommentId(to), content })
}

/** Each thread's number with those of its replies. */
function getThreadNumbers({ threads }: Discussion) {
  return Object.fromEntries(
    threads.map(({ root, replies }) => [getNumber(root), replies.map(getNumber)]),
  )
}

function getNumber({ _id }: { _id: string }): number {
  return Number(_id.slice(-12))
}

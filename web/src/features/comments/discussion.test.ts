import type { Comment } from '@dolph/contract/comments/comments'
import { describe, expect, test } from 'vitest'
import {
  getCommentId,
  createCommentFixture,
  createFlatCommentFixture,
  TOMBSTONE,
} from '../../testing/fixtures/comment-fixtures.ts'
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

describe('loading pages', () => {
  test('a page adds its threads with all replies, oldest first', () => {
    const discussion = createDiscussion([thread, createCommentFixture(2)])
    expect(getThreadNumbers(discussion)).toEqual({ 1: [3, 4, 5], 2: [] })
    expect([discussion.loadedPages, discussion.nextPage]).toEqual([[FIRST_PAGE], null])
  })

  test('the next page is appended, and starts after the last thread of the previous page', () => {
    const first = createDiscussion([createCommentFixture(1), createCommentFixture(2)], 'two')
    expect(first.nextPage).toEqual({ cursor: 'two', after: getCommentId(2) })

    const both = attachThreads(
      first,
      createThreadPage([createCommentFixture(3)], null, first.nextPage),
    )
    expect(getThreadNumbers(both)).toEqual({ 1: [], 2: [], 3: [] })
    expect(both.nextPage).toBeNull()
    expect(both.threads.map((loadedThread) => findPageIndex(both, loadedThread))).toEqual([0, 0, 1])
  })

  test('loading the same page again adds nothing', () => {
    const once = createDiscussion([thread, createCommentFixture(2)], 'two')
    expect(attachThreads(once, createThreadPage([thread, createCommentFixture(2)], 'two'))).toEqual(
      once,
    )
  })

  test('loading an earlier page again does not change which page is next', () => {
    const first = createDiscussion([createCommentFixture(1)], 'two')
    const both = attachThreads(
      first,
      createThreadPage([createCommentFixture(2)], null, first.nextPage),
    )
    expect(
      attachThreads(both, createThreadPage([createCommentFixture(1)], 'two')).nextPage,
    ).toBeNull()
  })

  test('further replies are added to their thread at any depth', () => {
    const discussion = createDiscussion([
      createCommentFixture(1, { replies: [createCommentFixture(2)], repliesCursor: 'more' }),
    ])
    const nextPage = discussion.threads[0]?.nextPage
    expect(nextPage).toEqual({ cursor: 'more', after: getCommentId(2) })

    const more = attachReplies(discussion, {
      threadId: getCommentId(1),
      start: nextPage ?? FIRST_PAGE,
      replies: [createReply(3, 2), createReply(4, 3)],
      nextCursor: 'evenMore',
    })
    expect(getThreadNumbers(more)).toEqual({ 1: [2, 3, 4] })
    expect(more.threads[0]?.nextPage).toEqual({ cursor: 'evenMore', after: getCommentId(4) })
    expect(attachThreads(more, createThreadPage([thread])).threads[0]?.nextPage).toBeNull()
  })

  test('replies to a deleted thread are ignored', () => {
    const discussion = createDiscussion([createCommentFixture(1)])
    const page = { threadId: getCommentId(9), start: FIRST_PAGE, replies: [createReply(10, 9)] }
    expect(attachReplies(discussion, { ...page, nextCursor: null })).toEqual(discussion)
  })
})

describe('writing', () => {
  test('a new comment becomes the last thread', () => {
    expect(
      getThreadNumbers(upsertComment(createDiscussion([thread]), createFlatCommentFixture(7))),
    ).toEqual({ 1: [3, 4, 5], 7: [] })
  })

  test('a reply is added to the thread of its parent', () => {
    expect(
      getThreadNumbers(
        upsertComment(createDiscussion([thread, createCommentFixture(2)]), createReply(7, 5)),
      ),
    ).toEqual({
      1: [3, 4, 5, 7],
      2: [],
    })
  })

  test('a reply to a comment that is not loaded changes nothing', () => {
    expect(upsertComment(createDiscussion([thread]), createReply(7, 6))).toEqual(
      createDiscussion([thread]),
    )
  })

  test('a comment that is already loaded is replaced in place', () => {
    const discussion = createDiscussion([thread, createCommentFixture(2)])
    const changed = upsertComment(
      upsertComment(discussion, createReply(3, 1, 'New')),
      createFlatCommentFixture(1, { content: 'Newer' }),
    )
    expect(getThreadNumbers(changed)).toEqual(getThreadNumbers(discussion))
    expect([changed.threads[0]?.root.content, changed.threads[0]?.replies[0]?.content]).toEqual([
      'Newer',
      'New',
    ])
  })

  test('roots and replies count as loaded', () => {
    const discussion = createDiscussion([thread])
    expect([1, 3, 5, 6].map((number) => hasComment(discussion, getCommentId(number)))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})

describe('deleting', () => {
  const createTombstone = (number: number, replies: Comment[]) =>
    createCommentFixture(number, { ...TOMBSTONE, replies })

  test.each<[string, Comment, number, Record<number, number[]>]>([
    ['a comment without replies is removed', createCommentFixture(1), 1, {}],
    ['a reply is removed', thread, 4, { 1: [3, 5] }],
    [
      'tombstones above it that have no replies left are removed too',
      createTombstone(1, [createTombstone(2, [createCommentFixture(3)])]),
      3,
      {},
    ],
    [
      'a tombstone with another reply stays',
      createCommentFixture(1, {
        replies: [createTombstone(2, [createCommentFixture(3), createCommentFixture(4)])],
      }),
      4,
      { 1: [2, 3] },
    ],
    [
      'a comment above it that is not deleted stays',
      createTombstone(1, [
        createCommentFixture(2, { replies: [createTombstone(3, [createCommentFixture(4)])] }),
      ]),
      4,
      { 1: [2] },
    ],
    ['a comment that is not loaded removes nothing', thread, 9, { 1: [3, 4, 5] }],
  ])('%s', (_, initial, number, remaining) => {
    expect(
      getThreadNumbers(removeComment(createDiscussion([initial]), getCommentId(number), null)),
    ).toEqual(remaining)
  })

  test('the tombstone replaces the comment', () => {
    const remaining = removeComment(
      createDiscussion([thread]),
      getCommentId(3),
      createFlatCommentFixture(3, { parent: getCommentId(1), ...TOMBSTONE }),
    )
    expect(getThreadNumbers(remaining)).toEqual({ 1: [3, 4, 5] })
    expect(remaining.threads[0]?.replies[0]).toMatchObject(TOMBSTONE)
  })

  test('a tombstone stays while its thread has replies that are not loaded', () => {
    const initial = { ...createTombstone(1, [createCommentFixture(2)]), repliesCursor: 'more' }
    expect(
      getThreadNumbers(removeComment(createDiscussion([initial]), getCommentId(2), null)),
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

function createReply(number: number, parent: number, content = `Reply ${number}`) {
  return createFlatCommentFixture(number, { parent: getCommentId(parent), content })
}

/** Maps the number of each thread to the numbers of its replies. */
function getThreadNumbers({ threads }: Discussion) {
  return Object.fromEntries(
    threads.map(({ root, replies }) => [getNumber(root), replies.map(getNumber)]),
  )
}

function getNumber({ _id }: { _id: string }): number {
  return Number(_id.slice(-12))
}

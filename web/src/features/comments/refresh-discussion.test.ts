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
  EMPTY_DISCUSSION,
  upsertComment,
  type Discussion,
  type PageStart,
} from './discussion.ts'
import { refreshDiscussion, findRepliesToRefetch } from './refresh-discussion.ts'

const hasNoReplyInProgress = () => false
const serverThreads = [
  createCommentFixture(1, {
    replies: [
      createCommentFixture(3, { replies: [createCommentFixture(5)] }),
      createCommentFixture(4),
    ],
  }),
  createCommentFixture(2),
  createCommentFixture(6, { replies: [createCommentFixture(7)] }),
]

describe('a refresh', () => {
  test('results in the server’s state, whatever was cached before', () => {
    const discussion = createDiscussion(serverThreads)
    for (const cached of listSubsets([8, 9, 10, 11, 12, 13])) {
      const outdated = cached.reduce(
        (result, number) =>
          upsertComment(
            result,
            createFlatCommentFixture(number, { parent: number % 2 ? getCommentId(1) : null }),
          ),
        discussion,
      )
      expect(refreshWith(outdated, serverThreads)).toEqual(discussion)
    }
  })

  test('fills an empty discussion', () => {
    expect(refreshWith(EMPTY_DISCUSSION, serverThreads)).toEqual(createDiscussion(serverThreads))
  })

  test('adds new comments and updates changed ones', () => {
    const before = createDiscussion([
      createCommentFixture(1, { replies: [createCommentFixture(3)] }),
    ])
    const after = [
      createCommentFixture(1, {
        content: 'Changed',
        replies: [createCommentFixture(3), createCommentFixture(4)],
      }),
      createCommentFixture(2),
    ]
    expect(refreshWith(before, after)).toEqual(createDiscussion(after))
  })

  test('does not change threads outside its page', () => {
    const first = createDiscussion([createCommentFixture(1), createCommentFixture(2)], 'two')
    const both = attachThreads(first, {
      start: first.nextPage ?? FIRST_PAGE,
      threads: [createCommentFixture(3), createCommentFixture(4)],
      nextCursor: null,
    })
    const without = refreshDiscussion(
      both,
      {
        pages: [{ start: FIRST_PAGE, threads: [createCommentFixture(2)], nextCursor: 'two' }],
        replies: [],
      },
      hasNoReplyInProgress,
    )
    expect(getRootNumbers(without)).toEqual([2, 3, 4])

    const withoutLast = refreshDiscussion(
      both,
      {
        pages: [
          {
            start: both.loadedPages[1] ?? FIRST_PAGE,
            threads: [createCommentFixture(3)],
            nextCursor: null,
          },
        ],
        replies: [],
      },
      hasNoReplyInProgress,
    )
    expect(getRootNumbers(withoutLast)).toEqual([1, 2, 3])
  })

  test('keeps the member’s own comment that is newer than the loaded pages', () => {
    const before = upsertComment(
      createDiscussion([createCommentFixture(1)], 'two'),
      createFlatCommentFixture(9),
    )
    const freshPage = { start: FIRST_PAGE, threads: [createCommentFixture(1)], nextCursor: 'two' }
    expect(
      getRootNumbers(
        refreshDiscussion(before, { pages: [freshPage], replies: [] }, hasNoReplyInProgress),
      ),
    ).toEqual([1, 9])
  })

  test('keeps replies beyond those that come with their thread, and removes deleted ones', () => {
    const { discussion, start } = createExtendedThread([3, 4, 5])
    const freshPage = { start: FIRST_PAGE, threads: [createPartialThread()], nextCursor: null }
    expect(
      refreshDiscussion(discussion, { pages: [freshPage], replies: [] }, hasNoReplyInProgress),
    ).toEqual(discussion)

    const freshReplies = {
      threadId: getCommentId(1),
      start,
      replies: [createReply(4), createReply(6)],
      nextCursor: null,
    }
    const fresh = refreshDiscussion(
      discussion,
      { pages: [freshPage], replies: [freshReplies] },
      hasNoReplyInProgress,
    )
    expect(fresh.threads[0]?.replies.map(({ _id }) => _id)).toEqual([2, 4, 6].map(getCommentId))
  })

  test.each([
    ['a thread', 1, [1, 6]],
    ['a reply in a deleted thread', 3, [1, 6]],
    ['a reply', 7, [6]],
  ])('keeps a tombstone of %s to which the member is replying', (_, number, remaining) => {
    const fresh = refreshWith(
      createDiscussion(serverThreads),
      [createCommentFixture(6)],
      (id) => id === getCommentId(number),
    )
    expect(getRootNumbers(fresh)).toEqual(remaining)
    const tombstone = fresh.threads
      .flatMap(({ root, replies }) => [root, ...replies])
      .find(({ _id }) => _id === getCommentId(number))
    expect(tombstone).toMatchObject(TOMBSTONE)
  })
})

describe('the replies to fetch again', () => {
  test('are those that were loaded on request', () => {
    const { discussion, start } = createExtendedThread([3, 4])
    expect(findRepliesToRefetch(discussion, [createThreadPage([createPartialThread()])])).toEqual([
      { threadId: getCommentId(1), start },
    ])
  })

  test('are those that are new in a fully loaded thread', () => {
    const discussion = createDiscussion([
      createCommentFixture(1, { replies: [createCommentFixture(2)] }),
    ])
    expect(findRepliesToRefetch(discussion, [createThreadPage([createPartialThread()])])).toEqual([
      { threadId: getCommentId(1), start: { cursor: 'more', after: getCommentId(2) } },
    ])
  })

  test('are neither those that were never requested nor those that came with their thread', () => {
    expect(
      findRepliesToRefetch(createDiscussion([createPartialThread()]), [
        createThreadPage([createPartialThread()]),
      ]),
    ).toEqual([])
    expect(
      findRepliesToRefetch(createDiscussion(serverThreads), [createThreadPage(serverThreads)]),
    ).toEqual([])
    expect(
      findRepliesToRefetch(EMPTY_DISCUSSION, [createThreadPage([createPartialThread()])]),
    ).toEqual([])
  })
})

function createDiscussion(threads: Comment[], nextCursor: string | null = null): Discussion {
  return attachThreads(EMPTY_DISCUSSION, { start: FIRST_PAGE, threads, nextCursor })
}

function createThreadPage(threads: Comment[]) {
  return { start: FIRST_PAGE, threads, nextCursor: null }
}

function refreshWith(
  discussion: Discussion,
  threads: Comment[],
  isReplyInProgress: (id: string) => boolean = hasNoReplyInProgress,
) {
  return refreshDiscussion(
    discussion,
    { pages: [createThreadPage(threads)], replies: [] },
    isReplyInProgress,
  )
}

function createPartialThread(): Comment {
  return createCommentFixture(1, { replies: [createCommentFixture(2)], repliesCursor: 'more' })
}

/** A thread that came with its first reply; the others were loaded on request. */
function createExtendedThread(others: number[]): { discussion: Discussion; start: PageStart } {
  const start = { cursor: 'more', after: getCommentId(2) }
  const replies = others.map((number) => createReply(number))
  const discussion = attachReplies(createDiscussion([createPartialThread()]), {
    threadId: getCommentId(1),
    start,
    replies,
    nextCursor: null,
  })
  return { discussion, start }
}

function createReply(number: number) {
  return createFlatCommentFixture(number, { parent: getCommentId(1) })
}

function getRootNumbers({ threads }: Discussion): number[] {
  return threads.map(({ root }) => Number(root._id.slice(-12)))
}

function listSubsets(all: number[]): number[][] {
  return all.reduce<number[][]>(
    (subsets, each) => [...subsets, ...subsets.map((subset) => [...subset, each])],
    [[]],
  )
}

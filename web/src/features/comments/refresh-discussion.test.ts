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
  EMPTY_DISCUSSION,
  upsertComment,
  type Discussion,
  type PageStart,
} from './discussion.ts'
import { refreshDiscussion, findRepliesToRefetch } from './refresh-discussion.ts'

const isNeverAnswered = () => false
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
  test('leads to what the server has, whatever was known before', () => {
    const now = createDiscussion(serverThreads)
    for (const known of listSubsets([8, 9, 10, 11, 12, 13])) {
      const outdated = known.reduce(
        (so, nth) =>
          upsertComment(
            so,
            createFlatCommentFixture(nth, { parent: nth % 2 ? getCommentId(1) : null }),
          ),
        now,
      )
      expect(refreshWith(outdated, serverThreads)).toEqual(now)
    }
  })

  test('leads there from nothing', () => {
    expect(refreshWith(EMPTY_DISCUSSION, serverThreads)).toEqual(createDiscussion(serverThreads))
  })

  test('brings what was written and changed since', () => {
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

  test('says nothing about threads that are not on its page', () => {
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
      isNeverAnswered,
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
      isNeverAnswered,
    )
    expect(getRootNumbers(withoutLast)).toEqual([1, 2, 3])
  })

  test('keeps one’s own comment that is newer than what was read', () => {
    const before = upsertComment(
      createDiscussion([createCommentFixture(1)], 'two'),
      createFlatCommentFixture(9),
    )
    const again = { start: FIRST_PAGE, threads: [createCommentFixture(1)], nextCursor: 'two' }
    expect(
      getRootNumbers(refreshDiscussion(before, { pages: [again], replies: [] }, isNeverAnswered)),
    ).toEqual([1, 9])
  })

  test('keeps replies beyond those that come with their thread, and drops those that are gone', () => {
    const { now, start } = createExtendedThread([3, 4, 5])
    const again = { start: FIRST_PAGE, threads: [createPartialThread()], nextCursor: null }
    expect(refreshDiscussion(now, { pages: [again], replies: [] }, isNeverAnswered)).toEqual(now)

    const rest = {
      thread: getCommentId(1),
      start,
      replies: [createReply(4), createReply(6)],
      nextCursor: null,
    }
    const fresh = refreshDiscussion(now, { pages: [again], replies: [rest] }, isNeverAnswered)
    expect(fresh.threads[0]?.replies.map(({ _id }) => _id)).toEqual([2, 4, 6].map(getCommentId))
  })

  test.each([
    ['a thread', 1, [1, 6]],
    ['a reply in a thread that is gone', 3, [1, 6]],
    ['a reply', 7, [6]],
  ])('makes a stone of %s that somebody is answering', (_, nth, left) => {
    const fresh = refreshWith(
      createDiscussion(serverThreads),
      [createCommentFixture(6)],
      (id) => id === getCommentId(nth),
    )
    expect(getRootNumbers(fresh)).toEqual(left)
    const held = fresh.threads
      .flatMap(({ root, replies }) => [root, ...replies])
      .find(({ _id }) => _id === getCommentId(nth))
    expect(held).toMatchObject(TOMBSTONE)
  })
})

describe('which replies are looked at again', () => {
  test('those that were read beyond the first', () => {
    const { now, start } = createExtendedThread([3, 4])
    expect(findRepliesToRefetch(now, [createThreadPage([createPartialThread()])])).toEqual([
      { thread: getCommentId(1), start },
    ])
  })

  test('those that arrived in a thread that had been read whole', () => {
    const now = createDiscussion([createCommentFixture(1, { replies: [createCommentFixture(2)] })])
    expect(findRepliesToRefetch(now, [createThreadPage([createPartialThread()])])).toEqual([
      { thread: getCommentId(1), start: { cursor: 'more', after: getCommentId(2) } },
    ])
  })

  test('not those that nobody has asked for, nor those that are here', () => {
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
  now: Discussion,
  threads: Comment[],
  isHeld: (id: string) => boolean = isNeverAnswered,
) {
  return refreshDiscussion(now, { pages: [createThreadPage(threads)], replies: [] }, isHeld)
}

function createPartialThread(): Comment {
  return createCommentFixture(1, { replies: [createCommentFixture(2)], repliesCursor: 'more' })
}

/** A thread of which the first reply came with it and the others were asked for. */
function createExtendedThread(others: number[]): { now: Discussion; start: PageStart } {
  const start = { cursor: 'more', after: getCommentId(2) }
  const replies = others.map((nth) => createReply(nth))
  const now = attachReplies(createDiscussion([createPartialThread()]), {
    thread: getCommentId(1),
    start,
    replies,
    nextCursor: null,
  })
  return { now, start }
}

function createReply(nth: number) {
  return createFlatCommentFixture(nth, { parent: getCommentId(1) })
}

function getRootNumbers({ threads }: Discussion): number[] {
  return threads.map(({ root }) => Number(root._id.slice(-12)))
}

function listSubsets(all: number[]): number[][] {
  return all.reduce<number[][]>(
    (parts, each) => [...parts, ...parts.map((part) => [...part, each])],
    [[]],
  )
}

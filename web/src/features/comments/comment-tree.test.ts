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
} from './discussion.ts'
import {
  countReplies,
  getReplyParentId,
  buildCommentTree,
  type CommentNode,
} from './comment-tree.ts'
import type { UnsentComment } from './unsent-comments.ts'

const tree = createCommentFixture(1, {
  replies: [
    createCommentFixture(3, { replies: [createCommentFixture(5)] }),
    createCommentFixture(4),
  ],
})

describe('the tree', () => {
  test('is the one that the server sent', () => {
    expect(buildShape([tree, createCommentFixture(2)])).toEqual(['1', ['3', ['5'], '4'], '2'])
  })

  test('takes up pages of flat replies by what they answer', () => {
    const now = attachReplies(
      createDiscussion([createCommentFixture(1, { replies: [createCommentFixture(2)] })]),
      {
        thread: getCommentId(1),
        start: FIRST_PAGE,
        replies: [createReply(3, 2), createReply(4, 1), createReply(5, 3)],
        nextCursor: null,
      },
    )
    expect(getShape(buildCommentTree(now, []).loaded)).toEqual(['1', ['2', ['3', ['5']], '4']])
  })

  test('shows a reply to something that is gone in its thread all the same', () => {
    const now = createDiscussion([tree])
    const [thread] = now.threads
    const orphaned = {
      ...now,
      threads: thread
        ? [{ ...thread, replies: thread.replies.filter(({ _id }) => _id !== getCommentId(3)) }]
        : [],
    }
    expect(getShape(buildCommentTree(orphaned, []).loaded)).toEqual(['1', ['4', '5']])
  })

  test('counts every comment below, but no stones', () => {
    const counted = createCommentFixture(1, {
      replies: [
        createCommentFixture(2, {
          ...TOMBSTONE,
          replies: [createCommentFixture(3), createCommentFixture(4)],
        }),
      ],
    })
    const [first] = buildCommentTree(createDiscussion([counted]), []).loaded
    expect(first && countReplies(first.entry)).toBe(2)
  })
})

describe('what is newer than what was read', () => {
  test('comes after the gap', () => {
    const now = upsertComment(
      createDiscussion([createCommentFixture(1), createCommentFixture(2)], 'two'),
      createFlatCommentFixture(9),
    )
    const threads = buildCommentTree(now, [])
    expect([getShape(threads.loaded), getShape(threads.newer)]).toEqual([['1', '2'], ['9']])
  })

  test('closes up once everything was read', () => {
    const threads = buildCommentTree(
      upsertComment(createDiscussion([createCommentFixture(1)]), createFlatCommentFixture(9)),
      [],
    )
    expect([getShape(threads.loaded), getShape(threads.newer)]).toEqual([['1', '9'], []])
  })
})

describe('what is on its way', () => {
  test('stands below what it answers, after older replies', () => {
    expect(buildShape([tree], [createUnsentComment('a', 3), createUnsentComment('b', 1)])).toEqual([
      '1',
      ['3', ['5', 'a'], '4', 'b'],
    ])
  })

  test('stands at the end if it answers nothing, or nothing that is here', () => {
    const { unsent: atTheEnd } = buildCommentTree(createDiscussion([tree]), [
      createUnsentComment('a', null),
      createUnsentComment('b', 8),
      createUnsentComment('c', 5),
    ])
    expect(atTheEnd.map(({ tempId }) => tempId)).toEqual(['a', 'b'])
  })

  test('stands beside the deepest comment when it answers that', () => {
    const [first] = buildCommentTree(createDiscussion([tree]), []).loaded
    const entry = (depth: number, parent: number) =>
      ({ ...first?.entry, comment: createReply(9, parent), depth }) as CommentNode
    expect(getReplyParentId(entry(4, 8))).toBe(getCommentId(9))
    expect(getReplyParentId(entry(5, 8))).toBe(getCommentId(8))
  })
})

type Shape = (string | Shape)[]

function buildShape(
  threads: Parameters<typeof createDiscussion>[0],
  waiting: UnsentComment[] = [],
): Shape {
  return getShape(buildCommentTree(createDiscussion(threads), waiting).loaded)
}

function getShape(threads: { entry: CommentNode }[]): Shape {
  return threads.flatMap(({ entry }) => getNodeShape(entry))
}

function getNodeShape({ comment, replies, unsent: waiting }: CommentNode): Shape {
  const below = [...replies.flatMap(getNodeShape), ...waiting.map(({ tempId }) => tempId)]
  const own = String(Number(comment._id.slice(-12)))
  return below.length > 0 ? [own, below] : [own]
}

function createDiscussion(
  threads: ReturnType<typeof createCommentFixture>[],
  nextCursor: string | null = null,
) {
  return attachThreads(EMPTY_DISCUSSION, { start: FIRST_PAGE, threads, nextCursor })
}

function createReply(nth: number, to: number) {
  return createFlatCommentFixture(nth, { parent: getCommentId(to) })
}

function createUnsentComment(tempId: string, under: number | null): UnsentComment {
  const place = under === null ? null : getCommentId(under)
  return { tempId, content: 'On its way', answers: place, under: place, failure: null }
}

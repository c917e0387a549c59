import { describe, expect, test } from 'vitest'
import {
  getCommentId,
  createCommentFixture,
  createFlatCommentFixture,
  TOMBSTONE,
} from '../../../testing/fixtures/comment-fixtures.ts'
import {
  attachReplies,
  attachThreads,
  FIRST_PAGE,
  EMPTY_DISCUSSION,
  upsertComment,
} from '../discussion.ts'
import {
  countReplies,
  getReplyParentId,
  buildCommentTree,
  type CommentNode,
} from './comment-tree.ts'
import type { UnsentComment } from '../writing/unsent-comments.ts'

const tree = createCommentFixture(1, {
  replies: [
    createCommentFixture(3, { replies: [createCommentFixture(5)] }),
    createCommentFixture(4),
  ],
})

describe('the comment tree', () => {
  test('has the nesting that the server sent', () => {
    expect(buildShape([tree, createCommentFixture(2)])).toEqual(['1', ['3', ['5'], '4'], '2'])
  })

  test('places flat pages of replies under their parents', () => {
    const discussion = attachReplies(
      createDiscussion([createCommentFixture(1, { replies: [createCommentFixture(2)] })]),
      {
        threadId: getCommentId(1),
        start: FIRST_PAGE,
        replies: [createReply(3, 2), createReply(4, 1), createReply(5, 3)],
        nextCursor: null,
      },
    )
    expect(getShape(buildCommentTree(discussion, []).loaded)).toEqual([
      '1',
      ['2', ['3', ['5']], '4'],
    ])
  })

  test('shows a reply to a deleted comment directly under the root of its thread', () => {
    const discussion = createDiscussion([tree])
    const [thread] = discussion.threads
    const orphaned = {
      ...discussion,
      threads: thread
        ? [{ ...thread, replies: thread.replies.filter(({ _id }) => _id !== getCommentId(3)) }]
        : [],
    }
    expect(getShape(buildCommentTree(orphaned, []).loaded)).toEqual(['1', ['4', '5']])
  })

  test('counts replies at every depth, but no tombstones', () => {
    const thread = createCommentFixture(1, {
      replies: [
        createCommentFixture(2, {
          ...TOMBSTONE,
          replies: [createCommentFixture(3), createCommentFixture(4)],
        }),
      ],
    })
    const [first] = buildCommentTree(createDiscussion([thread]), []).loaded
    expect(first && countReplies(first.node)).toBe(2)
  })
})

describe('a thread newer than the loaded pages', () => {
  test('is shown after the gap', () => {
    const discussion = upsertComment(
      createDiscussion([createCommentFixture(1), createCommentFixture(2)], 'two'),
      createFlatCommentFixture(9),
    )
    const result = buildCommentTree(discussion, [])
    expect([getShape(result.loaded), getShape(result.newer)]).toEqual([['1', '2'], ['9']])
  })

  test('joins the others once everything is loaded', () => {
    const result = buildCommentTree(
      upsertComment(createDiscussion([createCommentFixture(1)]), createFlatCommentFixture(9)),
      [],
    )
    expect([getShape(result.loaded), getShape(result.newer)]).toEqual([['1', '9'], []])
  })
})

describe('an unsent comment', () => {
  test('is shown under the comment it replies to, after older replies', () => {
    expect(buildShape([tree], [createUnsentComment('a', 3), createUnsentComment('b', 1)])).toEqual([
      '1',
      ['3', ['5', 'a'], '4', 'b'],
    ])
  })

  test('is shown at the end if it replies to no comment, or to one that is not loaded', () => {
    const { unsent: atEnd } = buildCommentTree(createDiscussion([tree]), [
      createUnsentComment('a', null),
      createUnsentComment('b', 8),
      createUnsentComment('c', 5),
    ])
    expect(atEnd.map(({ tempId }) => tempId)).toEqual(['a', 'b'])
  })

  test('is shown beside a comment at the maximum depth that it replies to', () => {
    const [first] = buildCommentTree(createDiscussion([tree]), []).loaded
    const createNode = (depth: number, parent: number) =>
      ({ ...first?.node, comment: createReply(9, parent), depth }) as CommentNode
    expect(getReplyParentId(createNode(4, 8))).toBe(getCommentId(9))
    expect(getReplyParentId(createNode(5, 8))).toBe(getCommentId(8))
  })
})

type Shape = (string | Shape)[]

function buildShape(
  threads: Parameters<typeof createDiscussion>[0],
  unsent: UnsentComment[] = [],
): Shape {
  return getShape(buildCommentTree(createDiscussion(threads), unsent).loaded)
}

function getShape(threads: { node: CommentNode }[]): Shape {
  return threads.flatMap(({ node }) => getNodeShape(node))
}

function getNodeShape({ comment, replies, unsent }: CommentNode): Shape {
  const below = [...replies.flatMap(getNodeShape), ...unsent.map(({ tempId }) => tempId)]
  const own = String(Number(comment._id.slice(-12)))
  return below.length > 0 ? [own, below] : [own]
}

function createDiscussion(
  threads: ReturnType<typeof createCommentFixture>[],
  nextCursor: string | null = null,
) {
  return attachThreads(EMPTY_DISCUSSION, { start: FIRST_PAGE, threads, nextCursor })
}

function createReply(number: number, parent: number) {
  return createFlatCommentFixture(number, { parent: getCommentId(parent) })
}

function createUnsentComment(tempId: string, under: number | null): UnsentComment {
  const parentId = under === null ? null : getCommentId(under)
  return { tempId, content: 'Unsent', answers: parentId, under: parentId, failure: null }
}

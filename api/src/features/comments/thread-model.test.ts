import {
  COMMENT_DEPTH_MAX,
  createComment,
  deleteComment,
  editComment,
  type Comment,
} from '@dolph/contract/comments/comments'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readCommentTree,
  startCommentsApp,
  type CommentsApp,
  type CommentingMember,
} from '../../testing/start-comments-app.ts'
import { createPostFixture } from '../../testing/fixtures.ts'
import { chooseSize } from '../../testing/test-size.ts'

const OPERATIONS_PER_RUN = 300
const RUNS = chooseSize({ short: 1, long: 4 })

interface ModelComment {
  /** Empty until the server has assigned one. */
  id: string
  parent: ModelComment | null
  author: CommentingMember
  content: string
  isEdited: boolean
  state: 'visible' | 'tombstone' | 'deleted'
}

const NOT_FOUND = { status: 404, message: 'Comment not found' }

/** An in-memory model of the comments of a post; each operation returns the response expected from the API. */
class ThreadModel {
  /** All comments that were ever added, including deleted ones. */
  readonly comments: ModelComment[] = []

  get count(): number {
    return this.comments.filter(({ state }) => state === 'visible').length
  }

  repliesTo(parent: ModelComment | null): ModelComment[] {
    return this.comments
      .filter((each) => each.parent === parent && each.state !== 'deleted')
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  }

  addComment(author: CommentingMember, requestedParent: ModelComment | null, content: string) {
    if (requestedParent && requestedParent.state !== 'visible') return NOT_FOUND
    const isDeepest = requestedParent && getDepth(requestedParent) === COMMENT_DEPTH_MAX
    const parent = isDeepest ? requestedParent.parent : requestedParent
    this.comments.push({ id: '', parent, author, content, isEdited: false, state: 'visible' })
    return { status: 201, data: { parent: parent?.id ?? null, user: { _id: author.id }, content } }
  }

  editOwnComment(author: CommentingMember, comment: ModelComment, content: string) {
    if (comment.state !== 'visible' || comment.author !== author) return NOT_FOUND
    Object.assign(comment, { content, isEdited: true })
    return { status: 200, data: { _id: comment.id, content } }
  }

  deleteOwnComment(author: CommentingMember, comment: ModelComment) {
    if (comment.state !== 'visible' || comment.author !== author) return NOT_FOUND
    comment.state = 'tombstone'
    this.pruneTombstones(comment)
    const isDeleted = !this.repliesTo(comment.parent).includes(comment)
    const data = isDeleted ? null : { _id: comment.id, isDeleted: true }
    return { status: 200, data, commentCount: this.count }
  }

  /** Deletes tombstones without replies, from this comment upwards. */
  pruneTombstones(comment: ModelComment | null): void {
    if (comment?.state !== 'tombstone' || this.repliesTo(comment).length > 0) return
    comment.state = 'deleted'
    this.pruneTombstones(comment.parent)
  }

  /** Gives the newest comment the id that the server assigned. */
  assignId(id: string | undefined): void {
    const last = this.comments.at(-1)
    if (last?.id === '') last.id = id ?? ''
  }
}

function getDepth({ parent }: ModelComment): number {
  return parent ? 1 + getDepth(parent) : 0
}

/** `targetIndex` picks among all comments ever added, so many operations meet deleted comments or those of other members. */
const operationArbitrary = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.constant('reply' as const), weight: 12 },
    { arbitrary: fc.constant('comment' as const), weight: 2 },
    { arbitrary: fc.constant('edit' as const), weight: 2 },
    { arbitrary: fc.constant('remove' as const), weight: 6 },
  ),
  memberName: fc.constantFrom('ada' as const, 'bob' as const, 'carla' as const),
  targetIndex: fc.nat(),
  content: fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .map((text) => `.${text}.`.normalize('NFC')),
})
type Operation = typeof operationArbitrary extends fc.Arbitrary<infer S> ? S : never

test('after any sequence of adding, editing and deleting, the pages together are the whole thread tree', async () => {
  await using app = await startCommentsApp()
  const operations = fc.array(operationArbitrary, {
    minLength: OPERATIONS_PER_RUN,
    maxLength: OPERATIONS_PER_RUN,
  })
  const limit = fc.integer({ min: 1, max: 100 })
  const limits = fc.tuple(limit, limit, limit)

  const property = fc.asyncProperty(operations, limits, async (sequence, [early, small, large]) => {
    const post = await createPostFixture(app.db, app.ada.id)
    const model = new ThreadModel()
    for (const [index, operation] of sequence.entries()) {
      await runOperation(app, post, model, operation)
      if (index === 40) await expectSameTree(app, post, model, early)
    }
    await expectSameTree(app, post, model, Math.ceil(small / 20))
    await expectSameTree(app, post, model, large)
  })

  await expect(fc.assert(property, { numRuns: RUNS, endOnFailure: true })).resolves.toBeUndefined()
}, 120_000)

async function runOperation(
  app: CommentsApp,
  post: string,
  model: ThreadModel,
  operation: Operation,
) {
  const author = app[operation.memberName]
  const targetComment = model.comments[operation.targetIndex % model.comments.length] ?? null
  const { expected, response } = await applyOperation(post, model, {
    ...operation,
    author,
    targetComment,
  })
  const body = response.json<{ data?: { _id: string } | null }>()
  expect({ status: response.statusCode, ...body }).toMatchObject(expected)
  model.assignId(body.data?._id)
}

interface OperationContext extends Operation {
  author: CommentingMember
  targetComment: ModelComment | null
}

async function applyOperation(
  post: string,
  model: ThreadModel,
  { kind, author, targetComment, content }: OperationContext,
) {
  if (kind === 'comment' || kind === 'reply' || !targetComment) {
    const requestedParent = kind === 'reply' ? targetComment : null
    const body = { postId: post, parentId: requestedParent?.id ?? null, content }
    const response = await author.send(createComment, { body })
    return { response, expected: model.addComment(author, requestedParent, content) }
  }
  const params = { id: targetComment.id }
  if (kind === 'edit') {
    const response = await author.send(editComment, { params, body: { content } })
    return { response, expected: model.editOwnComment(author, targetComment, content) }
  }
  const response = await author.send(deleteComment, { params })
  return { response, expected: model.deleteOwnComment(author, targetComment) }
}

async function expectSameTree(
  { db, ada }: CommentsApp,
  post: string,
  model: ThreadModel,
  limit: number,
) {
  const toActual = (comment: Comment): unknown => [
    comment._id,
    comment.parent,
    comment.user?._id ?? null,
    comment.content,
    comment.isDeleted,
    comment.editedAt !== null,
    comment.replies.map(toActual),
  ]
  const toExpected = (comment: ModelComment): unknown => [
    comment.id,
    comment.parent?.id ?? null,
    comment.state === 'tombstone' ? null : comment.author.id,
    comment.state === 'tombstone' ? '' : comment.content,
    comment.state === 'tombstone',
    comment.state === 'visible' && comment.isEdited,
    model.repliesTo(comment).map(toExpected),
  ]
  const tree = await readCommentTree(ada, post, limit)
  expect(tree.map(toActual)).toEqual(model.repliesTo(null).map(toExpected))
  const stats = db.selectFrom('post_stats').select('comment_count').where('post_id', '=', post)
  expect(await stats.executeTakeFirst()).toEqual({ comment_count: model.count })
}

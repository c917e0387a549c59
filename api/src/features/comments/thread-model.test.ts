import {
  COMMENT_DEPTH_MAX,
  createComment,
  deleteComment,
  editComment,
  type Comment,
} from '@dolph/contract/comments'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readCommentTree,
  startCommentsApp,
  type CommentsApp,
  type CommentingMember,
} from '../../testing/start-comments-app.ts'
import { createPostFixture } from '../../testing/fixtures.ts'

const OPERATIONS_PER_RUN = 300
const RUNS = 4

interface ModelComment {
  /** Empty until the server has given it one. */
  id: string
  parent: ModelComment | null
  author: CommentingMember
  content: string
  isEdited: boolean
  state: 'living' | 'stone' | 'gone'
}

const NOT_FOUND = { status: 404, message: 'Comment not found' }

/** Talk as it would be kept in memory. Each deed says what the API should answer. */
class ThreadModel {
  /** Everything that was ever said. */
  readonly comments: ModelComment[] = []

  get count(): number {
    return this.comments.filter(({ state }) => state === 'living').length
  }

  repliesTo(parent: ModelComment | null): ModelComment[] {
    return this.comments
      .filter((each) => each.parent === parent && each.state !== 'gone')
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  }

  addComment(author: CommentingMember, answered: ModelComment | null, content: string) {
    if (answered && answered.state !== 'living') return NOT_FOUND
    const isDeepest = answered && getDepth(answered) === COMMENT_DEPTH_MAX
    const parent = isDeepest ? answered.parent : answered
    this.comments.push({ id: '', parent, author, content, isEdited: false, state: 'living' })
    return { status: 201, data: { parent: parent?.id ?? null, user: { _id: author.id }, content } }
  }

  editOwnComment(author: CommentingMember, comment: ModelComment, content: string) {
    if (comment.state !== 'living' || comment.author !== author) return NOT_FOUND
    Object.assign(comment, { content, isEdited: true })
    return { status: 200, data: { _id: comment.id, content } }
  }

  deleteOwnComment(author: CommentingMember, comment: ModelComment) {
    if (comment.state !== 'living' || comment.author !== author) return NOT_FOUND
    comment.state = 'stone'
    this.pruneTombstones(comment)
    const isGone = !this.repliesTo(comment.parent).includes(comment)
    const data = isGone ? null : { _id: comment.id, isDeleted: true }
    return { status: 200, data, commentCount: this.count }
  }

  /** Stones that nobody replied to go, from here upwards. */
  pruneTombstones(stone: ModelComment | null): void {
    if (stone?.state !== 'stone' || this.repliesTo(stone).length > 0) return
    stone.state = 'gone'
    this.pruneTombstones(stone.parent)
  }

  /** Gives what was said last the id that the server chose. */
  assignId(id: string | undefined): void {
    const last = this.comments.at(-1)
    if (last?.id === '') last.id = id ?? ''
  }
}

function getDepth({ parent }: ModelComment): number {
  return parent ? 1 + getDepth(parent) : 0
}

/** `which` picks among everything that was ever said, so that much of it is no longer there or somebody else's. */
const operationArbitrary = fc.record({
  deed: fc.oneof(
    { arbitrary: fc.constant('reply' as const), weight: 12 },
    { arbitrary: fc.constant('comment' as const), weight: 2 },
    { arbitrary: fc.constant('edit' as const), weight: 2 },
    { arbitrary: fc.constant('remove' as const), weight: 6 },
  ),
  who: fc.constantFrom('ada' as const, 'bob' as const, 'carla' as const),
  which: fc.nat(),
  content: fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .map((text) => `.${text}.`.normalize('NFC')),
})
type Operation = typeof operationArbitrary extends fc.Arbitrary<infer S> ? S : never

test('whatever members say, change and take back, the pages together are the whole talk', async () => {
  await using discussion = await startCommentsApp()
  const steps = fc.array(operationArbitrary, {
    minLength: OPERATIONS_PER_RUN,
    maxLength: OPERATIONS_PER_RUN,
  })
  const limit = fc.integer({ min: 1, max: 100 })
  const limits = fc.tuple(limit, limit, limit)

  const property = fc.asyncProperty(steps, limits, async (todo, [early, small, large]) => {
    const post = await createPostFixture(discussion.db, discussion.ada.id)
    const talk = new ThreadModel()
    for (const [nth, each] of todo.entries()) {
      await runOperation(discussion, post, talk, each)
      if (nth === 40) await expectSameTree(discussion, post, talk, early)
    }
    await expectSameTree(discussion, post, talk, Math.ceil(small / 20))
    await expectSameTree(discussion, post, talk, large)
  })

  await expect(fc.assert(property, { numRuns: RUNS, endOnFailure: true })).resolves.toBeUndefined()
}, 120_000)

async function runOperation(
  discussion: CommentsApp,
  post: string,
  talk: ThreadModel,
  turn: Operation,
) {
  const author = discussion[turn.who]
  const chosen = talk.comments[turn.which % talk.comments.length] ?? null
  const { expected, reply } = await applyOperation(post, talk, { ...turn, author, chosen })
  const answer = reply.json<{ data?: { _id: string } | null }>()
  expect({ status: reply.statusCode, ...answer }).toMatchObject(expected)
  talk.assignId(answer.data?._id)
}

interface OperationContext extends Operation {
  author: CommentingMember
  chosen: ModelComment | null
}

async function applyOperation(
  post: string,
  talk: ThreadModel,
  { deed, author, chosen, content }: OperationContext,
) {
  if (deed === 'comment' || deed === 'reply' || !chosen) {
    const answered = deed === 'reply' ? chosen : null
    const body = { postId: post, parentId: answered?.id ?? null, content }
    const reply = await author.send(createComment, { body })
    return { reply, expected: talk.addComment(author, answered, content) }
  }
  const params = { id: chosen.id }
  if (deed === 'edit') {
    const reply = await author.send(editComment, { params, body: { content } })
    return { reply, expected: talk.editOwnComment(author, chosen, content) }
  }
  const reply = await author.send(deleteComment, { params })
  return { reply, expected: talk.deleteOwnComment(author, chosen) }
}

async function expectSameTree(
  { db, ada }: CommentsApp,
  post: string,
  talk: ThreadModel,
  limit: number,
) {
  const read = (comment: Comment): unknown => [
    comment._id,
    comment.parent,
    comment.user?._id ?? null,
    comment.content,
    comment.isDeleted,
    comment.editedAt !== null,
    comment.replies.map(read),
  ]
  const expected = (comment: ModelComment): unknown => [
    comment.id,
    comment.parent?.id ?? null,
    comment.state === 'stone' ? null : comment.author.id,
    comment.state === 'stone' ? '' : comment.content,
    comment.state === 'stone',
    comment.state === 'living' && comment.isEdited,
    talk.repliesTo(comment).map(expected),
  ]
  const tree = await readCommentTree(ada, post, limit)
  expect(tree.map(read)).toEqual(talk.repliesTo(null).map(expected))
  const stats = db.selectFrom('post_stats').select('comment_count').where('post_id', '=', post)
  expect(await stats.executeTakeFirst()).toEqual({ comment_count: talk.count })
}

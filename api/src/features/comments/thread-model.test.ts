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
  readTree,
  startDiscussion,
  type Discussion,
  type Talker,
} from '../../testing/discussion.ts'
import { sowPost } from '../../testing/sow.ts'

const STEPS = 300
const RUNS = 4

interface Said {
  /** Empty until the server has given it one. */
  id: string
  parent: Said | null
  author: Talker
  content: string
  isEdited: boolean
  state: 'living' | 'stone' | 'gone'
}

const NOT_FOUND = { status: 404, message: 'Comment not found' }

/** Talk as it would be kept in memory. Each deed says what the API should answer. */
class Talk {
  /** Everything that was ever said. */
  readonly said: Said[] = []

  get count(): number {
    return this.said.filter(({ state }) => state === 'living').length
  }

  repliesTo(parent: Said | null): Said[] {
    return this.said
      .filter((each) => each.parent === parent && each.state !== 'gone')
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  }

  say(author: Talker, answered: Said | null, content: string) {
    if (answered && answered.state !== 'living') return NOT_FOUND
    const isDeepest = answered && depthOf(answered) === COMMENT_DEPTH_MAX
    const parent = isDeepest ? answered.parent : answered
    this.said.push({ id: '', parent, author, content, isEdited: false, state: 'living' })
    return { status: 201, data: { parent: parent?.id ?? null, user: { _id: author.id }, content } }
  }

  edit(author: Talker, comment: Said, content: string) {
    if (comment.state !== 'living' || comment.author !== author) return NOT_FOUND
    Object.assign(comment, { content, isEdited: true })
    return { status: 200, data: { _id: comment.id, content } }
  }

  remove(author: Talker, comment: Said) {
    if (comment.state !== 'living' || comment.author !== author) return NOT_FOUND
    comment.state = 'stone'
    this.clear(comment)
    const isGone = !this.repliesTo(comment.parent).includes(comment)
    const data = isGone ? null : { _id: comment.id, isDeleted: true }
    return { status: 200, data, commentCount: this.count }
  }

  /** Stones that nobody replied to go, from here upwards. */
  clear(stone: Said | null): void {
    if (stone?.state !== 'stone' || this.repliesTo(stone).length > 0) return
    stone.state = 'gone'
    this.clear(stone.parent)
  }

  /** Gives what was said last the id that the server chose. */
  learn(id: string | undefined): void {
    const last = this.said.at(-1)
    if (last?.id === '') last.id = id ?? ''
  }
}

function depthOf({ parent }: Said): number {
  return parent ? 1 + depthOf(parent) : 0
}

/** `which` picks among everything that was ever said, so that much of it is no longer there or somebody else's. */
const step = fc.record({
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
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

test('whatever members say, change and take back, the pages together are the whole talk', async () => {
  await using discussion = await startDiscussion()
  const steps = fc.array(step, { minLength: STEPS, maxLength: STEPS })
  const limit = fc.integer({ min: 1, max: 100 })
  const limits = fc.tuple(limit, limit, limit)

  const property = fc.asyncProperty(steps, limits, async (todo, [early, small, large]) => {
    const post = await sowPost(discussion.db, discussion.ada.id)
    const talk = new Talk()
    for (const [nth, each] of todo.entries()) {
      await take(discussion, post, talk, each)
      if (nth === 40) await compare(discussion, post, talk, early)
    }
    await compare(discussion, post, talk, Math.ceil(small / 20))
    await compare(discussion, post, talk, large)
  })

  await expect(fc.assert(property, { numRuns: RUNS, endOnFailure: true })).resolves.toBeUndefined()
}, 120_000)

async function take(discussion: Discussion, post: string, talk: Talk, turn: Step) {
  const author = discussion[turn.who]
  const chosen = talk.said[turn.which % talk.said.length] ?? null
  const { expected, reply } = await perform(post, talk, { ...turn, author, chosen })
  const answer = reply.json<{ data?: { _id: string } | null }>()
  expect({ status: reply.statusCode, ...answer }).toMatchObject(expected)
  talk.learn(answer.data?._id)
}

interface Turn extends Step {
  author: Talker
  chosen: Said | null
}

async function perform(post: string, talk: Talk, { deed, author, chosen, content }: Turn) {
  if (deed === 'comment' || deed === 'reply' || !chosen) {
    const answered = deed === 'reply' ? chosen : null
    const body = { postId: post, parentId: answered?.id ?? null, content }
    const reply = await author.send(createComment, { body })
    return { reply, expected: talk.say(author, answered, content) }
  }
  const params = { id: chosen.id }
  if (deed === 'edit') {
    const reply = await author.send(editComment, { params, body: { content } })
    return { reply, expected: talk.edit(author, chosen, content) }
  }
  const reply = await author.send(deleteComment, { params })
  return { reply, expected: talk.remove(author, chosen) }
}

async function compare({ db, ada }: Discussion, post: string, talk: Talk, limit: number) {
  const read = (comment: Comment): unknown => [
    comment._id,
    comment.parent,
    comment.user?._id ?? null,
    comment.content,
    comment.isDeleted,
    comment.editedAt !== null,
    comment.replies.map(read),
  ]
  const expected = (comment: Said): unknown => [
    comment.id,
    comment.parent?.id ?? null,
    comment.state === 'stone' ? null : comment.author.id,
    comment.state === 'stone' ? '' : comment.content,
    comment.state === 'stone',
    comment.state === 'living' && comment.isEdited,
    talk.repliesTo(comment).map(expected),
  ]
  const tree = await readTree(ada, post, limit)
  expect(tree.map(read)).toEqual(talk.repliesTo(null).map(expected))
  const stats = db.selectFrom('post_stats').select('comment_count').where('post_id', '=', post)
  expect(await stats.executeTakeFirst()).toEqual({ comment_count: talk.count })
}

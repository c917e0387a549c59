import {
  createComment,
  deleteComment,
  editComment,
  type Comment,
} from '@dolph/contract/comments/comments'
import { CompiledQuery, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Queryable } from '../../platform/db/database.ts'
import {
  readCommentTree,
  startCommentsApp,
  type CommentsApp,
} from '../../testing/start-comments-app.ts'
import { createPostFixture } from '../../testing/fixtures.ts'
import { waitForBlockedStatements } from '../../testing/wait-for-blocked-statements.ts'
import { insertCommentStatement } from './mutations.ts'

const ROUNDS = 12

describe('concurrent changes of comments', () => {
  test('a deletion waits for the reply that is just being added, and leaves a tombstone', async () => {
    await using app = await startCommentsApp()
    const top = await app.ada.addComment('Top')
    const reply = {
      postId: app.post,
      parentId: top._id,
      content: 'Reply',
      tempId: null,
      tempDigest: null,
      mentionedIds: [],
    }
    const values = insertCommentStatement.bindValues({ ...reply, authorId: app.bob.id })

    const removal = await attemptWhileLocked(app, {
      hold: (tx) => tx.executeQuery(CompiledQuery.raw(insertCommentStatement.sql, values)),
      attempt: () => app.ada.send(deleteComment, { params: { id: top._id } }),
    })

    expect(removal.json()).toMatchObject({ data: { isDeleted: true }, commentCount: 1 })
    expect(await readCommentTree(app.ada, app.post, 20)).toMatchObject([
      { _id: top._id, isDeleted: true, replies: [{ content: 'Reply' }] },
    ])
    await expectConsistentCounts(app)
  })

  test('a reply waits for the deletion of its parent comment, and is refused', async () => {
    await using app = await startCommentsApp()
    const [leaf, answered] = [
      await app.ada.addComment('Leaf'),
      await app.ada.addComment('Answered'),
    ]
    await app.carla.addComment('Before', { parentId: answered._id })

    for (const { _id } of [leaf, answered]) {
      const body = { postId: app.post, parentId: _id, content: 'Reply' }
      const response = await attemptWhileLocked(app, {
        hold: (tx) => sql`select soft_delete_comments(${[_id]}, ${app.ada.id})`.execute(tx),
        attempt: () => app.bob.send(createComment, { body }),
      })
      expect([response.statusCode, response.json()]).toEqual([
        404,
        { success: false, code: 'not-found', message: 'Comment not found' },
      ])
    }

    expect(await readCommentTree(app.ada, app.post, 20)).toMatchObject([
      { isDeleted: true, replies: [{ content: 'Before' }] },
    ])
    await expectConsistentCounts(app)
  })

  test('replies sent while their parent comment is deleted are each refused or kept', async () => {
    await using app = await startCommentsApp()

    for (let round = 0; round < ROUNDS; round += 1) {
      const top = await app.ada.addComment('Top')
      const answer = { body: { postId: app.post, parentId: top._id, content: 'Reply' } }
      const [removal, ...responses] = await Promise.all([
        app.ada.send(deleteComment, { params: { id: top._id } }),
        app.bob.send(createComment, answer),
        app.carla.send(createComment, answer),
      ])
      const added = responses.filter(({ statusCode }) => statusCode === 201)
      const refused = responses.filter(({ statusCode }) => statusCode === 404)

      expect(removal.statusCode).toBe(200)
      expect(added.length + refused.length).toBe(2)
      const threads = (await readCommentTree(app.ada, app.post, 100)).filter(
        ({ _id }) => _id === top._id,
      )
      expect(threads.map(({ isDeleted }) => isDeleted)).toEqual(added.length > 0 ? [true] : [])
      expect(threads.flatMap(collectReplyIds).toSorted()).toEqual(
        added.map(parseCommentId).toSorted(),
      )
    }
    await expectConsistentCounts(app)
  })

  test('a tombstone is removed with its last two replies, deleted at the same moment', async () => {
    await using app = await startCommentsApp()
    for (let round = 0; round < ROUNDS; round += 1) {
      const top = await app.ada.addComment('Top')
      const [one, other] = [
        await app.bob.addComment('One', { parentId: top._id }),
        await app.carla.addComment('Other', { parentId: top._id }),
      ]
      await app.ada.call(deleteComment, { params: { id: top._id } })

      await Promise.all([
        app.bob.call(deleteComment, { params: { id: one._id } }),
        app.carla.call(deleteComment, { params: { id: other._id } }),
      ])
    }
    expect(await readCommentTree(app.ada, app.post, 100)).toEqual([])
    expect(await app.commentCount()).toBe(0)
  })

  test('an edit sent during a deletion never restores the deleted text', async () => {
    await using app = await startCommentsApp()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { _id } = await app.ada.addComment('Top')
      await app.bob.addComment('Reply', { parentId: _id })
      const [edit, removal] = await Promise.all([
        app.ada.send(editComment, { params: { id: _id }, body: { content: 'Edited' } }),
        app.ada.send(deleteComment, { params: { id: _id } }),
      ])
      expect([200, 404]).toContain(edit.statusCode)
      expect(removal.statusCode).toBe(200)
    }
    const threads = await readCommentTree(app.ada, app.post, 100)
    expect(threads.map(({ content }) => content)).toEqual(Array.from({ length: ROUNDS }, () => ''))
    await expectConsistentCounts(app)
  })

  test('among many concurrent changes every acknowledged one holds, and the counter is exact', async () => {
    await using app = await startCommentsApp()
    const { ada, bob, carla, post } = app
    const acknowledged = new Set<string>()
    const removals: number[] = []
    const additions: number[] = []

    const writers = [ada, bob, carla, ada, bob, carla].map(async (member, writer) => {
      const own: string[] = []
      for (let index = 0; index < 30; index += 1) {
        const choice = (index * 7 + writer * 3) % 10
        const id = choice < 3 ? own.splice(choice, 1)[0] : undefined
        if (id !== undefined) {
          const response = await member.send(deleteComment, { params: { id } })
          removals.push(response.statusCode)
          acknowledged.delete(id)
          continue
        }
        const parentId = choice < 5 ? null : ([...acknowledged].at(-1 - choice) ?? null)
        const body = { postId: post, parentId, content: `${writer}.${index}` }
        const response = await member.send(createComment, { body })
        additions.push(response.statusCode)
        if (response.statusCode !== 201) continue
        own.push(parseCommentId(response))
        acknowledged.add(parseCommentId(response))
      }
    })
    await Promise.all(writers)

    const all = (await readCommentTree(ada, post, 100)).flatMap((top) => [
      top,
      ...flattenReplies(top),
    ])
    const visible = all.filter(({ isDeleted }) => !isDeleted).map(({ _id }) => _id)
    expect(visible.toSorted()).toEqual([...acknowledged].toSorted())
    expect(new Set(removals)).toEqual(new Set([200]))
    expect(additions.filter((status) => status !== 201 && status !== 404)).toEqual([])
    await expectConsistentCounts(app)
  })

  test('comments sent while their post is deleted are each added or refused, and none fails', async () => {
    await using app = await startCommentsApp()
    for (let round = 0; round < ROUNDS; round += 1) {
      const postId = await createPostFixture(app.db, app.ada.id)
      const { _id } = await app.bob.addComment('Top', { postId })
      const body = { postId, parentId: _id, content: 'Reply' }

      const [, removal, ...responses] = await Promise.all([
        app.db.deleteFrom('posts').where('id', '=', postId).execute(),
        app.bob.send(deleteComment, { params: { id: _id } }),
        app.ada.send(createComment, { body }),
        app.carla.send(createComment, { body: { ...body, parentId: null } }),
      ])

      expect([200, 404]).toContain(removal.statusCode)
      for (const response of responses) expect([201, 404]).toContain(response.statusCode)
    }
    // The worker deletes the comments of the posts that are queued: none may belong to another one.
    const queued = app.db.selectFrom('deleted_posts').select('post_id')
    const kept = app.db.selectFrom('comments').selectAll().where('post_id', 'not in', queued)
    expect(await kept.execute()).toEqual([])
  })

  test('no reply is lost when it is sent while the comments of a leaving member are deleted', async () => {
    await using app = await startCommentsApp()
    const commentIds = []
    for (let index = 0; index < ROUNDS; index += 1)
      commentIds.push((await app.carla.addComment('Hello'))._id)

    const answers = commentIds.map((parentId) =>
      app.bob.send(createComment, { body: { postId: app.post, parentId, content: 'Reply' } }),
    )
    const [responses] = await Promise.all([
      Promise.all(answers),
      sql`select soft_delete_comments(${commentIds}, ${app.carla.id})`.execute(app.db),
    ])

    const added = responses.filter(({ statusCode }) => statusCode === 201).map(parseCommentId)
    const threads = await readCommentTree(app.ada, app.post, 100)
    expect(threads.flatMap(collectReplyIds).toSorted()).toEqual(added.toSorted())
    await expectConsistentCounts(app)
  })
})

interface LockedAttempt<Result> {
  hold: (tx: Queryable) => Promise<unknown>
  attempt: () => Promise<Result>
}

/** Runs `hold` in a transaction, waits until `attempt` is blocked by its lock, and only then commits. */
async function attemptWhileLocked<Result>(
  { db }: CommentsApp,
  { hold, attempt }: LockedAttempt<Result>,
) {
  const blockedAttempt = await db.transaction().execute(async (tx) => {
    await hold(tx)
    const response = attempt()
    await waitForBlockedStatements(db)
    return { response }
  })
  return blockedAttempt.response
}

/** The counter equals the number of comments that are not tombstones, and every tombstone has a reply. */
async function expectConsistentCounts(app: CommentsApp) {
  const { rows } = await sql<{ visible: number; orphaned: number }>`
    select count(*) filter (where deleted_at is null) as visible,
      count(*) filter (where deleted_at is not null
        and not exists (select from comments as reply where reply.parent_id = comments.id)) as orphaned
    from comments where post_id = ${app.post}`.execute(app.db)
  expect(rows).toEqual([{ visible: await app.commentCount(), orphaned: 0 }])
}

function parseCommentId({ body }: { body: string }): string {
  return createComment.schema.response[201].parse(JSON.parse(body)).data._id
}

function flattenReplies({ replies }: Comment): Comment[] {
  return replies.flatMap((reply) => [reply, ...flattenReplies(reply)])
}

function collectReplyIds(comment: Comment): string[] {
  return flattenReplies(comment).map(({ _id }) => _id)
}

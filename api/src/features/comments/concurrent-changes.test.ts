import { createComment, deleteComment, editComment, type Comment } from '@dolph/contract/comments'
import { CompiledQuery, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Queryable } from '../../db/database.ts'
import {
  readCommentTree,
  startCommentsApp,
  type CommentsApp,
} from '../../testing/start-comments-app.ts'
import { createPostFixture } from '../../testing/fixtures.ts'
import { insertCommentStatement } from './queries.ts'

const ROUNDS = 12

describe('at the same moment', () => {
  test('a deletion waits for the reply that is just being added, and leaves a stone', async () => {
    await using talk = await startCommentsApp()
    const top = await talk.ada.say('Top')
    const reply = { postId: talk.post, parentId: top._id, content: 'Reply', tempId: null }
    const values = insertCommentStatement.valuesOf({ ...reply, authorId: talk.bob.id })

    const removal = await attemptWhileLocked(talk, {
      hold: (tx) => tx.executeQuery(CompiledQuery.raw(insertCommentStatement.sql, values)),
      attempt: () => talk.ada.send(deleteComment, { params: { id: top._id } }),
    })

    expect(removal.json()).toMatchObject({ data: { isDeleted: true }, commentCount: 1 })
    expect(await readCommentTree(talk.ada, talk.post, 20)).toMatchObject([
      { _id: top._id, isDeleted: true, replies: [{ content: 'Reply' }] },
    ])
    await expectConsistentCounts(talk)
  })

  test('a reply waits for the deletion of what it answers, and is refused', async () => {
    await using talk = await startCommentsApp()
    const [leaf, answered] = [await talk.ada.say('Leaf'), await talk.ada.say('Answered')]
    await talk.carla.say('Before', { parentId: answered._id })

    for (const { _id } of [leaf, answered]) {
      const body = { postId: talk.post, parentId: _id, content: 'Reply' }
      const reply = await attemptWhileLocked(talk, {
        hold: (tx) => sql`select bury_comments(${[_id]}, ${talk.ada.id})`.execute(tx),
        attempt: () => talk.bob.send(createComment, { body }),
      })
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        { success: false, code: 'not-found', message: 'Comment not found' },
      ])
    }

    expect(await readCommentTree(talk.ada, talk.post, 20)).toMatchObject([
      { isDeleted: true, replies: [{ content: 'Before' }] },
    ])
    await expectConsistentCounts(talk)
  })

  test('replies and the deletion of what they answer: each is refused, or stays', async () => {
    await using talk = await startCommentsApp()

    for (let round = 0; round < ROUNDS; round += 1) {
      const top = await talk.ada.say('Top')
      const answer = { body: { postId: talk.post, parentId: top._id, content: 'Reply' } }
      const [removal, ...replies] = await Promise.all([
        talk.ada.send(deleteComment, { params: { id: top._id } }),
        talk.bob.send(createComment, answer),
        talk.carla.send(createComment, answer),
      ])
      const added = replies.filter(({ statusCode }) => statusCode === 201)
      const refused = replies.filter(({ statusCode }) => statusCode === 404)

      expect(removal.statusCode).toBe(200)
      expect(added.length + refused.length).toBe(2)
      const threads = (await readCommentTree(talk.ada, talk.post, 100)).filter(
        ({ _id }) => _id === top._id,
      )
      expect(threads.map(({ isDeleted }) => isDeleted)).toEqual(added.length > 0 ? [true] : [])
      expect(threads.flatMap(collectReplyIds).toSorted()).toEqual(
        added.map(parseCommentId).toSorted(),
      )
    }
    await expectConsistentCounts(talk)
  })

  test('the last two replies below a stone: it goes with them', async () => {
    await using talk = await startCommentsApp()
    for (let round = 0; round < ROUNDS; round += 1) {
      const top = await talk.ada.say('Top')
      const [one, other] = [
        await talk.bob.say('One', { parentId: top._id }),
        await talk.carla.say('Other', { parentId: top._id }),
      ]
      await talk.ada.call(deleteComment, { params: { id: top._id } })

      await Promise.all([
        talk.bob.call(deleteComment, { params: { id: one._id } }),
        talk.carla.call(deleteComment, { params: { id: other._id } }),
      ])
    }
    expect(await readCommentTree(talk.ada, talk.post, 100)).toEqual([])
    expect(await talk.commentCount()).toBe(0)
  })

  test('an edit and a deletion: no word comes back', async () => {
    await using talk = await startCommentsApp()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { _id } = await talk.ada.say('Top')
      await talk.bob.say('Reply', { parentId: _id })
      const [edit, removal] = await Promise.all([
        talk.ada.send(editComment, { params: { id: _id }, body: { content: 'Edited' } }),
        talk.ada.send(deleteComment, { params: { id: _id } }),
      ])
      expect([200, 404]).toContain(edit.statusCode)
      expect(removal.statusCode).toBe(200)
    }
    const threads = await readCommentTree(talk.ada, talk.post, 100)
    expect(threads.map(({ content }) => content)).toEqual(Array.from({ length: ROUNDS }, () => ''))
    await expectConsistentCounts(talk)
  })

  test('everybody: what was acknowledged holds, and the counter is exact', async () => {
    await using talk = await startCommentsApp()
    const { ada, bob, carla, post } = talk
    const kept = new Set<string>()
    const removals: number[] = []
    const additions: number[] = []

    const busy = [ada, bob, carla, ada, bob, carla].map(async (talker, index) => {
      const own: string[] = []
      for (let nth = 0; nth < 30; nth += 1) {
        const turn = (nth * 7 + index * 3) % 10
        const id = turn < 3 ? own.splice(turn, 1)[0] : undefined
        if (id !== undefined) {
          const reply = await talker.send(deleteComment, { params: { id } })
          removals.push(reply.statusCode)
          kept.delete(id)
          continue
        }
        const parentId = turn < 5 ? null : ([...kept].at(-1 - turn) ?? null)
        const body = { postId: post, parentId, content: `${index}.${nth}` }
        const reply = await talker.send(createComment, { body })
        additions.push(reply.statusCode)
        if (reply.statusCode !== 201) continue
        own.push(parseCommentId(reply))
        kept.add(parseCommentId(reply))
      }
    })
    await Promise.all(busy)

    const all = (await readCommentTree(ada, post, 100)).flatMap((top) => [
      top,
      ...flattenReplies(top),
    ])
    const living = all.filter(({ isDeleted }) => !isDeleted).map(({ _id }) => _id)
    expect(living.toSorted()).toEqual([...kept].toSorted())
    expect(new Set(removals)).toEqual(new Set([200]))
    expect(additions.filter((status) => status !== 201 && status !== 404)).toEqual([])
    await expectConsistentCounts(talk)
  })

  test('comments and the deletion of their post: each is added or refused, none fails', async () => {
    await using talk = await startCommentsApp()
    for (let round = 0; round < ROUNDS; round += 1) {
      const postId = await createPostFixture(talk.db, talk.ada.id)
      const { _id } = await talk.bob.say('Top', { postId })
      const body = { postId, parentId: _id, content: 'Reply' }

      const [, removal, ...replies] = await Promise.all([
        talk.db.deleteFrom('posts').where('id', '=', postId).execute(),
        talk.bob.send(deleteComment, { params: { id: _id } }),
        talk.ada.send(createComment, { body }),
        talk.carla.send(createComment, { body: { ...body, parentId: null } }),
      ])

      expect([200, 404]).toContain(removal.statusCode)
      for (const reply of replies) expect([201, 404]).toContain(reply.statusCode)
    }
    expect(await talk.db.selectFrom('comments').selectAll().execute()).toEqual([])
  })

  test('a member who leaves and others who answer them: no answer is lost', async () => {
    await using talk = await startCommentsApp()
    const said = []
    for (let nth = 0; nth < ROUNDS; nth += 1) said.push((await talk.carla.say('Hello'))._id)

    const answers = said.map((parentId) =>
      talk.bob.send(createComment, { body: { postId: talk.post, parentId, content: 'Reply' } }),
    )
    const [replies] = await Promise.all([
      Promise.all(answers),
      sql`select bury_comments(${said}, ${talk.carla.id})`.execute(talk.db),
    ])

    const added = replies.filter(({ statusCode }) => statusCode === 201).map(parseCommentId)
    const threads = await readCommentTree(talk.ada, talk.post, 100)
    expect(threads.flatMap(collectReplyIds).toSorted()).toEqual(added.toSorted())
    await expectConsistentCounts(talk)
  })
})

interface LockedAttempt<Reply> {
  hold: (tx: Queryable) => Promise<unknown>
  attempt: () => Promise<Reply>
}

/** Does one thing without committing it, lets the other run into it, and only then commits. */
async function attemptWhileLocked<Reply>(
  { db }: CommentsApp,
  { hold, attempt }: LockedAttempt<Reply>,
) {
  const waiting = await db.transaction().execute(async (tx) => {
    await hold(tx)
    const reply = attempt()
    const blocked = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await blocked.execute(db)).rows.length).toBe(1)
    return { reply }
  })
  return waiting.reply
}

/** The counter counts what is not a stone, and every stone has a reply. */
async function expectConsistentCounts(talk: CommentsApp) {
  const { rows } = await sql<{ living: number; useless: number }>`
    select count(*) filter (where deleted_at is null) as living,
      count(*) filter (where deleted_at is not null
        and not exists (select from comments as reply where reply.parent_id = comments.id)) as useless
    from comments where post_id = ${talk.post}`.execute(talk.db)
  expect(rows).toEqual([{ living: await talk.commentCount(), useless: 0 }])
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

import { randomUUID } from 'node:crypto'
import { COMMENT_MAX, createComment, deleteComment, editComment } from '@dolph/contract/comments'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readCommentTree, startCommentsApp } from '../../testing/start-comments-app.ts'
import { signedInMember } from '../../testing/sign-up-member.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { startApp } from '../../testing/start-app.ts'

const UNKNOWN_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'
const COMMENTS_PER_MINUTE = 10

describe('commenting', () => {
  test('adds the comment under the name of its author, and counts it', async () => {
    await using talk = await startCommentsApp()
    const body = { postId: talk.post, content: '  Hello \n' }

    const reply = await talk.bob.send(createComment, { body })

    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual({
      success: true,
      message: 'Comment added',
      data: {
        _id: expect.any(String),
        post: talk.post,
        parent: null,
        content: 'Hello',
        user: { _id: talk.bob.id, userName: 'bob', profilePicture: '' },
        isDeleted: false,
        createdAt: expect.any(String),
        editedAt: null,
      },
    })
    expect(await talk.commentCount()).toBe(1)
  })

  test('keeps whatever was said, byte for byte', async () => {
    await using talk = await startCommentsApp()
    const hostile = [
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      '\u202Eevil\u202C \u2066left\u2069 \u200Bzero\u200B \uFEFFmark',
      `'); drop table comments; --`,
      '{"__proto__": {"admin": true}}, \\u0000 \\ " \n\t $1 ${1} %s',
      'مرحبا שלום 你好 👩‍👩‍👧‍👦 e\u0301'.normalize('NFC'),
      '🐬'.repeat(COMMENT_MAX),
    ]

    for (const content of hostile) {
      const { data } = await talk.bob.call(createComment, { body: { postId: talk.post, content } })
      await talk.bob.call(editComment, { params: { id: data._id }, body: { content } })
    }

    const threads = await readCommentTree(talk.ada, talk.post, 100)
    expect(threads.map(({ content }) => content)).toEqual(hostile)
  })

  test('with nothing, too much or what is no text is refused, and so is such an edit', async () => {
    await using talk = await startCommentsApp()
    const params = { id: (await talk.bob.say('Hello'))._id }
    const refused = [
      ['', 'Comment is required'],
      [' \n\u00A0 ', 'Comment is required'],
      ['🐬'.repeat(COMMENT_MAX + 1), 'Comment cannot be more than 2000 characters'],
      ['a\u0000b', 'This text has characters that cannot be saved'],
      ['a\uD83D', 'This text has characters that cannot be saved'],
    ] as const

    for (const [content, explanation] of refused) {
      const added = await talk.bob.send(createComment, { body: { postId: talk.post, content } })
      const edited = await talk.bob.send(editComment, { params, body: { content } })
      for (const reply of [added, edited]) {
        expect(reply.statusCode).toBe(400)
        expect(reply.json()).toMatchObject({ fields: { content: explanation } })
      }
    }
    expect(await readCommentTree(talk.ada, talk.post, 20)).toMatchObject([{ content: 'Hello' }])
    expect(await talk.commentCount()).toBe(1)
  })

  test('needs a post, and in reply to something, that on the same post and not deleted', async () => {
    await using talk = await startCommentsApp()
    const elsewhere = await createPostFixture(talk.db, talk.bob.id)
    const other = await talk.bob.say('There', { postId: elsewhere })
    const stone = await talk.bob.say('Deleted')
    await talk.ada.say('Reply', { parentId: stone._id })
    await talk.bob.call(deleteComment, { params: { id: stone._id } })
    const answer = (postId: string, parentId: string | null) =>
      talk.ada.send(createComment, { body: { postId, parentId, content: 'Hello' } })

    const noPost = [await answer(UNKNOWN_ID, null), await answer(UNKNOWN_ID, other._id)]
    const noComment = [
      await answer(talk.post, UNKNOWN_ID),
      await answer(talk.post, other._id),
      await answer(talk.post, stone._id),
    ]

    const refusal = { success: false, code: 'not-found' }
    for (const reply of noPost) {
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        { ...refusal, message: 'Post not found' },
      ])
    }
    for (const reply of noComment) {
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        { ...refusal, message: 'Comment not found' },
      ])
    }
    expect(await talk.commentCount()).toBe(1)
  })

  test('sent fifty times at once is one comment, and every answer is the same', async () => {
    await using talk = await startCommentsApp()
    const top = await talk.ada.say('Top')
    const body = {
      postId: talk.post,
      parentId: top._id,
      content: 'Once',
      tempId: `temp-${randomUUID()}`,
    }

    const replies = await Promise.all(
      Array.from({ length: 50 }, () => talk.bob.send(createComment, { body })),
    )

    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
    const [thread] = await readCommentTree(talk.ada, talk.post, 20)
    expect(thread?.replies.map(({ content }) => content)).toEqual(['Once'])
    expect(await talk.commentCount()).toBe(2)
  })

  test('sent again is answered even if what it replies to was deleted meanwhile', async () => {
    await using talk = await startCommentsApp()
    const top = await talk.ada.say('Top')
    const again = () => talk.bob.say('Reply', { parentId: top._id, tempId: 'temp-once-only' })
    const first = await again()
    await talk.ada.call(deleteComment, { params: { id: top._id } })

    expect(await again()).toEqual(first)
    expect(await talk.commentCount()).toBe(1)
  })

  test('under the same name as somebody else is a comment of its own', async () => {
    await using talk = await startCommentsApp()
    const tempId = 'temp-12345678'
    const [one, other] = [
      await talk.ada.say('One', { tempId }),
      await talk.bob.say('Other', { tempId }),
    ]
    expect(other._id).not.toBe(one._id)
    expect(await talk.commentCount()).toBe(2)
  })

  test('in reply comes after what it answers, even when the clock was set back', async () => {
    await using talk = await startCommentsApp()
    const { rows } = await sql<{ id: string }>`
      insert into comments (id, post_id, author_id, content)
      values (uuid_v7(now() + interval '1 hour'), ${talk.post}, ${talk.ada.id}, 'From the future')
      returning id`.execute(talk.db)
    const parentId = rows[0]?.id ?? ''

    for (let nth = 0; nth < 30; nth += 1) {
      const reply = await talk.bob.say('Reply', { parentId })
      const answer = await talk.ada.say('Answer', { parentId: reply._id })
      expect([parentId, reply._id, answer._id].toSorted()).toEqual([
        parentId,
        reply._id,
        answer._id,
      ])
    }
  })
})

describe('editing', () => {
  test('changes the words, and says when', async () => {
    await using talk = await startCommentsApp()
    const comment = await talk.bob.say('Helo')

    const { data, message } = await talk.bob.call(editComment, {
      params: { id: comment._id },
      body: { content: ' Hello ' },
    })

    expect(message).toBe('Comment updated')
    expect(data).toEqual({ ...comment, content: 'Hello', editedAt: expect.any(String) })
    expect(Date.parse(data.editedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(comment.createdAt))
    expect(await readCommentTree(talk.ada, talk.post, 20)).toMatchObject([data])
    expect(await talk.commentCount()).toBe(1)
  })

  test("is for one's own words, while they stand", async () => {
    await using talk = await startCommentsApp()
    const mine = await talk.ada.say('Mine')
    const stone = await talk.bob.say('Deleted')
    await talk.ada.say('Reply', { parentId: stone._id })
    await talk.bob.call(deleteComment, { params: { id: stone._id } })
    const before = await readCommentTree(talk.ada, talk.post, 20)

    for (const id of [mine._id, stone._id, UNKNOWN_ID]) {
      const reply = await talk.bob.send(editComment, { params: { id }, body: { content: 'Yours' } })
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        { success: false, code: 'not-found', message: 'Comment not found' },
      ])
    }
    expect(await readCommentTree(talk.ada, talk.post, 20)).toEqual(before)
  })
})

describe('who may not write', () => {
  test('a visitor, and a page that is not ours', async () => {
    await using talk = await startCommentsApp()
    const { _id } = await talk.ada.say('Hello')
    const body = { postId: talk.post, content: 'Hello' }
    const params = { id: _id }

    const visits = [
      await talk.visitor.send(createComment, { body }),
      await talk.visitor.send(editComment, { params, body }),
      await talk.visitor.send(deleteComment, { params }),
    ]
    const forged = await talk.ada.ask('POST', createComment.url, { body })

    expect(visits.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
    expect(forged.statusCode).toBe(403)
    expect(await readCommentTree(talk.ada, talk.post, 20)).toMatchObject([{ content: 'Hello' }])
    expect(await talk.commentCount()).toBe(1)
  })

  test('somebody who says more than ten things in a minute', async () => {
    await using api = await startApp()
    const ada = await signedInMember(api, 'ada')
    const postId = await createPostFixture(api.db, await createMemberFixture(api.db, 'bob'))
    const say = () => ada.send(createComment, { body: { postId, content: 'Again' } })

    for (let nth = 1; nth <= COMMENTS_PER_MINUTE; nth += 1) {
      expect((await say()).statusCode).toBe(201)
    }
    const refused = await say()

    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ success: false, code: 'too-many-requests' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const { comment_count } = await api.db
      .selectFrom('post_stats')
      .select('comment_count')
      .executeTakeFirstOrThrow()
    expect(comment_count).toBe(COMMENTS_PER_MINUTE)
  })
})

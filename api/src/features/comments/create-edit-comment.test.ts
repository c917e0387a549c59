import {
  COMMENT_MAX,
  createComment,
  deleteComment,
  editComment,
} from '@dolph/contract/comments/comments'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readCommentTree, startCommentsApp } from '../../testing/start-comments-app.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { startApp } from '../../testing/start-app.ts'

const UNKNOWN_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'
const COMMENTS_PER_MINUTE = 10

describe('commenting', () => {
  test('adds the comment with the name of its author, and counts it', async () => {
    await using app = await startCommentsApp()
    const body = { postId: app.post, content: '  Hello \n' }

    const response = await app.bob.send(createComment, { body })

    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      success: true,
      message: 'Comment added',
      data: {
        _id: expect.any(String),
        post: app.post,
        parent: null,
        content: 'Hello',
        user: { _id: app.bob.id, userName: 'bob', profilePicture: '' },
        isDeleted: false,
        mentions: [],
        createdAt: expect.any(String),
        editedAt: null,
        replies: [],
      },
    })
    expect(await app.commentCount()).toBe(1)
  })

  test('with an empty parentId is not a reply', async () => {
    await using app = await startCommentsApp()
    const body = { postId: app.post, parentId: '', content: 'Hello' }
    const { data } = await app.bob.call(createComment, { body })
    expect(data.parent).toBeNull()
    expect(await readCommentTree(app.ada, app.post, 20)).toMatchObject([
      { _id: data._id, parent: null },
    ])
  })

  test('stores hostile text unchanged, byte for byte', async () => {
    await using app = await startCommentsApp()
    const hostile = [
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      '\u202Eevil\u202C \u2066left\u2069 \u200Bzero\u200B \uFEFFmark',
      `'); drop table comments; --`,
      '{"__proto__": {"admin": true}}, \\u0000 \\ " \n\t $1 ${1} %s',
      'مرحبا שלום 你好 👩‍👩‍👧‍👦 e\u0301'.normalize('NFC'),
      '🐬'.repeat(COMMENT_MAX),
    ]

    for (const content of hostile) {
      const { data } = await app.bob.call(createComment, { body: { postId: app.post, content } })
      await app.bob.call(editComment, { params: { id: data._id }, body: { content } })
    }

    const threads = await readCommentTree(app.ada, app.post, 100)
    expect(threads.map(({ content }) => content)).toEqual(hostile)
  })

  test('with empty, overlong or invalid text is refused, and so is such an edit', async () => {
    await using app = await startCommentsApp()
    const params = { id: (await app.bob.addComment('Hello'))._id }
    const refused = [
      ['', 'Comment is required'],
      [' \n\u00A0 ', 'Comment is required'],
      ['🐬'.repeat(COMMENT_MAX + 1), 'Comment cannot be more than 2000 characters'],
      ['a\u0000b', 'This text has characters that cannot be saved'],
      ['a\uD83D', 'This text has characters that cannot be saved'],
    ] as const

    for (const [content, explanation] of refused) {
      const added = await app.bob.send(createComment, { body: { postId: app.post, content } })
      const edited = await app.bob.send(editComment, { params, body: { content } })
      for (const response of [added, edited]) {
        expect(response.statusCode).toBe(400)
        expect(response.json()).toMatchObject({ fields: { content: explanation } })
      }
    }
    expect(await readCommentTree(app.ada, app.post, 20)).toMatchObject([{ content: 'Hello' }])
    expect(await app.commentCount()).toBe(1)
  })

  test('needs an existing post, and a reply needs a parent on the same post that is not deleted', async () => {
    await using app = await startCommentsApp()
    const elsewhere = await createPostFixture(app.db, app.bob.id)
    const other = await app.bob.addComment('There', { postId: elsewhere })
    const tombstone = await app.bob.addComment('Deleted')
    await app.ada.addComment('Reply', { parentId: tombstone._id })
    await app.bob.call(deleteComment, { params: { id: tombstone._id } })
    const sendComment = (postId: string, parentId: string | null) =>
      app.ada.send(createComment, { body: { postId, parentId, content: 'Hello' } })

    const noPost = [await sendComment(UNKNOWN_ID, null), await sendComment(UNKNOWN_ID, other._id)]
    const noComment = [
      await sendComment(app.post, UNKNOWN_ID),
      await sendComment(app.post, other._id),
      await sendComment(app.post, tombstone._id),
    ]

    const refusal = { success: false, code: 'not-found' }
    for (const response of noPost) {
      expect([response.statusCode, response.json()]).toEqual([
        404,
        { ...refusal, message: 'Post not found' },
      ])
    }
    for (const response of noComment) {
      expect([response.statusCode, response.json()]).toEqual([
        404,
        { ...refusal, message: 'Comment not found' },
      ])
    }
    expect(await app.commentCount()).toBe(1)
  })

  test('in reply sorts after its parent comment, even when the clock was set back', async () => {
    await using app = await startCommentsApp()
    const { rows } = await sql<{ id: string }>`
      insert into comments (id, post_id, author_id, content)
      values (uuid_v7(now() + interval '1 hour'), ${app.post}, ${app.ada.id}, 'From the future')
      returning id`.execute(app.db)
    const parentId = rows[0]?.id ?? ''

    for (let index = 0; index < 30; index += 1) {
      const reply = await app.bob.addComment('Reply', { parentId })
      const answer = await app.ada.addComment('Answer', { parentId: reply._id })
      expect([parentId, reply._id, answer._id].toSorted()).toEqual([
        parentId,
        reply._id,
        answer._id,
      ])
    }
  })
})

describe('editing', () => {
  test('changes the text, and says when', async () => {
    await using app = await startCommentsApp()
    const comment = await app.bob.addComment('Helo')

    const { data, message } = await app.bob.call(editComment, {
      params: { id: comment._id },
      body: { content: ' Hello ' },
    })

    expect(message).toBe('Comment updated')
    expect(data).toEqual({ ...comment, content: 'Hello', editedAt: expect.any(String) })
    expect(Date.parse(data.editedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(comment.createdAt))
    expect(await readCommentTree(app.ada, app.post, 20)).toMatchObject([data])
    expect(await app.commentCount()).toBe(1)
  })

  test("is possible only for one's own comments that are not deleted", async () => {
    await using app = await startCommentsApp()
    const mine = await app.ada.addComment('Mine')
    const tombstone = await app.bob.addComment('Deleted')
    await app.ada.addComment('Reply', { parentId: tombstone._id })
    await app.bob.call(deleteComment, { params: { id: tombstone._id } })
    const before = await readCommentTree(app.ada, app.post, 20)

    for (const id of [mine._id, tombstone._id, UNKNOWN_ID]) {
      const response = await app.bob.send(editComment, {
        params: { id },
        body: { content: 'Yours' },
      })
      expect([response.statusCode, response.json()]).toEqual([
        404,
        { success: false, code: 'not-found', message: 'Comment not found' },
      ])
    }
    expect(await readCommentTree(app.ada, app.post, 20)).toEqual(before)
  })
})

describe('commenting is refused', () => {
  test('for a visitor, and for a request without a CSRF token', async () => {
    await using app = await startCommentsApp()
    const { _id } = await app.ada.addComment('Hello')
    const body = { postId: app.post, content: 'Hello' }
    const params = { id: _id }

    const visits = [
      await app.visitor.send(createComment, { body }),
      await app.visitor.send(editComment, { params, body }),
      await app.visitor.send(deleteComment, { params }),
    ]
    const path = editComment.url.replace(':id', _id)
    const forged = [
      await app.ada.request('POST', createComment.url, { body }),
      await app.ada.request('PUT', path, { body }),
      await app.ada.request('DELETE', path),
    ]

    expect(visits.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
    expect(forged.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
    expect(await readCommentTree(app.ada, app.post, 20)).toMatchObject([{ content: 'Hello' }])
    expect(await app.commentCount()).toBe(1)
  })

  test('for a member who sends more than ten comments in a minute', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const postId = await createPostFixture(api.db, await createMemberFixture(api.db, 'bob'))
    const sendComment = () => ada.send(createComment, { body: { postId, content: 'Again' } })

    for (let index = 1; index <= COMMENTS_PER_MINUTE; index += 1) {
      expect((await sendComment()).statusCode).toBe(201)
    }
    const refused = await sendComment()

    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ success: false, code: 'too-many-requests' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const { comment_count } = await api.db
      .selectFrom('post_stats')
      .select('comment_count')
      .executeTakeFirstOrThrow()
    expect(comment_count).toBe(COMMENTS_PER_MINUTE)
  })

  test('that mentions others, for a member who did so sixty times in an hour; other comments are accepted', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const postId = await createPostFixture(api.db, await createMemberFixture(api.db, 'bob'))
    const { data } = await ada.call(createComment, { body: { postId, content: 'Hello' } })
    for (let count = 0; count < 60; count += 1)
      await api.app.throttles.consume('mention-member', data.user?._id ?? '')
    const edit = (content: string) =>
      ada.send(editComment, { params: { id: data._id }, body: { content } })

    expect((await edit('Hello @bob')).statusCode).toBe(429)
    const refused = await ada.send(createComment, { body: { postId, content: '@bob' } })
    expect(refused.statusCode).toBe(429)
    expect((await edit('Hello you')).statusCode).toBe(200)
  })
})

import { randomUUID } from 'node:crypto'
import { createComment, deleteComment, editComment } from '@dolph/contract/comments/comments'
import { describe, expect, test } from 'vitest'
import { createPostFixture } from '../../testing/fixtures.ts'
import { readCommentTree, startCommentsApp } from '../../testing/start-comments-app.ts'

describe('a comment', () => {
  test('sent fifty times at once is one comment, and every answer is the same', async () => {
    await using app = await startCommentsApp()
    const top = await app.ada.addComment('Top')
    const body = {
      postId: app.post,
      parentId: top._id,
      content: 'Once',
      tempId: `temp-${randomUUID()}`,
    }

    const responses = await Promise.all(
      Array.from({ length: 50 }, () => app.bob.send(createComment, { body })),
    )

    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(new Set(responses.map((response) => response.body)).size).toBe(1)
    const [thread] = await readCommentTree(app.ada, app.post, 20)
    expect(thread?.replies.map(({ content }) => content)).toEqual(['Once'])
    expect(await app.commentCount()).toBe(2)
  })

  test('sent again gets the same answer even if the parent comment was deleted meanwhile', async () => {
    await using app = await startCommentsApp()
    const top = await app.ada.addComment('Top')
    const sendReply = () =>
      app.bob.addComment('Reply', { parentId: top._id, tempId: 'temp-once-only' })
    const first = await sendReply()
    await app.ada.call(deleteComment, { params: { id: top._id } })

    expect(await sendReply()).toEqual(first)
    expect(await app.commentCount()).toBe(1)
  })

  test('sent again gets the comment as it was edited meanwhile', async () => {
    await using app = await startCommentsApp()
    const sendComment = () => app.bob.addComment('Helo', { tempId: 'temp-once-only' })
    const { _id } = await sendComment()
    await app.bob.call(editComment, { params: { id: _id }, body: { content: 'Hello' } })

    expect(await sendComment()).toMatchObject({ _id, content: 'Hello' })
    expect(await app.commentCount()).toBe(1)
  })

  test('with another text, parent or post under the same tempId is a conflict', async () => {
    await using app = await startCommentsApp()
    const tempId = 'temp-once-only'
    const top = await app.ada.addComment('Top')
    const elsewhere = await createPostFixture(app.db, app.bob.id)
    const first = { postId: app.post, parentId: null, content: 'Hello', tempId }
    await app.bob.call(createComment, { body: first })

    for (const change of [{ content: 'Hi' }, { parentId: top._id }, { postId: elsewhere }]) {
      const response = await app.bob.send(createComment, { body: { ...first, ...change } })
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({ success: false, code: 'conflict' })
    }
    const threads = await readCommentTree(app.ada, app.post, 20)
    expect(threads.map(({ content }) => content)).toEqual(['Top', 'Hello'])
    expect(await app.commentCount()).toBe(2)
  })

  test('fifty times at once under one tempId with two texts is one comment: the first text wins', async () => {
    await using app = await startCommentsApp()
    const tempId = `temp-${randomUUID()}`
    const texts = Array.from({ length: 50 }, (_, index) => (index % 2 ? 'One' : 'Other'))

    const responses = await Promise.all(
      texts.map((content) =>
        app.bob.send(createComment, { body: { postId: app.post, content, tempId } }),
      ),
    )

    const threads = await readCommentTree(app.ada, app.post, 20)
    expect(threads).toHaveLength(1)
    for (const [index, response] of responses.entries()) {
      expect(response.statusCode).toBe(texts[index] === threads[0]?.content ? 201 : 409)
    }
    expect(await app.commentCount()).toBe(1)
  })

  test('with the same tempId as another member is a comment of its own', async () => {
    await using app = await startCommentsApp()
    const tempId = 'temp-12345678'
    const [one, other] = [
      await app.ada.addComment('One', { tempId }),
      await app.bob.addComment('Other', { tempId }),
    ]
    expect(other._id).not.toBe(one._id)
    expect(await app.commentCount()).toBe(2)
  })
})

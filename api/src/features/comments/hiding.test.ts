import {
  deleteComment,
  editComment,
  listComments,
  listReplies,
} from '@dolph/contract/comments/comments'
import { describe, expect, test } from 'vitest'
import { startCommentsApp } from '../../testing/start-comments-app.ts'
import { hideComment, unhideComment } from './hiding.ts'

describe('a hidden comment', () => {
  test('has no text and no author for others, and keeps its place and its count', async () => {
    await using app = await startHiddenCommentApp()
    for (const reader of [app.ada, app.carla]) {
      const [thread] = await reader.call(listComments, app.page)
      expect(thread).toMatchObject({
        content: '',
        user: null,
        withheld: 'hidden',
        isDeleted: false,
      })
      const [reply, hiddenReply] = thread?.replies ?? []
      expect(reply).toMatchObject({ content: 'Answer', parent: app.comment })
      expect(reply).not.toHaveProperty('withheld')
      expect(hiddenReply).toMatchObject({ content: '', user: null, withheld: 'hidden' })
    }
    expect(await app.commentCount()).toBe(3)
    const replies = await app.carla.call(listReplies, app.repliesPage)
    expect(replies[1]).toMatchObject({ content: '', user: null, withheld: 'hidden' })
  })

  test('keeps its text for its author, also when it is edited', async () => {
    await using app = await startHiddenCommentApp()
    const { bob } = app
    const expected = { user: { userName: 'bob' }, withheld: 'hidden' }
    const [thread] = await bob.call(listComments, app.page)
    expect(thread).toMatchObject({ ...expected, content: 'Rude' })
    const replies = await bob.call(listReplies, app.repliesPage)
    expect(replies[1]).toMatchObject({ ...expected, content: 'Rude reply' })
    const edit = { params: { id: app.comment }, body: { content: 'Kind' } }
    expect((await bob.call(editComment, edit)).data).toMatchObject({ ...expected, content: 'Kind' })
    const [others] = await app.ada.call(listComments, app.page)
    expect(others).toMatchObject({ content: '', withheld: 'hidden' })
  })

  test('sent again by its author is the same comment, still hidden', async () => {
    await using app = await startCommentsApp()
    const comment = await app.bob.addComment('Rude', { tempId: 'temp-rude-1234' })
    await hideComment(app.db, comment._id)
    expect(await app.bob.addComment('Rude', { tempId: 'temp-rude-1234' })).toEqual({
      ...comment,
      withheld: 'hidden',
    })
  })

  test('cannot be answered', async () => {
    await using app = await startHiddenCommentApp()
    for (const member of [app.ada, app.bob]) {
      await expect(member.addComment('Reply', { parentId: app.comment })).rejects.toThrow('404')
    }
  })

  test('comes back as it was', async () => {
    await using app = await startHiddenCommentApp()
    expect(await unhideComment(app.db, app.comment)).toBe(true)
    expect(await unhideComment(app.db, app.comment)).toBe(false)
    const [thread] = await app.ada.call(listComments, app.page)
    expect(thread).toMatchObject({ content: 'Rude', user: { userName: 'bob' } })
    expect(thread).not.toHaveProperty('withheld')
    await app.ada.addComment('Reply', { parentId: app.comment })
  })

  test('deleted by its author is a tombstone like any other', async () => {
    await using app = await startHiddenCommentApp()
    const { data } = await app.bob.call(deleteComment, { params: { id: app.comment } })
    expect(data).toMatchObject({ content: '', user: null, isDeleted: true })
    const [thread] = await app.ada.call(listComments, app.page)
    expect(thread).not.toHaveProperty('withheld')
    expect(await unhideComment(app.db, app.comment)).toBe(false)
    expect(await hideComment(app.db, app.comment)).toBe(false)
    expect(await hideComment(app.db, app.post)).toBe(false)
  })

  test('is not hidden when the decision is rolled back', async () => {
    await using app = await startCommentsApp()
    const { _id } = await app.bob.addComment('Rude')
    const decision = app.db.transaction().execute(async (tx) => {
      await hideComment(tx, _id)
      throw new Error('rolled back')
    })
    await expect(decision).rejects.toThrow('rolled back')
    const [thread] = await app.ada.call(listComments, {
      params: { id: app.post },
      querystring: {},
    })
    expect(thread).toMatchObject({ content: 'Rude' })
  })
})

/** Bob's comment is hidden; below it are an answer of carla and a hidden reply of bob. */
async function startHiddenCommentApp() {
  const app = await startCommentsApp()
  const { _id } = await app.bob.addComment('Rude')
  await app.carla.addComment('Answer', { parentId: _id })
  const reply = await app.bob.addComment('Rude reply', { parentId: _id })
  for (const id of [_id, reply._id]) expect(await hideComment(app.db, id)).toBe(true)
  return {
    ...app,
    comment: _id,
    page: { params: { id: app.post }, querystring: {} },
    repliesPage: { params: { id: _id }, querystring: {} },
  }
}

import { deleteComment } from '@dolph/contract/comments/comments'
import { describe, expect, test } from 'vitest'
import {
  readCommentTree,
  startCommentsApp,
  type CommentingMember,
} from '../../testing/start-comments-app.ts'

const UNKNOWN_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

describe('deleting a comment', () => {
  test('removes it if it has no replies', async () => {
    await using app = await startCommentsApp()
    const { _id } = await app.bob.addComment('Hello')
    const other = await app.ada.addComment('Other')

    const response = await removeComment(app.bob, _id)

    expect(response).toEqual({
      success: true,
      message: 'Comment deleted',
      data: null,
      commentCount: 1,
    })
    expect(await readCommentTree(app.ada, app.post, 20)).toMatchObject([other])
    expect(await app.commentCount()).toBe(1)
  })

  test('leaves a tombstone without text or author if it has replies', async () => {
    await using app = await startCommentsApp()
    const top = await app.bob.addComment('Secret', { tempId: 'temp-12345678' })
    const answer = await app.ada.addComment('Answer', { parentId: top._id })

    const { data, commentCount } = await removeComment(app.bob, top._id)

    expect(data).toEqual({ ...top, content: '', user: null, isDeleted: true })
    expect(commentCount).toBe(1)
    expect(await readCommentTree(app.ada, app.post, 20)).toMatchObject([
      { ...data, replies: [answer] },
    ])
    const rows = await app.db.selectFrom('comments').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('Secret')
    const tombstone = rows.find(({ id }) => id === top._id)
    expect(tombstone).toMatchObject({ temp_id: null, temp_digest: null })
    expect(JSON.stringify(rows)).not.toContain(app.bob.id)
  })

  test('removes the time of the last edit, too', async () => {
    await using app = await startCommentsApp()
    const top = await app.bob.addComment('Hello')
    await app.db.updateTable('comments').set({ edited_at: new Date().toISOString() }).execute()
    await app.ada.addComment('Answer', { parentId: top._id })

    expect((await removeComment(app.bob, top._id)).data?.editedAt).toBeNull()
  })

  test('removes the tombstones above it that have no reply left, and no others', async () => {
    await using app = await startCommentsApp()
    const { ada, bob, carla } = app
    const top = await ada.addComment('Top')
    const one = await bob.addComment('1', { parentId: top._id })
    const two = await bob.addComment('2', { parentId: one._id })
    const three = await carla.addComment('3', { parentId: two._id })
    const aside = await carla.addComment('Aside', { parentId: two._id })
    await removeComment(bob, one._id)
    await removeComment(bob, two._id)

    await removeComment(carla, aside._id)
    const whileOneIsLeft = await readCommentTree(ada, app.post, 20)
    const last = await removeComment(carla, three._id)

    const tombstone = { isDeleted: true, content: '', user: null }
    expect(whileOneIsLeft).toMatchObject([
      { replies: [{ ...tombstone, replies: [{ ...tombstone, replies: [three] }] }] },
    ])
    expect(last).toMatchObject({ data: null, commentCount: 1 })
    expect(await readCommentTree(ada, app.post, 20)).toMatchObject([{ ...top, replies: [] }])
    expect(await app.db.selectFrom('comments').selectAll().execute()).toHaveLength(1)
  })

  test("is possible only for one's own comments, and only once", async () => {
    await using app = await startCommentsApp()
    const mine = await app.ada.addComment('Mine')
    const top = await app.bob.addComment('Top')
    await app.ada.addComment('Reply', { parentId: top._id })
    await removeComment(app.bob, top._id)
    const before = await readCommentTree(app.ada, app.post, 20)

    for (const id of [mine._id, top._id, UNKNOWN_ID]) {
      const response = await app.bob.send(deleteComment, { params: { id } })
      expect([response.statusCode, response.json()]).toEqual([
        404,
        { success: false, code: 'not-found', message: 'Comment not found' },
      ])
    }
    expect(await readCommentTree(app.ada, app.post, 20)).toEqual(before)
    expect(await app.commentCount()).toBe(2)
  })
})

async function removeComment(member: CommentingMember, id: string) {
  return member.call(deleteComment, { params: { id } })
}

import { deleteComment } from '@dolph/contract/comments'
import { describe, expect, test } from 'vitest'
import {
  readCommentTree,
  startCommentsApp,
  type CommentingMember,
} from '../../testing/start-comments-app.ts'

const UNKNOWN_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

describe('deleting a comment', () => {
  test('takes it away if nobody replied', async () => {
    await using talk = await startCommentsApp()
    const { _id } = await talk.bob.say('Hello')
    const other = await talk.ada.say('Other')

    const reply = await removeComment(talk.bob, _id)

    expect(reply).toEqual({
      success: true,
      message: 'Comment deleted',
      data: null,
      commentCount: 1,
    })
    expect(await readCommentTree(talk.ada, talk.post, 20)).toMatchObject([other])
    expect(await talk.commentCount()).toBe(1)
  })

  test('leaves a stone without words or author where somebody replied', async () => {
    await using talk = await startCommentsApp()
    const top = await talk.bob.say('Secret', { tempId: 'temp-12345678' })
    const answer = await talk.ada.say('Answer', { parentId: top._id })

    const { data, commentCount } = await removeComment(talk.bob, top._id)

    expect(data).toEqual({ ...top, content: '', user: null, isDeleted: true })
    expect(commentCount).toBe(1)
    expect(await readCommentTree(talk.ada, talk.post, 20)).toMatchObject([
      { ...data, replies: [answer] },
    ])
    const rows = await talk.db.selectFrom('comments').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('Secret')
    expect(JSON.stringify(rows)).not.toContain(talk.bob.id)
  })

  test('forgets when it was edited, too', async () => {
    await using talk = await startCommentsApp()
    const top = await talk.bob.say('Hello')
    await talk.db.updateTable('comments').set({ edited_at: new Date().toISOString() }).execute()
    await talk.ada.say('Answer', { parentId: top._id })

    expect((await removeComment(talk.bob, top._id)).data?.editedAt).toBeNull()
  })

  test('takes away the stones above it that have no reply left, and no others', async () => {
    await using talk = await startCommentsApp()
    const { ada, bob, carla } = talk
    const top = await ada.say('Top')
    const one = await bob.say('1', { parentId: top._id })
    const two = await bob.say('2', { parentId: one._id })
    const three = await carla.say('3', { parentId: two._id })
    const aside = await carla.say('Aside', { parentId: two._id })
    await removeComment(bob, one._id)
    await removeComment(bob, two._id)

    await removeComment(carla, aside._id)
    const whileOneIsLeft = await readCommentTree(ada, talk.post, 20)
    const last = await removeComment(carla, three._id)

    const stone = { isDeleted: true, content: '', user: null }
    expect(whileOneIsLeft).toMatchObject([
      { replies: [{ ...stone, replies: [{ ...stone, replies: [three] }] }] },
    ])
    expect(last).toMatchObject({ data: null, commentCount: 1 })
    expect(await readCommentTree(ada, talk.post, 20)).toMatchObject([{ ...top, replies: [] }])
    expect(await talk.db.selectFrom('comments').selectAll().execute()).toHaveLength(1)
  })

  test("is for one's own, once", async () => {
    await using talk = await startCommentsApp()
    const mine = await talk.ada.say('Mine')
    const top = await talk.bob.say('Top')
    await talk.ada.say('Reply', { parentId: top._id })
    await removeComment(talk.bob, top._id)
    const before = await readCommentTree(talk.ada, talk.post, 20)

    for (const id of [mine._id, top._id, UNKNOWN_ID]) {
      const reply = await talk.bob.send(deleteComment, { params: { id } })
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        { success: false, code: 'not-found', message: 'Comment not found' },
      ])
    }
    expect(await readCommentTree(talk.ada, talk.post, 20)).toEqual(before)
    expect(await talk.commentCount()).toBe(2)
  })
})

async function removeComment(talker: CommentingMember, id: string) {
  return talker.call(deleteComment, { params: { id } })
}

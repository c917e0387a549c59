import * as contract from '@dolph/contract/comments/comments'
import {
  blockMember,
  CANNOT_COMMENT,
  muteMember,
  unblockMember,
  unmuteMember,
} from '@dolph/contract/safety/safety'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPostFixture } from '../../testing/fixtures.ts'
import {
  readCommentTree,
  startCommentsApp,
  type CommentingMember,
  type CommentsApp,
} from '../../testing/start-comments-app.ts'

const REFUSED = { success: false, code: 'forbidden', message: CANNOT_COMMENT }

let api: CommentsApp
beforeAll(async () => {
  api = await startCommentsApp()
  return () => api[Symbol.asyncDispose]()
})

describe('a block in either direction', () => {
  test('closes comments on the post of the other, edits of earlier ones included; deleting stays open', async () => {
    const { ada, bob, post } = api
    const earlier = await bob.addComment('before', { tempId: 'temp-before-the-block' })
    for (const [blocker, blocked] of [
      [ada, bob],
      [bob, ada],
    ] as const) {
      await blocker.call(blockMember, { params: { id: blocked.id } })
      const reply = await comment(bob, { postId: post, content: 'closed' })
      expect([reply.statusCode, reply.json()]).toEqual([403, REFUSED])
      const edit = await bob.send(contract.editComment, {
        params: { id: earlier._id },
        body: { content: 'closed' },
      })
      expect([edit.statusCode, edit.json()]).toEqual([403, REFUSED])
      expect(await bob.addComment('before', { tempId: 'temp-before-the-block' })).toEqual(earlier)
      await blocker.call(unblockMember, { params: { id: blocked.id } })
    }
    await bob.addComment('after')
    await ada.call(blockMember, { params: { id: bob.id } })
    await bob.call(contract.deleteComment, { params: { id: earlier._id } })
    await ada.call(unblockMember, { params: { id: bob.id } })
  })

  test('closes replies to the other on the post of a third member, and only those', async () => {
    const { ada, bob, carla, db } = api
    const postId = await createPostFixture(db, carla.id)
    const parent = await ada.addComment('top', { postId })
    const own = await bob.addComment('reply', { postId, parentId: parent._id })
    for (const blocker of [ada, bob]) {
      const params = { id: blocker === ada ? bob.id : ada.id }
      await blocker.call(blockMember, { params })
      const reply = await comment(bob, { postId, parentId: parent._id, content: 'closed' })
      expect([reply.statusCode, reply.json()]).toEqual([403, REFUSED])
      const back = await comment(ada, { postId, parentId: own._id, content: 'closed' })
      expect([back.statusCode, back.json()]).toEqual([403, REFUSED])
      const edit = await bob.send(contract.editComment, {
        params: { id: own._id },
        body: { content: 'closed' },
      })
      expect(edit.statusCode).toBe(403)
      expect((await comment(bob, { postId, content: 'top' })).statusCode).toBe(201)
      await blocker.call(unblockMember, { params })
    }
    await bob.addComment('open', { postId, parentId: parent._id })
  })

  test('that commits during comments lets none in after it', async () => {
    const { ada, bob, db } = api
    for (let round = 0; round < 8; round += 1) {
      const postId = await createPostFixture(db, ada.id)
      const sends = Array.from({ length: 6 }, () => comment(bob, { postId, content: 'race' }))
      await ada.call(blockMember, { params: { id: bob.id } })
      const countComments = async () =>
        (await db.selectFrom('comments').select('id').where('post_id', '=', postId).execute())
          .length
      const atBlock = await countComments()
      const statuses = (await Promise.all(sends)).map(({ statusCode }) => statusCode)
      expect(await countComments()).toBe(atBlock)
      expect(new Set(statuses).difference(new Set([201, 403])).size).toBe(0)
      await ada.call(unblockMember, { params: { id: bob.id } })
    }
  })
})

describe.each([
  ['blocked', blockMember, unblockMember],
  ['muted', muteMember, unmuteMember],
] as const)('the comments of a %s member', (_, ignore, undo) => {
  test('come without their text to the viewer alone, in their place, under another etag', async () => {
    const { ada, bob, carla, db } = api
    const postId = await createPostFixture(db, carla.id)
    const top = await bob.addComment('top by bob', { postId })
    await ada.addComment('reply by ada', { postId, parentId: top._id })
    await bob.addComment('reply by bob', { postId, parentId: top._id })
    const before = await listComments(ada, postId)
    const shape = await readCommentTree(carla, postId, 20)
    await ada.call(ignore, { params: { id: bob.id } })

    const ignored = await listComments(ada, postId)
    expect(ignored.headers['etag']).not.toBe(before.headers['etag'])
    const [thread] = ignored.json<contract.Comment[]>()
    const user = expect.objectContaining({ userName: 'bob' })
    expect(thread).toMatchObject({ _id: top._id, content: '', withheld: 'ignored', user })
    expect(thread?.replies.map(({ content, withheld }) => [content, withheld])).toEqual([
      ['reply by ada', undefined],
      ['', 'ignored'],
    ])
    const replies = await ada.call(contract.listReplies, {
      params: { id: top._id },
      querystring: {},
    })
    expect(replies.map(({ content }) => content)).toEqual(['reply by ada', ''])
    expect(ignored.body).not.toContain('by bob')
    expect(await readCommentTree(carla, postId, 20)).toEqual(shape)
    expect(await readCommentTree(bob, postId, 20)).toEqual(shape)

    await ada.call(undo, { params: { id: bob.id } })
    expect((await listComments(ada, postId)).json()).toEqual(before.json())
  })
})

function comment(
  member: CommentingMember,
  draft: { postId: string; parentId?: string; content: string },
) {
  return member.send(contract.createComment, { body: draft })
}

function listComments(member: CommentingMember, id: string) {
  return member.send(contract.listComments, { params: { id }, querystring: {} })
}

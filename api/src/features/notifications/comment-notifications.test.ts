import { deleteComment, editComment } from '@dolph/contract/comments/comments'
import {
  changeNotificationSettings,
  mutePost,
  readNotifications,
  unmutePost,
} from '@dolph/contract/notifications/notifications'
import { deletePost } from '@dolph/contract/posts/posts'
import { blockMember, muteMember } from '@dolph/contract/safety/safety'
import { describe, expect, test } from 'vitest'
import { insertCommentStatement } from '../comments/mutations.ts'
import { deletePostContent } from '../posts/deletion/delete-post-content.ts'
import { startNotificationsApp } from './testing/start-notifications-app.ts'

describe('a comment', () => {
  test('notifies the author of the post, and further ones make the same line grow until it is read', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla, post } = app
    await bob.addComment('**First**')
    const first = await app.readList(ada)
    await carla.addComment('Second')
    const newest = await bob.addComment('Third [link](https://example.org)')
    const grown = await app.readList(ada)
    const [line] = grown.data
    const { unreadCount } = await ada.call(readNotifications, { body: { upTo: line?.at ?? '' } })
    await carla.addComment('Fourth')

    expect(first).toMatchObject({
      unreadCount: 1,
      nextCursor: null,
      data: [{ kind: 'comment', count: 1, people: [{ userName: 'bob' }], excerpt: 'First' }],
    })
    expect(grown.unreadCount).toBe(1)
    expect(grown.data).toEqual([
      {
        _id: first.data[0]?._id,
        kind: 'comment',
        count: 3,
        people: [
          { _id: bob.id, userName: 'bob', profilePicture: '' },
          { _id: carla.id, userName: 'carla', profilePicture: '' },
        ],
        post: { _id: post, title: 'Tide' },
        excerpt: 'Third link',
        request: null,
        decision: null,
        to: `/posts/${post}#comment-${newest._id}`,
        at: line?.at,
        isRead: false,
      },
    ])
    expect(unreadCount).toBe(0)
    expect(await app.readList(ada)).toMatchObject({
      unreadCount: 1,
      data: [
        { count: 1, isRead: false, people: [{ userName: 'carla' }] },
        { count: 3, isRead: true },
      ],
    })
    expect((await app.readList(bob)).data).toEqual([])
  })

  test('notifies the author of the answered comment, below the deepest level too, and never both ways', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla } = app
    let parent = await ada.addComment('0')
    for (let depth = 1; depth <= 4; depth += 1) {
      parent = await ada.addComment(String(depth), { parentId: parent._id })
    }
    const deepest = await bob.addComment('5', { parentId: parent._id })
    await app.deliver()
    await carla.addComment('Answers bob', { parentId: deepest._id })

    expect((await app.readList(bob)).data).toMatchObject([
      { kind: 'reply', count: 1, people: [{ userName: 'carla' }], excerpt: 'Answers bob' },
    ])
    expect((await app.readList(ada)).data).toMatchObject([
      { kind: 'comment', count: 1, people: [{ userName: 'carla' }] },
      { kind: 'reply', count: 1, people: [{ userName: 'bob' }], excerpt: '5' },
    ])
  })

  test('of oneself notifies nobody', async () => {
    await using app = await startNotificationsApp()
    const { ada } = app
    const top = await ada.addComment('Mine')
    await ada.addComment('Mine too', { parentId: top._id })
    expect((await app.readList(ada)).data).toEqual([])
    expect(await app.db.selectFrom('events').select('id').execute()).toEqual([])
  })

  test('that is edited changes the excerpt of its line and makes no second one', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob } = app
    const { _id } = await bob.addComment('Before')
    const before = await app.readList(ada)
    await bob.call(editComment, { params: { id: _id }, body: { content: 'After' } })

    expect((await app.readList(ada)).data).toEqual([{ ...before.data[0], excerpt: 'After' }])
  })

  test('that is deleted leaves its line, which goes with the last one', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla } = app
    const [first, second] = [await bob.addComment('First'), await carla.addComment('Second')]
    await app.deliver()
    await carla.call(deleteComment, { params: { id: second._id } })
    const after = await app.readList(ada)
    const undelivered = await carla.addComment('Never seen')
    await carla.call(deleteComment, { params: { id: undelivered._id } })
    await bob.call(deleteComment, { params: { id: first._id } })

    expect(after.data).toMatchObject([
      { count: 1, people: [{ userName: 'bob' }], excerpt: 'First' },
    ])
    expect(after.data[0]?.to).toContain(first._id)
    expect(await app.readList(ada)).toMatchObject({ unreadCount: 0, data: [] })
    expect(await app.db.selectFrom('notification_comments').selectAll().execute()).toEqual([])
  })

  test('that is hidden, or on a hidden post, shows no text', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla, post, db } = app
    const { _id } = await bob.addComment('Rude')
    await carla.addComment('Ruder', { parentId: _id })
    await app.deliver()
    await db.updateTable('comments').set({ hidden_at: 'now' }).execute()
    const hiddenComment = await app.readList(ada)
    await db.updateTable('comments').set({ hidden_at: null }).execute()
    await db.updateTable('posts').set({ hidden_at: 'now' }).execute()

    const title = { _id: post, title: 'Tide' }
    expect(hiddenComment.data).toMatchObject([{ excerpt: '', post: title }])
    expect((await app.readList(ada)).data).toMatchObject([{ excerpt: '', post: title }])
    expect((await app.readList(bob)).data).toMatchObject([{ excerpt: '', post: null, to: null }])
  })

  test('on a post that is deleted leaves a line that names neither post nor people', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla, post, db } = app
    const { _id } = await bob.addComment('Top')
    await carla.addComment('Reply', { parentId: _id })
    await app.deliver()
    await ada.call(deletePost, { params: { id: post } })
    const gone = { post: null, to: null, excerpt: '' }
    expect((await app.readList(ada)).data).toMatchObject([{ ...gone, count: 2 }])

    while (await db.transaction().execute(async (tx) => deletePostContent(tx)));

    expect((await app.readList(ada)).data).toMatchObject([{ ...gone, count: 2, people: [] }])
    expect((await app.readList(bob)).data).toMatchObject([{ ...gone, count: 1, people: [] }])
    expect(await db.selectFrom('notification_comments').selectAll().execute()).toEqual([])
  })
})

describe('nothing is written', () => {
  test.each([
    ['blocked the author of the comment', 'ada', blockMember, 'bob'],
    ['was blocked by the author of the comment', 'bob', blockMember, 'ada'],
    ['muted the author of the comment', 'ada', muteMember, 'bob'],
  ] as const)('to a member who %s meanwhile', async (_, actor, endpoint, other) => {
    await using app = await startNotificationsApp()
    await app.bob.addComment('Hello')
    await app[actor].call(endpoint, { params: { id: app[other].id } })
    expect((await app.readList(app.ada)).data).toEqual([])
  })

  test('to a member who muted the post, until it is unmuted', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla, post } = app
    const top = await bob.addComment('Top')
    await app.deliver()
    await ada.call(mutePost, { params: { id: post } })
    await bob.call(mutePost, { params: { id: post } })
    await carla.addComment('Reply', { parentId: top._id })
    expect((await app.readList(ada)).data).toMatchObject([{ count: 1 }])
    expect((await app.readList(bob)).data).toEqual([])

    await ada.call(unmutePost, { params: { id: post } })
    await carla.addComment('Another', { parentId: top._id })
    expect((await app.readList(ada)).data).toMatchObject([{ count: 2 }])
  })

  test('of a kind that the member switched off in the app', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob } = app
    const kinds = { comment: { app: false, mail: true } }
    await ada.call(changeNotificationSettings, { body: { kinds } })
    const own = await ada.addComment('Mine')
    await bob.addComment('A comment')
    await bob.addComment('A reply', { parentId: own._id })
    expect((await app.readList(ada)).data).toMatchObject([{ kind: 'reply', count: 1 }])
  })

  test('if the cause is rolled back', async () => {
    await using app = await startNotificationsApp()
    const values = insertCommentStatement.bindValues({
      postId: app.post,
      parentId: null,
      content: 'Never',
      authorId: app.bob.id,
      tempId: null,
      tempDigest: null,
      mentionedIds: [],
    })
    const client = await app.db.pool.connect()
    await client.query('begin')
    await client.query(insertCommentStatement.sql, values)
    await client.query('rollback')
    client.release()

    expect(await app.readList(app.ada)).toMatchObject({ unreadCount: 0, data: [] })
    expect(await app.db.selectFrom('events').select('id').execute()).toEqual([])
  })
})

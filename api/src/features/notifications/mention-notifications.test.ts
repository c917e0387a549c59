import { deleteComment, editComment } from '@dolph/contract/comments/comments'
import {
  changeNotificationSettings,
  mutePost,
  readNotifications,
} from '@dolph/contract/notifications/notifications'
import { blockMember, muteMember } from '@dolph/contract/safety/safety'
import { describe, expect, test } from 'vitest'
import { hideComment } from '../comments/hiding.ts'
import { startNotificationsApp } from './testing/start-notifications-app.ts'

describe('a comment that names a member', () => {
  test('notifies them, and further ones make the same line grow until it is read', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla, post } = app
    await ada.addComment('What does @carla say?')
    const newest = await bob.addComment('Yes, **@carla**?')
    const list = await app.readList(carla)
    expect(list.unreadCount).toBe(1)
    expect(list.data).toMatchObject([
      {
        kind: 'mention',
        count: 2,
        people: [{ userName: 'bob' }, { userName: 'ada' }],
        post: { _id: post },
        excerpt: 'Yes, @carla?',
        to: `/posts/${post}#comment-${newest._id}`,
      },
    ])
    await carla.call(readNotifications, { body: { post } })
    expect((await app.readList(carla)).unreadCount).toBe(0)
  })

  test('notifies the author of the post, or of the answered comment, only once', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla } = app
    const top = await carla.addComment('Top')
    await app.readList(ada)
    await bob.addComment('@ada @carla', { parentId: top._id })
    expect((await app.readList(ada)).data).toMatchObject([{ kind: 'comment', count: 2 }])
    expect((await app.readList(carla)).data).toMatchObject([{ kind: 'reply', count: 1 }])
  })

  test('notifies the author of the post who switched on mentions only', async () => {
    await using app = await startNotificationsApp()
    const kinds = { comment: { app: false, mail: false } }
    await app.ada.call(changeNotificationSettings, { body: { kinds } })
    await app.bob.addComment('No name')
    await app.bob.addComment('@ada')
    expect((await app.readList(app.ada)).data).toMatchObject([{ kind: 'mention', count: 1 }])
  })

  test('notifies only those who are new after an edit, and nobody twice', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla } = app
    const { _id: id } = await ada.addComment('@bob')
    const edit = async (content: string) =>
      ada.call(editComment, { params: { id }, body: { content } })
    await app.readList(bob)
    for (const content of ['@bob and @carla', 'nobody', '@bob and @carla again']) {
      await edit(content)
      await app.deliver()
    }
    expect((await app.readList(bob)).data).toMatchObject([{ kind: 'mention', count: 1 }])
    expect((await app.readList(carla)).data).toMatchObject([{ kind: 'mention', count: 1 }])
  })

  test('takes its line along when it is deleted', async () => {
    await using app = await startNotificationsApp()
    const { _id: id } = await app.ada.addComment('@bob')
    expect((await app.readList(app.bob)).data).toHaveLength(1)
    await app.ada.call(deleteComment, { params: { id } })
    expect(await app.readList(app.bob)).toMatchObject({ unreadCount: 0, data: [] })
  })
})

describe('nobody is notified of being named', () => {
  test('by someone whom they muted, or on a post that they muted', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla, post } = app
    await bob.call(muteMember, { params: { id: ada.id } })
    await carla.call(mutePost, { params: { id: post } })
    await ada.addComment('@bob @carla')
    expect((await app.readList(bob)).data).toEqual([])
    expect((await app.readList(carla)).data).toEqual([])
  })

  test('on a post of someone with whom they have a block', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla } = app
    await ada.call(blockMember, { params: { id: bob.id } })
    await carla.addComment('@bob')
    expect((await app.readList(bob)).data).toEqual([])
  })

  test('if a block, a deletion or a moderator came before the delivery', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla } = app
    await ada.addComment('@bob')
    await bob.call(blockMember, { params: { id: ada.id } })
    const hidden = await ada.addComment('@carla')
    await app.db.transaction().execute(async (tx) => hideComment(tx, hidden._id))
    const deleted = await ada.addComment('Second @carla')
    await ada.call(deleteComment, { params: { id: deleted._id } })
    expect((await app.readList(bob)).data).toEqual([])
    expect((await app.readList(carla)).data).toEqual([])
  })

  test('after they switched mentions off', async () => {
    await using app = await startNotificationsApp()
    const kinds = { mention: { app: false, mail: false } }
    await app.bob.call(changeNotificationSettings, { body: { kinds } })
    await app.ada.addComment('@bob')
    expect((await app.readList(app.bob)).data).toEqual([])
  })
})

import {
  changeNotificationSettings,
  readNotifications,
} from '@dolph/contract/notifications/notifications'
import { likePost } from '@dolph/contract/posts/posts'
import { blockMember } from '@dolph/contract/safety/safety'
import { expect, test } from 'vitest'
import { createMemberFixture } from '../../testing/fixtures.ts'
import type { CommentingMember } from '../../testing/start-comments-app.ts'
import { LikeBatches } from '../posts/like-batches.ts'
import { setLike } from '../posts/likes.ts'
import { startNotificationsApp, type NotificationsApp } from './testing/start-notifications-app.ts'

test('the first and the tenth like of others notify the author, once each', async () => {
  await using app = await startNotificationsApp()
  const { ada, bob, post } = app
  await like(app, ada)
  const own = await app.readList(ada)
  await like(app, bob)
  const first = await app.readList(ada)
  await like(app, bob, false)
  await like(app, bob)
  const again = await app.readList(ada)
  await addLikes(app, 8)
  const ninth = await app.readList(ada)
  await addLikes(app, 1)
  const tenth = await app.readList(ada)
  await ada.call(readNotifications, { body: { ids: [tenth.data[0]?._id ?? ''] } })
  await like(app, bob, false)
  await like(app, bob)

  expect(own.data).toEqual([])
  expect(first.data).toMatchObject([
    {
      kind: 'like',
      count: 1,
      people: [{ userName: 'bob' }],
      post: { _id: post, title: 'Tide' },
      to: `/posts/${post}`,
      excerpt: '',
    },
  ])
  expect(again).toEqual(first)
  expect(ninth).toEqual(first)
  expect(tenth.data).toMatchObject([{ _id: first.data[0]?._id, count: 10, people: [] }])
  expect(await app.readList(ada)).toMatchObject({ unreadCount: 0, data: [{ isRead: true }] })
})

test('likes that come at once notify the author of the milestone among them', async () => {
  await using app = await startNotificationsApp()
  const { ada, post } = app
  const likes = new LikeBatches(app.db)
  const members = []
  for (let index = 0; index < 12; index += 1)
    members.push(await createMemberFixture(app.db, `liker_${index}`))
  await Promise.all(members.map((memberId) => likes.setLike({ postId: post, memberId }, true)))
  await app.deliver()

  expect((await app.readList(ada)).data).toMatchObject([{ kind: 'like', count: 10 }])
})

test('a like of somebody blocked, or of a kind that is switched off, notifies nobody', async () => {
  await using app = await startNotificationsApp()
  const { ada, bob, carla } = app
  await ada.call(blockMember, { params: { id: bob.id } })
  await like(app, bob)
  const blocked = await app.readList(ada)
  await like(app, carla)
  const second = await app.readList(ada)
  const kinds = { like: { app: false, mail: false } }
  await ada.call(changeNotificationSettings, { body: { kinds } })
  await addLikes(app, 8)

  expect(blocked.data).toEqual([])
  expect(second.data).toMatchObject([{ count: 1, people: [{ userName: 'carla' }] }])
  expect((await app.readList(ada)).data).toEqual(second.data)
})

async function like(app: NotificationsApp, member: CommentingMember, liked = true) {
  await member.call(likePost, { params: { id: app.post }, body: { liked } })
  await app.deliver()
}

async function addLikes(app: NotificationsApp, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const memberId = await createMemberFixture(
      app.db,
      `liker${Math.random().toString(36).slice(2)}`,
    )
    await setLike(app.db, { postId: app.post, memberId }, true)
    await app.deliver()
  }
}

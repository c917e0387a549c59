import { randomUUID } from 'node:crypto'
import {
  changeNotificationSettings,
  DEFAULT_CHANNELS,
  mutePost,
  readNotificationSettings,
  readNotifications,
  readPostMute,
  unmutePost,
} from '@dolph/contract/notifications/notifications'
import { describe, expect, test } from 'vitest'
import { createPostFixture } from '../../testing/fixtures.ts'
import { startNotificationsApp } from './testing/start-notifications-app.ts'

describe('the settings', () => {
  test('are the defaults until something is changed, and only differences are stored', async () => {
    await using app = await startNotificationsApp()
    const { ada, db } = app
    const change = async (kinds: object) =>
      (await ada.call(changeNotificationSettings, { body: { kinds } })).data.kinds

    expect((await ada.call(readNotificationSettings, {})).data.kinds).toEqual(DEFAULT_CHANNELS)
    const like = { app: false, mail: true }
    expect(await change({ like, comment: DEFAULT_CHANNELS.comment })).toEqual({
      ...DEFAULT_CHANNELS,
      like,
    })
    expect(await change({ messages: { app: false, mail: false } })).toEqual({
      ...DEFAULT_CHANNELS,
      like,
      messages: { app: true, mail: false },
    })
    await change({ like: DEFAULT_CHANNELS.like })
    expect(await db.selectFrom('notification_settings').selectAll().execute()).toEqual([
      { member_id: ada.id, kinds: { messages: { app: true, mail: false } } },
    ])
  })

  test('of an unknown kind are refused', async () => {
    await using app = await startNotificationsApp()
    const body = { kinds: { pigeon: { app: true, mail: true } } }
    const reply = await app.ada.send(changeNotificationSettings, { body } as never)
    expect(reply.statusCode).toBe(400)
  })
})

describe('reading', () => {
  test('by id leaves the others, those of other members too', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla, db } = app
    await bob.addComment('One')
    await bob.addComment('Two', { postId: await createPostFixture(db, ada.id) })
    const top = await carla.addComment('Three')
    await bob.addComment('Four', { parentId: top._id })
    const { data } = await app.readList(ada)
    const foreign = (await app.readList(carla)).data
    const ids = [data[1]?._id ?? '', foreign[0]?._id ?? '', randomUUID()]

    expect(await ada.call(readNotifications, { body: { ids } })).toMatchObject({ unreadCount: 1 })
    expect((await app.readList(ada)).data).toMatchObject([{ isRead: false }, { isRead: true }])
    expect(await app.readList(carla)).toMatchObject({ unreadCount: 1 })
  })

  test('up to a time leaves what is newer', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, db } = app
    await bob.addComment('One')
    const { data } = await app.readList(ada)
    await bob.addComment('Two', { postId: await createPostFixture(db, ada.id) })
    await app.deliver()
    const body = { upTo: data[0]?.at ?? '' }
    expect(await ada.call(readNotifications, { body })).toMatchObject({ unreadCount: 1 })
    expect((await app.readList(ada)).data).toMatchObject([{ isRead: false }, { isRead: true }])
  })

  test('about a post leaves those about other posts', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla, db, post } = app
    const top = await bob.addComment('One')
    await ada.addComment('Two', { parentId: top._id })
    await carla.addComment('Three', { postId: await createPostFixture(db, ada.id) })
    const body = { post }
    await app.deliver()
    expect(await ada.call(readNotifications, { body })).toMatchObject({ unreadCount: 1 })
    expect((await app.readList(ada)).data).toMatchObject([{ isRead: false }, { isRead: true }])
    expect(await app.readList(bob)).toMatchObject({ unreadCount: 1 })
  })

  test('counts up to 100', async () => {
    await using app = await startNotificationsApp()
    const { ada, db } = app
    const row = { member_id: ada.id, kind: 'like' as const }
    const rows = Array.from({ length: 120 }, () => ({ ...row, target_id: randomUUID() }))
    await db.insertInto('notifications').values(rows).execute()
    const list = await app.readList(ada)
    expect(list.unreadCount).toBe(100)
    expect(list.data[0]).toMatchObject({ post: null, to: null, people: [] })
  })
})

test('a post is muted and unmuted, and an unknown one is not found', async () => {
  await using app = await startNotificationsApp()
  const { bob, post } = app
  const params = { id: post }
  expect(await bob.call(readPostMute, { params })).toMatchObject({ isMuted: false })
  for (const _ of [1, 2])
    expect(await bob.call(mutePost, { params })).toMatchObject({ isMuted: true })
  expect(await bob.call(readPostMute, { params })).toMatchObject({ isMuted: true })
  expect(await bob.call(unmutePost, { params })).toMatchObject({ isMuted: false })
  expect(await bob.call(readPostMute, { params })).toMatchObject({ isMuted: false })

  for (const endpoint of [readPostMute, mutePost, unmutePost]) {
    const reply = await bob.send(endpoint, { params: { id: randomUUID() } })
    expect([reply.statusCode, reply.json()]).toEqual([
      404,
      { success: false, code: 'not-found', message: 'Post not found' },
    ])
  }
})

import { followPost } from '@dolph/contract/posts/following'
import {
  changeNotificationSettings,
  mutePost,
  readNotifications,
} from '@dolph/contract/notifications/notifications'
import { blockMember, muteMember } from '@dolph/contract/safety/safety'
import { deleteUpdate, editUpdate, postUpdate } from '@dolph/contract/updates/updates'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { runJobs } from '../../../testing/run-jobs.ts'
import { hidePost } from '../../posts/hiding.ts'
import { repeatUpdateErasure } from '../../updates/mutations.ts'
import { selectMailedLine } from '../mails/select-mailed-line.ts'
import { startNotificationsApp } from '../testing/start-notifications-app.ts'
import { notifyFollowersJobs } from './notify-followers.ts'

const twoDaysAgo = sql<string>`uuid_v7(now() - interval '2 days')`

async function startWithUpdates() {
  const app = await startNotificationsApp()
  const params = { id: app.post }
  const edit = async (id: string, body: string) => {
    await app.ada.call(editUpdate, { params: { id }, body: { body } })
    await app.deliver()
  }
  return {
    ...app,
    edit,
    write: async (body: string) =>
      (await app.ada.call(postUpdate, { params, body: { body } })).data,
    /** Edits an update of another day: a project has five a day. */
    nameInOldUpdate: async (body: string) => {
      const { id } = await app.db
        .insertInto('updates')
        .values({ post_id: app.post, author_id: app.ada.id, body: 'Hello', id: twoDaysAgo })
        .returning('id')
        .executeTakeFirstOrThrow()
      await edit(id, body)
    },
  }
}

describe('an update that names a member', () => {
  test('notifies them in a line of its own, which opening the post reads', async () => {
    await using app = await startWithUpdates()
    const { bob, post } = app
    await app.write('Thanks to **@bob**')
    await app.write('And again @bob')
    const list = await app.readList(bob)
    const line = {
      kind: 'mention',
      count: 1,
      to: `/posts/${post}#updates`,
      people: [{ userName: 'ada' }],
      post: { _id: post },
    }
    expect(list.data).toMatchObject([
      { ...line, excerpt: 'And again @bob' },
      { ...line, excerpt: 'Thanks to @bob' },
    ])
    expect(await bob.call(readNotifications, { body: { post } })).toMatchObject({ unreadCount: 0 })
  })

  test('notifies only those who are new after an edit, and nobody twice, even after they read it', async () => {
    await using app = await startWithUpdates()
    const { bob, carla, post } = app
    const { _id: id } = await app.write('@bob')
    await app.readList(bob)
    await bob.call(readNotifications, { body: { post } })
    for (const body of ['@bob and @carla', 'nobody', '@bob and @carla again'])
      await app.edit(id, body)
    expect((await app.readList(bob)).data).toMatchObject([{ kind: 'mention', isRead: true }])
    expect((await app.readList(carla)).data).toMatchObject([{ kind: 'mention', count: 1 }])
  })

  test('takes its lines along when it is deleted, also those of names that an edit took out', async () => {
    await using app = await startWithUpdates()
    const { bob, carla } = app
    const { _id: id } = await app.write('@bob and @carla')
    await app.deliver()
    await app.edit(id, 'only @carla')
    await app.ada.call(deleteUpdate, { params: { id } })
    expect(await app.readList(bob)).toMatchObject({ unreadCount: 0, data: [] })
    expect(await app.readList(carla)).toMatchObject({ unreadCount: 0, data: [] })
  })

  test('takes its lines along when its post or its author is deleted, or its erasure repeated', async () => {
    await using app = await startWithUpdates()
    const { ada, bob, carla } = app
    const { _id: id } = await app.write('@bob')
    await app.write('@carla')
    await app.deliver()
    await repeatUpdateErasure(app.db, id, app)
    expect(await app.readList(bob)).toMatchObject({ unreadCount: 0, data: [] })
    expect(await app.readList(carla)).toMatchObject({ unreadCount: 1 })
    await app.db.deleteFrom('members').where('id', '=', ada.id).execute()
    expect(await app.readList(carla)).toMatchObject({ unreadCount: 0, data: [] })
  })

  test('reaches a follower once, as a mention', async () => {
    await using app = await startWithUpdates()
    const { bob, carla, post } = app
    for (const member of [bob, carla])
      await member.call(followPost, { params: { id: post }, body: { updates: true } })
    await carla.call(changeNotificationSettings, {
      body: { kinds: { mention: { app: false, mail: false } } },
    })
    await app.write('@bob and @carla')
    await app.deliver()
    await runJobs(app, notifyFollowersJobs)
    expect((await app.readList(bob)).data.map(({ kind }) => kind)).toEqual(['mention'])
    expect((await app.readList(carla)).data.map(({ kind }) => kind)).toEqual(['update'])
  })

  test('reaches a follower as news of the project if they get no more mentions on this day', async () => {
    await using app = await startWithUpdates()
    const { bob, post } = app
    await bob.call(followPost, { params: { id: post }, body: { updates: true } })
    for (let count = 0; count < 5; count += 1) await app.nameInOldUpdate(`@bob ${count}`)
    await app.write('@bob')
    await app.deliver()
    await runJobs(app, notifyFollowersJobs)
    const kinds = (await app.readList(bob)).data.map(({ kind }) => kind)
    expect(kinds).toEqual(['update', ...Array.from({ length: 5 }, () => 'mention')])
  })

  test('is mailed with its text, until it is deleted', async () => {
    await using app = await startWithUpdates()
    const { _id: id } = await app.write('Thanks to **@bob**')
    const [line] = (await app.readList(app.bob)).data
    const key = { memberId: app.bob.id, notificationId: line?._id ?? '' }
    await app.db.updateTable('accounts').set({ verified_at: new Date().toISOString() }).execute()
    expect((await selectMailedLine(app.db, key))?.line).toMatchObject({
      kind: 'mention',
      people: ['ada'],
      excerpt: 'Thanks to @bob',
      path: `/posts/${app.post}#updates`,
    })
    await app.edit(id, 'Thanks to nobody')
    expect(await selectMailedLine(app.db, key)).toBeUndefined()
    await app.edit(id, 'Thanks to @bob')
    expect(await selectMailedLine(app.db, key)).toBeDefined()
    await app.ada.call(deleteUpdate, { params: { id } })
    expect(await selectMailedLine(app.db, key)).toBeUndefined()
  })

  test('by a co-owner is neither mailed nor quoted after a block between them and the author of the post', async () => {
    await using app = await startWithUpdates()
    const { bob, carla } = app
    const { _id: id } = await app.write('Thanks to @bob')
    await app.deliver()
    // A co-owner wrote it.
    await app.db.updateTable('updates').set({ author_id: carla.id }).where('id', '=', id).execute()
    await app.db
      .updateTable('notifications')
      .set({ actors: [carla.id] })
      .execute()
    const [line] = (await app.readList(bob)).data
    expect(line?.excerpt).toBe('Thanks to @bob')
    await app.db.updateTable('accounts').set({ verified_at: new Date().toISOString() }).execute()
    const key = { memberId: bob.id, notificationId: line?._id ?? '' }
    expect(await selectMailedLine(app.db, key)).toBeDefined()

    await bob.call(blockMember, { params: { id: app.ada.id } })
    expect((await app.readList(bob)).data).toMatchObject([{ excerpt: '' }])
    expect(await selectMailedLine(app.db, key)).toBeUndefined()
  })

  test('starts at most five lines a day from one author', async () => {
    await using app = await startWithUpdates()
    for (let count = 0; count < 6; count += 1) await app.nameInOldUpdate(`@bob ${count}`)
    expect((await app.readList(app.bob)).data).toHaveLength(5)
  })
})

describe('nobody is notified of being named in an update', () => {
  test('by someone whom they muted, or on a post that they muted', async () => {
    await using app = await startWithUpdates()
    const { ada, bob, carla, post } = app
    await bob.call(muteMember, { params: { id: ada.id } })
    await carla.call(mutePost, { params: { id: post } })
    await app.write('@bob @carla')
    expect((await app.readList(bob)).data).toEqual([])
    expect((await app.readList(carla)).data).toEqual([])
  })

  test('if a block, a deletion or a moderator came before the delivery', async () => {
    await using app = await startWithUpdates()
    const { ada, bob, carla } = app
    await app.write('@bob')
    await bob.call(blockMember, { params: { id: ada.id } })
    const deleted = await app.write('@carla')
    await ada.call(deleteUpdate, { params: { id: deleted._id } })
    expect((await app.readList(bob)).data).toEqual([])
    expect((await app.readList(carla)).data).toEqual([])
    await app.write('Again @carla')
    await hidePost(app.db, app.post)
    expect((await app.readList(carla)).data).toEqual([])
  })
})

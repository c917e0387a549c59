import {
  changeNotificationSettings,
  mutePost,
  readNotifications,
} from '@dolph/contract/notifications/notifications'
import { followPost } from '@dolph/contract/posts/following'
import { blockMember, muteMember } from '@dolph/contract/safety/safety'
import { deleteUpdate, postUpdate } from '@dolph/contract/updates/updates'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runJobs } from '../../../testing/run-jobs.ts'
import { signInNewMember } from '../../../testing/sign-up-member.ts'
import type { CommentingMember } from '../../../testing/start-comments-app.ts'
import { startNotificationsApp } from '../testing/start-notifications-app.ts'
import { notifyFollowersJobs } from './notify-followers.ts'

async function startWithFollowers() {
  const app = await startNotificationsApp()
  const params = { id: app.post }
  return {
    ...app,
    follow: (member: Pick<CommentingMember, 'call'>, updates = true) =>
      member.call(followPost, { params, body: { updates } }),
    write: async (body: string) =>
      (await app.ada.call(postUpdate, { params, body: { body } })).data,
    async deliverUpdates() {
      await app.deliver()
      await runJobs(app, notifyFollowersJobs)
    },
  }
}

test('a follower gets one line of news until it is read; a member who only saved the post gets none', async () => {
  await using app = await startWithFollowers()
  const { ada, bob, carla, post } = app
  await app.follow(ada)
  await app.follow(bob)
  await app.follow(carla, false)
  await app.write('First **news**')
  const newest = await app.write('Second news')
  await app.deliverUpdates()

  const { data, unreadCount } = await app.readList(bob)
  expect([data, unreadCount]).toMatchObject([
    [
      {
        kind: 'update',
        count: 1,
        excerpt: 'Second news',
        to: `/posts/${post}#updates`,
        people: [{ userName: 'ada' }],
        post: { _id: post },
      },
    ],
    1,
  ])
  expect((await app.readList(carla)).data).toEqual([])
  expect((await app.readList(ada)).data).toEqual([])

  await ada.call(deleteUpdate, { params: { id: newest._id } })
  expect((await app.readList(bob)).data[0]?.excerpt).toBe('First news')
  expect(await bob.call(readNotifications, { body: { post } })).toMatchObject({ unreadCount: 0 })
  await app.write('Third')
  await app.deliverUpdates()
  expect((await app.readList(bob)).data.map(({ isRead }) => isRead)).toEqual([false, true])
})

test('a member who muted the post or the author, is blocked, or switched it off is not notified', async () => {
  await using app = await startWithFollowers()
  const { ada, post } = app
  const names = ['muted-post', 'muted-author', 'blocker', 'blocked', 'off', 'mailed'] as const
  const members = await Promise.all(names.map((name) => signInNewMember(app, name)))
  const [mutedPost, mutedAuthor, blocker, blocked, off, mailed] = members as CommentingMember[]
  for (const member of members) await app.follow(member)
  await mutedPost?.call(mutePost, { params: { id: post } })
  await mutedAuthor?.call(muteMember, { params: { id: ada.id } })
  await blocker?.call(blockMember, { params: { id: ada.id } })
  const { rows } = await sql<{ id: string }>`
    select id from members where username = 'blocked'`.execute(app.db)
  await ada.call(blockMember, { params: { id: rows[0]?.id ?? '' } })
  const change = (app_: boolean, mail: boolean) => ({
    body: { kinds: { update: { app: app_, mail } } },
  })
  await off?.call(changeNotificationSettings, change(false, false))
  await mailed?.call(changeNotificationSettings, change(true, true))

  await app.write('News')
  await app.deliverUpdates()

  const lines = await sql<{ username: string }>`
    select username from notifications join members on members.id = member_id`.execute(app.db)
  expect(lines.rows).toEqual([{ username: 'mailed' }])
  // Only for members who want mails about updates: a project may have very many followers.
  const jobs = await sql`
    select from graphile_worker.jobs where task_identifier = 'mail-notification'`.execute(app.db)
  expect([blocked === undefined, jobs.rows.length]).toEqual([false, 1])
})

test('an update whose post a moderator hid meanwhile notifies nobody', async () => {
  await using app = await startWithFollowers()
  await app.follow(app.bob)
  await app.write('News')
  await app.db
    .updateTable('posts')
    .set({ hidden_at: sql`now()` })
    .execute()
  await app.deliverUpdates()

  expect((await app.readList(app.bob)).data).toEqual([])
  expect(await app.db.selectFrom('update_deliveries').selectAll().execute()).toEqual([])
})

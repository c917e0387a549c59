import { readNotifications } from '@dolph/contract/notifications/notifications'
import { blockMember } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openAuthenticatedSocket } from '../../testing/sockets/test-socket.ts'
import { startAppWithRequests } from './testing/start-app-with-requests.ts'
import { startNotificationsApp } from './testing/start-notifications-app.ts'

const NOBODY = /bob|Rude/

describe('after a block', () => {
  test('neither list, number nor browsers tell the blocker of comments of the other, read or not', async () => {
    await using app = await startNotificationsApp({ isListening: true })
    const { ada, bob, carla } = app
    await bob.addComment('Rude before')
    const [read] = (await app.readList(ada)).data
    await ada.call(readNotifications, { body: { ids: [read?._id ?? ''] } })
    await carla.addComment('Nice')
    await bob.addComment('Rude')
    expect(JSON.stringify(await app.readList(ada))).toMatch(NOBODY)
    await using socket = await openAuthenticatedSocket(app, ada)
    await ada.call(blockMember, { params: { id: bob.id } })
    await app.deliver()
    expect(await socket.nextEvent('notification')).toEqual({
      type: 'notification',
      unreadCount: 1,
      latest: null,
    })
    const list = await app.readList(ada)
    expect(list).toMatchObject({
      unreadCount: 1,
      data: [{ count: 1, people: [{ userName: 'carla' }], excerpt: 'Nice' }],
    })
    expect(JSON.stringify(list)).not.toMatch(NOBODY)
  })

  test('a line of the other alone is gone, on the side of the blocked one too', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob } = app
    const comment = await bob.addComment('Rude')
    await ada.addComment('Rude yourself, bob', { parentId: comment._id })
    expect((await app.readList(bob)).unreadCount).toBe(1)
    expect((await app.readList(ada)).unreadCount).toBe(1)
    await ada.call(blockMember, { params: { id: bob.id } })
    expect(await app.readList(ada)).toMatchObject({ unreadCount: 0, data: [] })
    expect(await app.readList(bob)).toMatchObject({ unreadCount: 0, data: [] })
    const { rows } = await sql`select from notification_comments`.execute(app.db)
    expect(rows).toEqual([])
  })

  test('the words are gone before the event is delivered', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla } = app
    await carla.addComment('Nice')
    await bob.addComment('Rude')
    await app.readList(ada)
    await sql`insert into blocks (member_id, other_id) values (${bob.id}, ${ada.id})`.execute(
      app.db,
    )
    const list = await app.readList(ada)
    expect(list).toMatchObject({ data: [{ people: [{ userName: 'carla' }], excerpt: '' }] })
  })
})

describe('after a block between the two sides of join requests', () => {
  test('neither lines nor mails tell of the other, whatever was answered', async () => {
    await using app = await startAppWithRequests()
    const { ada, bob, db } = app
    const declined = await app.ask(bob, { note: 'Rude request of twenty characters.' })
    await app.answer(declined, { state: 'declined', answer: 'Rude answer' }, ada)
    await app.ask(bob, { invitedBy: ada, note: 'Rude invitation, twenty letters.' })
    expect(await app.listOf(bob)).toMatchObject([
      { kind: 'join-answered', people: ['ada'], excerpt: 'Rude answer' },
      { kind: 'invited', people: ['ada'] },
    ])
    await sql`insert into blocks (member_id, other_id) values (${bob}, ${ada})`.execute(db)
    // Before the event that takes the lines away: what they say is read with them.
    expect(JSON.stringify(await app.listOf(bob))).not.toMatch(/Rude|ada/)
    expect(await app.waitTenMinutes()).toEqual([])
    expect(await app.listOf(ada)).not.toContainEqual(expect.objectContaining({ people: ['bob'] }))
  })

  test('a co-owner reads only of the others who ask', async () => {
    await using app = await startAppWithRequests()
    const { bob, carla, post, db } = app
    const dora = await app.createMember('dora')
    await db
      .insertInto('team_members')
      .values({ post_id: post, member_id: dora, role_title: 'Maker', is_co_owner: true })
      .execute()
    await app.ask(carla)
    await app.ask(bob, { note: 'Rude request of twenty characters.' })
    expect(await app.listOf(dora)).toMatchObject([{ count: 2, people: ['bob', 'carla'] }])
    await app.block(dora, bob)
    expect(await app.listOf(dora)).toMatchObject([{ count: 1, people: ['carla'] }])
    await app.block(dora, carla)
    expect(await app.listOf(dora)).toEqual([])
  })
})

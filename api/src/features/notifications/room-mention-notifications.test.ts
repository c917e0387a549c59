import {
  changeNotificationSettings,
  listNotifications,
  readNotifications,
} from '@dolph/contract/notifications/notifications'
import { deletePost } from '@dolph/contract/posts/posts'
import { markRoomRead, muteRoom } from '@dolph/contract/rooms/rooms'
import { blockMember, muteMember } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { deliverPendingEvents } from '../../testing/events/deliver-pending-events.ts'
import { chooseSize } from '../../testing/test-size.ts'
import { deleteUnreadableRooms } from '../rooms/delete-rooms.ts'
import { roomSubscribers } from '../rooms/subscribers.ts'
import { startRoomsApp, type RoomsApp } from '../rooms/testing/start-rooms-app.ts'
import { notificationSubscribers } from './subscribers.ts'

const STEPS = chooseSize({ short: 200, long: 2_000 })

type Member = RoomsApp['ada']

describe('a message in a room that names a member', () => {
  let app: RoomsApp
  let postId: string
  let roomId: string
  beforeEach(async () => {
    app = await startRoomsApp()
    ;({ postId, roomId } = await app.createTeam(app.ada, app.bob, app.carla))
    return () => app[Symbol.asyncDispose]()
  })

  const deliver = async () => deliverPendingEvents(app, [roomSubscribers, notificationSubscribers])
  const readUnread = async (member: Member) => {
    await deliver()
    const { data } = await member.call(listNotifications, { querystring: {} })
    return data.filter(({ kind, isRead }) => kind === 'room-mention' && !isRead)
  }

  test('says so to all, and notifies them in one line until they read the room', async () => {
    const { ada, bob, carla } = app
    const sent = await app.send(ada, roomId, 'What do you think, @Bob? Not `@carla`, nor @ada.')
    expect(sent.mentions).toEqual([{ _id: bob.id, userName: 'bob' }])
    const { _id: newest } = await app.send(carla, roomId, '@bob?')

    expect(await readUnread(bob)).toMatchObject([
      {
        count: 2,
        people: [{ userName: 'carla' }, { userName: 'ada' }],
        post: { _id: postId, title: 'Tide' },
        excerpt: '',
        to: `/messages/rooms/${roomId}`,
      },
    ])
    expect(await readUnread(carla)).toEqual([])
    expect((await app.readRoom(bob, roomId)).mentionCount).toBe(2)

    await bob.call(markRoomRead, { params: { id: roomId }, body: { upTo: sent._id } })
    expect(await readUnread(bob)).toMatchObject([{ count: 1, people: [{ userName: 'carla' }] }])
    await bob.call(markRoomRead, { params: { id: roomId }, body: { upTo: newest } })
    expect(await readUnread(bob)).toEqual([])
    expect((await app.readRoom(bob, roomId)).mentionCount).toBe(0)
  })

  test('is no mention of people who are not in the room or have a block with the sender', async () => {
    const { ada, bob, carla } = app
    await bob.call(blockMember, { params: { id: ada.id } })
    const toBob = await app.send(ada, roomId, '@bob @nobody')
    await app.leave(postId, carla)
    await app.join(postId, { id: await createMemberFixture(app.db, 'dora') })
    const toCarla = await app.send(ada, roomId, '@carla')
    expect([toBob.mentions, toCarla.mentions]).toEqual([undefined, undefined])
    expect(await readUnread(bob)).toEqual([])
    expect(await readUnread(carla)).toEqual([])
  })

  test('notifies no member who muted the sender or switched this kind off, but who muted the room', async () => {
    const { ada, bob, carla } = app
    await bob.call(muteMember, { params: { id: ada.id } })
    await app.send(ada, roomId, '@bob')
    expect(await readUnread(bob)).toEqual([])
    const kinds = { 'room-mention': { app: false, mail: false } }
    await carla.call(changeNotificationSettings, { body: { kinds } })
    await app.send(ada, roomId, '@carla')
    expect(await readUnread(carla)).toEqual([])
    await ada.call(muteRoom, { params: { id: roomId } })
    await app.send(bob, roomId, '@ada')
    expect(await readUnread(ada)).toMatchObject([{ count: 1 }])
  })

  test('takes its line along when the member leaves or blocks the sender', async () => {
    const { ada, bob, carla } = app
    await app.send(ada, roomId, '@bob @carla')
    await app.send(carla, roomId, '@bob')
    expect(await readUnread(bob)).toMatchObject([{ count: 2 }])
    await bob.call(blockMember, { params: { id: carla.id } })
    expect(await readUnread(bob)).toMatchObject([{ count: 1, people: [{ userName: 'ada' }] }])
    expect(await readUnread(carla)).toMatchObject([{ count: 1 }])
    await app.leave(postId, carla)
    expect(await readUnread(carla)).toEqual([])
  })

  test('takes its line along when the room is deleted', async () => {
    const { ada, bob } = app
    await app.send(ada, roomId, '@bob')
    expect(await readUnread(bob)).toHaveLength(1)
    await ada.call(deletePost, { params: { id: postId } })
    await sql`update rooms set readable_until = now() - interval '1 second' where id = ${roomId}`.execute(
      app.db,
    )
    await deleteUnreadableRooms(app.db)
    expect(await readUnread(bob)).toEqual([])
  })

  test('starts a line anew after one that was read in the list', async () => {
    const { ada, bob } = app
    await app.send(ada, roomId, '@bob')
    const [line] = await readUnread(bob)
    await bob.call(readNotifications, { body: { ids: [line?._id ?? ''] } })
    await bob.call(markRoomRead, { params: { id: roomId }, body: {} })
    await app.send(ada, roomId, 'Again, @bob')
    expect(await readUnread(bob)).toMatchObject([{ count: 1 }])
  })

  test('leaves lines that count what is unread, whatever is sent, read, left and joined', async () => {
    const { ada, bob, carla } = app
    const outside = new Set<Member>()
    const pick = createRandom(11)
    for (let step = 0; step < STEPS; step += 1) {
      const [member, other] = [pick([ada, bob, carla]), pick(['ada', 'bob', 'carla'])]
      const action = pick(['send', 'send', 'send', 'read', 'read', 'leave or join'] as const)
      if (action === 'leave or join' && member !== ada) {
        if (outside.delete(member)) await app.join(postId, member)
        else {
          await app.leave(postId, member)
          outside.add(member)
        }
      } else if (outside.has(member) || outside.size === 2) {
        continue
      } else if (action === 'read') {
        await member.call(markRoomRead, { params: { id: roomId }, body: {} })
      } else {
        await app.send(member, roomId, `@${other}`)
      }
      // Every third time, several events wait.
      if (step % 3 > 0) continue
      await deliver()
      for (const { told, unread } of await readCounts())
        expect([step, told]).toEqual([step, unread])
    }
  })

  const readCounts = async () => {
    const { rows } = await sql<{ told: number; unread: number }>`
      select coalesce(line.count, 0) as told, case
          when place.left_at is null and mention_id > greatest(read_id, from_id) then mentions.number else 0 end as unread
      from room_members as place
      cross join lateral count_unread_mentions(room_id, place.member_id, greatest(read_id, from_id)) as mentions
      left join notifications as line on line.member_id = place.member_id and line.target_id = room_id
        and line.kind = 'room-mention' and line.read_at is null
      where room_id = ${roomId}`.execute(app.db)
    return rows
  }
})

function createRandom(seed: number) {
  let state = seed
  return <Value>(values: readonly Value[]): Value => {
    state = (state * 48_271) % 2_147_483_647
    return values[state % values.length] as Value
  }
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openAuthenticatedSocket } from '../../testing/sockets/test-socket.ts'
import { startApp } from '../../testing/start-app.ts'
import { memberRoomMessagesStatement } from '../messaging/recent-messages.ts'
import { formatRoomMessageEvent } from './events.ts'
import { RoomDeliveries } from './room-deliveries.ts'
import { startRoomsApp, type RoomsApp } from './testing/start-rooms-app.ts'

let api: RoomsApp
beforeAll(async () => {
  api = await startRoomsApp({ isListening: true })
  return () => api[Symbol.asyncDispose]()
})

afterEach(() => {
  vi.useRealTimers()
})

test('a message reaches every member of the room on every process once, and no other', async () => {
  const { ada, bob, carla } = api
  await using other = await startApp({
    shareWith: api,
    env: { LIMITS: 'relaxed' },
    isListening: true,
  })
  const { postId, roomId } = await api.createTeam(ada, bob, carla)
  await using adaSocket = await openAuthenticatedSocket(api, ada)
  await using bobSocket = await openAuthenticatedSocket(other, bob)
  await using carlaSocket = await openAuthenticatedSocket(api, carla)
  const tempId = `temp-${randomUUID()}`
  adaSocket.send({ type: 'room_message', roomId, content: 'Hello', tempId })
  const own = await adaSocket.nextEvent('room_message')
  expect(own).toMatchObject({ tempId, message: { content: 'Hello', room: roomId } })
  expect(await bobSocket.nextEvent('room_message')).toEqual({
    type: 'room_message',
    message: own.message,
  })
  expect(await carlaSocket.nextEvent('room_message')).toMatchObject({ message: own.message })

  await api.leave(postId, carla)
  await api.send(bob, roomId, 'Without carla')
  expect(await adaSocket.nextEvent('room_message')).toMatchObject({
    message: { content: 'Without carla' },
  })
  // A message between two members comes after everything that was sent to carla before.
  await bob.sendMessage(carla, 'Later')
  await carlaSocket.nextEvent('new_message')
  expect(carlaSocket.events.filter(({ type }) => type === 'room_message')).toEqual([])
})

test('the poller finds what the bus did not deliver, for those who were in the room when it was sent', async () => {
  const { ada, bob, carla } = api
  const { postId, roomId } = await api.createTeam(ada, bob)
  await using bobSocket = await openAuthenticatedSocket(api, bob)
  await using carlaSocket = await openAuthenticatedSocket(api, carla)
  // Stored by a process that died before it published.
  await api.db.pool.query(`select insert_room_message($1, $2, 'Missed', null, '{}')`, [
    ada.id,
    roomId,
  ])
  await api.join(postId, carla)
  expect(await bobSocket.nextEvent('room_message')).toMatchObject({
    message: { content: 'Missed' },
  })
  await bob.sendMessage(carla, 'Later')
  await carlaSocket.nextEvent('new_message')
  expect(carlaSocket.events.filter(({ type }) => type === 'room_message')).toEqual([])
})

test('a process without members forgets which messages it received, although it does not poll', async () => {
  const { ada, bob, db } = api
  const { roomId } = await api.createTeam(ada, bob)
  const { _id: messageId } = await api.send(ada, roomId, 'Hello')
  vi.useFakeTimers({ toFake: ['Date'] })
  let deliver: (subject: string, published: string) => void = () => {}
  const bus = {
    subscribeTo: (_subject: string, onEvent: typeof deliver) => void (deliver = onEvent),
  }
  const pushed: string[] = []
  const deliveries = new RoomDeliveries(
    { db, bus: bus as never },
    { pushToAll: (memberIds) => pushed.push(...memberIds) > 0 },
  )
  const receive = (id: string) => deliver('rooms', `${id} \n${formatRoomMessageEvent('{}')}`)
  receive(messageId)
  for (let round = 0; round < 2; round += 1) {
    vi.setSystemTime(Date.now() + 31_000)
    receive(randomUUID())
  }
  pushed.length = 0
  await deliveries.deliverMissed([{ roomId, messageId }])
  expect(pushed.toSorted()).toEqual([ada.id, bob.id].toSorted())
})

test('the rooms with the newest messages are polled, however many a member is in', async () => {
  const { ada, bob, db } = api
  const ROOMS = 60
  await sql`
    with created as (
      insert into posts (author_id, title, type, body)
      select ${ada.id}, 'Tide ' || n, 'showcase', 'A tide clock' from generate_series(1, ${sql.lit(ROOMS)}) as n returning id)
    insert into team_members (post_id, member_id, role_title) select id, ${bob.id}, 'Tester' from created`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`
    select id from rooms where name like 'Tide %' order by last_message_id limit 1`.execute(db)
  const roomId = rows[0]?.id ?? ''
  // Of all other rooms the newest line is an hour old.
  await sql`
    update rooms set last_message_id = id_in_shard(shard_of(id), now() - interval '1 hour') where id <> ${roomId}`.execute(
    db,
  )
  const ages = { lookbackMs: 600_000, minAgeMs: 0 }
  const found = await memberRoomMessagesStatement.run(db, { ...ages, memberIds: [bob.id] })
  expect(new Set(found.map((message) => message.roomId))).toEqual(new Set([roomId]))
})

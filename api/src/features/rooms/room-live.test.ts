import { markRoomRead, syncRoom, ROOM_LIVE_MAX, TEAM_MAX } from '@dolph/contract/rooms/rooms'
import { blockMember } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { openAuthenticatedSocket } from '../../testing/sockets/test-socket.ts'
import { markRoomRead as markRoomReadBy } from './room-actions.ts'
import { startRoomsApp, type RoomsApp } from './testing/start-rooms-app.ts'

let api: RoomsApp
beforeAll(async () => {
  api = await startRoomsApp({ isListening: true })
  return () => api[Symbol.asyncDispose]()
})

const readPositions = async (member: RoomsApp['ada'], roomId: string) =>
  (await member.call(syncRoom, { params: { id: roomId }, querystring: {} })).positions

test('the others see at once who is typing and how far a member has read', async () => {
  const { ada, bob, carla } = api
  const { roomId } = await api.createTeam(ada, bob)
  await using adaSocket = await openAuthenticatedSocket(api, ada)
  await using bobSocket = await openAuthenticatedSocket(api, bob)
  await using carlaSocket = await openAuthenticatedSocket(api, carla)
  const { _id: upTo } = await api.send(ada, roomId, 'Hello')

  bobSocket.send({ type: 'room_typing', roomId, isTyping: true })
  expect(await adaSocket.nextEvent('room_typing')).toEqual({
    type: 'room_typing',
    roomId,
    userId: bob.id,
    isTyping: true,
  })
  await bob.call(markRoomRead, { params: { id: roomId }, body: { upTo } })
  const read = { type: 'room_read', roomId, userId: bob.id, upTo }
  expect(await adaSocket.nextEvent('room_read')).toEqual(read)
  expect(await bobSocket.nextEvent('room_read')).toEqual(read)

  // Carla is not on the team: neither hears of it, nor is heard.
  carlaSocket.send({ type: 'room_typing', roomId, isTyping: true })
  await carla.sendMessage(ada, 'Later')
  await adaSocket.nextEvent('new_message')
  expect(adaSocket.events.filter(({ type }) => type === 'room_typing')).toEqual([])
  await ada.sendMessage(carla, 'Later')
  await carlaSocket.nextEvent('new_message')
  expect(carlaSocket.events.filter(({ type }) => type.startsWith('room_'))).toEqual([])
})

test('a sync tells how far the others have read and who is online; positions never go back', async () => {
  const { ada, bob, db } = api
  const absentId = await createMemberFixture(db, 'absent')
  const { roomId } = await api.createTeam(ada, bob, { id: absentId })
  const first = await api.send(ada, roomId, 'One')
  const second = await api.send(ada, roomId, 'Two')
  const read = async (upTo: string) =>
    bob.call(markRoomRead, { params: { id: roomId }, body: { upTo } })
  await using _socket = await openAuthenticatedSocket(api, bob)
  await read(second._id)
  await read(first._id)
  expect(new Set(await readPositions(ada, roomId))).toEqual(
    new Set([
      { userId: bob.id, upTo: second._id, isOnline: true },
      { userId: absentId, upTo: null, isOnline: false },
    ]),
  )
  expect((await readPositions(bob, roomId)).map(({ userId }) => userId).toSorted()).toEqual(
    [ada.id, absentId].toSorted(),
  )
})

test('members with a block between them see neither positions nor typing of each other', async () => {
  const { ada, bob, carla } = api
  const { roomId } = await api.createTeam(ada, bob, carla)
  const { _id: upTo } = await api.send(ada, roomId, 'Hello')
  await bob.call(blockMember, { params: { id: carla.id } })
  await using adaSocket = await openAuthenticatedSocket(api, ada)
  await using carlaSocket = await openAuthenticatedSocket(api, carla)
  await using bobSocket = await openAuthenticatedSocket(api, bob)
  bobSocket.send({ type: 'room_typing', roomId, isTyping: true })
  expect(await adaSocket.nextEvent('room_typing')).toMatchObject({ userId: bob.id })
  await bob.call(markRoomRead, { params: { id: roomId }, body: { upTo } })
  expect(await adaSocket.nextEvent('room_read')).toMatchObject({ userId: bob.id })
  await ada.sendMessage(carla, 'Later')
  await carlaSocket.nextEvent('new_message')
  expect(carlaSocket.events.filter(({ type }) => /^room_(?:read|typing)$/.test(type))).toEqual([])
  for (const [member, others] of [
    [bob, [ada.id]],
    [carla, [ada.id]],
    [ada, [bob.id, carla.id].toSorted()],
  ] as const)
    expect((await readPositions(member, roomId)).map(({ userId }) => userId).toSorted()).toEqual(
      others,
    )
})

test(`among more than ${ROOM_LIVE_MAX} people nobody is told who types and reads`, async () => {
  const { ada, carla, db } = api
  const { postId, roomId } = await api.createTeam(ada, carla)
  for (let nth = 2; nth < ROOM_LIVE_MAX; nth += 1)
    await api.join(postId, { id: await createMemberFixture(db, `reader-${nth}`) })
  await using adaSocket = await openAuthenticatedSocket(api, ada)
  await using carlaSocket = await openAuthenticatedSocket(api, carla)
  const read = async (content: string) => {
    const { _id: upTo } = await api.send(ada, roomId, content)
    await carla.call(markRoomRead, { params: { id: roomId }, body: { upTo } })
    return upTo
  }
  const upTo = await read('To ten')
  expect(await adaSocket.nextEvent('room_read')).toMatchObject({ upTo })

  await api.join(postId, { id: await createMemberFixture(db, 'the-eleventh') })
  await read('To eleven')
  carlaSocket.send({ type: 'room_typing', roomId, isTyping: true })
  await carla.sendMessage(ada, 'Later')
  await adaSocket.nextEvent('new_message')
  expect(adaSocket.events.filter(({ type }) => /^room_(?:read|typing)$/.test(type))).toEqual([])
  expect(await readPositions(ada, roomId)).toHaveLength(ROOM_LIVE_MAX)
})

test('fifty readers of a message wait neither for each other nor for who writes in the room', async () => {
  const { ada, bob, db, bus } = api
  const { postId, roomId } = await api.createTeam(ada, bob)
  const readers: string[] = []
  for (let nth = 2; nth < TEAM_MAX; nth += 1) {
    const id = await createMemberFixture(db, `one-of-many-${nth}`)
    await api.join(postId, { id })
    readers.push(id)
  }
  const { _id: upTo } = await api.send(ada, roomId, 'Hello')
  await db.transaction().execute(async (tx) => {
    await sql`select from rooms where id = ${roomId} for no key update`.execute(tx)
    await Promise.all(
      readers.map((memberId) => markRoomReadBy({ db, bus }, { memberId, roomId }, upTo)),
    )
  })
  const positions = await readPositions(ada, roomId)
  expect(positions.filter((position) => position.upTo === upTo)).toHaveLength(readers.length)
})

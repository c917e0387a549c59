import { randomUUID } from 'node:crypto'
import { answerJoinRequest } from '@dolph/contract/join-requests/join-requests'
import { createReport, listOwnReports } from '@dolph/contract/moderation/moderation'
import { leaveTeam } from '@dolph/contract/projects/projects'
import {
  listRoomMessages,
  listRooms,
  readRoom,
  ROOM_NOT_FOUND,
  sendRoomMessage,
  TEAM_FULL,
  TEAM_MAX,
} from '@dolph/contract/rooms/rooms'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../features.ts'
import { ROOMS_OFF } from '../../platform/flags/flags.ts'
import { eraseMember } from '../../privacy/erase-member.ts'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { createJoinRequestFixture, createRoleFixture } from '../../testing/join-request-fixtures.ts'
import { startApp } from '../../testing/start-app.ts'
import { startRoomsApp, type RoomsApp } from './testing/start-rooms-app.ts'

let api: RoomsApp
beforeAll(async () => {
  api = await startRoomsApp({ isListening: true })
  return () => api[Symbol.asyncDispose]()
})

const toRoom = (id: string) => ({ params: { id }, querystring: {} })

describe('a team', () => {
  test('forms a room when a join request is accepted, and an owner who removes a member closes it to them', async () => {
    const { ada, bob } = api
    const postId = await api.createPost(ada, 'Restore Friday')
    await accept(postId, bob.id)
    const roomId = await api.findRoom(postId)
    expect((await api.readRoom(bob, roomId)).memberCount).toBe(2)
    await api.send(bob, roomId, 'I am in')
    await ada.call(leaveTeam, { params: { id: postId, userId: bob.id } })
    const refused = await bob.send(readRoom, { params: { id: roomId } })
    expect([refused.statusCode, refused.json()]).toMatchObject([404, { message: ROOM_NOT_FOUND }])
    expect(await api.readTexts(ada, roomId)).toEqual(['[joined]', 'I am in', '[left]'])
  })

  test('of fifty takes no other', async () => {
    const { ada, bob, db } = api
    const postId = await api.createPost(ada)
    for (let nth = 2; nth <= TEAM_MAX; nth += 1)
      await api.join(postId, { id: await createMemberFixture(db, `member${nth}`) })
    expect((await api.readRoom(ada, await api.findRoom(postId))).memberCount).toBe(TEAM_MAX)
    const refused = await accept(postId, bob.id)
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { message: TEAM_FULL }])
  })

  test('keeps its room while a moderator has hidden the post', async () => {
    const { ada, bob, db } = api
    const { postId, roomId } = await api.createTeam(ada, bob)
    await sql`update posts set hidden_at = now() where id = ${postId}`.execute(db)
    await api.send(bob, roomId, 'Still here')
    expect(await api.readTexts(ada, roomId)).toContain('Still here')
  })
})

describe('a deleted account', () => {
  test('of a member leaves its messages in the room, without a name', async () => {
    const { ada, bob, carla } = api
    const { roomId } = await api.createTeam(ada, bob, carla)
    const gone = await createMemberFixture(api.db, 'gone')
    const { post } = await api.readRoom(ada, roomId)
    await api.join(post?._id ?? '', { id: gone })
    await sql`select insert_room_message(${gone}, ${roomId}, 'Goodbye', null, '{}')`.execute(api.db)
    await deleteMember(gone)
    const messages = await bob.call(listRoomMessages, toRoom(roomId))
    const [goodbye] = messages.filter(({ content }) => content === 'Goodbye')
    expect(goodbye?.sender).toMatchObject({ _id: gone })
    expect(goodbye?.sender.userName).toBeUndefined()
    expect((await api.readRoom(ada, roomId)).memberCount).toBe(3)
  })

  test('of the author closes the room, which stays readable', async () => {
    const { bob } = api
    const author = { id: await createMemberFixture(api.db, 'author') }
    const { postId, roomId } = await api.createTeam(author, bob)
    await api.send(bob, roomId, 'Thank you for all')
    await deleteMember(author.id)
    expect(await api.readRoom(bob, roomId)).toMatchObject({
      state: 'closed',
      post: null,
      readableUntil: null,
      memberCount: 1,
    })
    expect(await api.readTexts(bob, roomId)).toContain('Thank you for all')
    expect(await api.findRoom(postId)).toBe(roomId)
  })
})

test('fifty sends with one key over two processes are one message', async () => {
  const { ada, bob } = api
  await using other = await startApp({ shareWith: api, env: { LIMITS: 'relaxed' } })
  const browser = other.browser()
  for (const [name, value] of ada.cookies) browser.cookies.set(name, value)
  const { roomId } = await api.createTeam(ada, bob)
  const body = { content: 'Once', tempId: `temp-${randomUUID()}` }
  const send = { params: { id: roomId }, body }
  const sent = await Promise.all(
    Array.from({ length: 50 }, async (_, nth) =>
      (nth % 2 === 0 ? ada : browser).call(sendRoomMessage, send),
    ),
  )
  expect(new Set(sent.map(({ _id }) => _id)).size).toBe(1)
  expect(await api.readTexts(bob, roomId)).toEqual(['[joined]', 'Once'])
})

test('a message is reported by those who can read it now, and nobody else', async () => {
  const { ada, bob, carla } = api
  const { postId, roomId } = await api.createTeam(ada, bob, carla)
  const { _id: id } = await api.send(ada, roomId, 'Buy pills')
  const body = { subject: { kind: 'message' as const, id }, reason: 'spam' as const }
  await api.leave(postId, carla)
  expect((await carla.send(createReport, { body })).statusCode).toBe(404)
  await sql`update rooms set closed_at = now(), readable_until = now() - interval '1 second' where id = ${roomId}`.execute(
    api.db,
  )
  expect((await bob.send(createReport, { body })).statusCode).toBe(404)
  await sql`update rooms set closed_at = null, readable_until = null where id = ${roomId}`.execute(
    api.db,
  )
  await bob.call(createReport, { body })
  expect((await bob.call(listOwnReports, { querystring: {} })).data).toHaveLength(1)
})

test('rooms that are switched off refuse every call, and are as before when they are on again', async () => {
  const { ada, bob, db } = api
  const { roomId } = await api.createTeam(ada, bob)
  await db.insertInto('flags').values({ name: 'rooms', share: 0 }).execute()
  await api.flags.readAgain()
  for (const reply of [
    await ada.send(listRooms, { querystring: {} }),
    await ada.send(readRoom, { params: { id: roomId } }),
    await ada.send(sendRoomMessage, { params: { id: roomId }, body: { content: 'Hi' } }),
  ])
    expect([reply.statusCode, reply.json()]).toMatchObject([503, { message: ROOMS_OFF }])
  await db.deleteFrom('flags').execute()
  await api.flags.readAgain()
  await api.send(ada, roomId, 'Hi')
  expect(await api.readTexts(bob, roomId)).toEqual(['[joined]', 'Hi'])
})

/** Ada, who owns the post, accepts a request of the member; returns the reply, refused or not. */
async function accept(postId: string, memberId: string) {
  const roleId = await createRoleFixture(api.db, postId)
  const id = await createJoinRequestFixture(api.db, roleId, memberId)
  return api.ada.send(answerJoinRequest, { params: { id }, body: { answer: 'accept' } })
}

/** As the worker does, after the account is gone. */
async function deleteMember(id: string): Promise<void> {
  await sql`update members set deleted_at = now() where id = ${id}`.execute(api.db)
  await eraseMember(api, features, id)
}

import * as contract from '@dolph/contract/messaging/message-changes'
import { MESSAGE_DELETED, MESSAGE_HIDDEN } from '@dolph/contract/messaging/revisions'
import { ROOM_CLOSED, syncRoom } from '@dolph/contract/rooms/rooms'
import { beforeEach, expect, test } from 'vitest'
import { deletePost } from '@dolph/contract/posts/posts'
import { deliverPendingEvents } from '../../../testing/events/deliver-pending-events.ts'
import { openAuthenticatedSocket } from '../../../testing/sockets/test-socket.ts'
import { hidingSubscribers, setMessageHidden } from './hiding.ts'
import { startRoomsApp, type RoomsApp } from '../../rooms/testing/start-rooms-app.ts'

type Member = RoomsApp['ada']

let app: RoomsApp
let postId: string
let roomId: string
beforeEach(async () => {
  app = await startRoomsApp({ isListening: true })
  ;({ postId, roomId } = await app.createTeam(app.ada, app.bob, app.carla))
  return () => app[Symbol.asyncDispose]()
})

const edit = async (member: Member, id: string, content: string) =>
  member.call(contract.editMessage, { params: { id }, body: { content } })
const remove = async (member: Member, id: string) =>
  member.call(contract.deleteMessage, { params: { id } })

test('a change of a message in a room reaches everybody who reads it, and nobody else', async () => {
  const { ada, bob, carla } = app
  const sent = await app.send(ada, roomId, 'Fryday')
  const { syncTime } = await bob.call(syncRoom, { params: { id: roomId }, querystring: {} })
  await app.leave(postId, carla)
  await using bobSocket = await openAuthenticatedSocket(app, bob)
  await using carlaSocket = await openAuthenticatedSocket(app, carla)
  const message = await edit(ada, sent._id, 'Friday')
  expect(message).toEqual({
    ...sent,
    content: 'Friday',
    editedAt: message.editedAt,
    revisedAt: message.editedAt,
  })
  expect(await bobSocket.nextEvent('message_changed')).toEqual({ type: 'message_changed', message })
  const query = { params: { id: roomId }, querystring: { lastSyncTime: syncTime } }
  const { messages } = await bob.call(syncRoom, query)
  expect(messages.filter(({ line }) => !line)).toEqual([message])

  const gone = await carla.send(contract.editMessage, {
    params: { id: sent._id },
    body: { content: 'Still here' },
  })
  expect(gone.statusCode).toBe(404)
  // The next event that carla gets is one that was sent after the change.
  await ada.sendMessage(carla, 'See you')
  await carlaSocket.nextEvent('new_message')
  expect(carlaSocket.events.map(({ type }) => type)).not.toContain('message_changed')
})

test('owners delete what others wrote, members only their own', async () => {
  const { ada, bob, carla } = app
  const { _id: id } = await app.send(bob, roomId, 'Buy now')
  const refused = await carla.send(contract.deleteMessage, { params: { id } })
  expect(refused.statusCode).toBe(403)
  expect(await remove(ada, id)).toMatchObject({ content: MESSAGE_DELETED, deletedBy: 'owner' })
  expect(await app.readTexts(carla, roomId)).toContain(MESSAGE_DELETED)
  expect((await app.readRoom(carla, roomId)).unreadCount).toBe(0)
})

test('editing changes who is mentioned, and deleting takes mentions back', async () => {
  const { ada, bob, carla } = app
  const { _id: id } = await app.send(ada, roomId, 'Thanks @bob')
  const { _id: unread } = await app.send(ada, roomId, '@carla?')
  const countMentions = async (member: Member) => (await app.readRoom(member, roomId)).mentionCount
  expect(await edit(ada, id, 'Thanks @carla')).toMatchObject({
    mentions: [{ _id: carla.id, userName: 'carla' }],
  })
  expect([await countMentions(bob), await countMentions(carla)]).toEqual([0, 2])
  await remove(ada, unread)
  expect(await countMentions(carla)).toBe(1)
})

test('a line, and a message in a closed room, can no longer be changed, but one’s own can be deleted', async () => {
  const { ada, bob } = app
  const { messages } = await ada.call(syncRoom, { params: { id: roomId }, querystring: {} })
  const line = messages.find((message) => message.line === 'joined')
  const onLine = { params: { id: line?._id ?? '', kind: 'up' } } as const
  expect((await ada.send(contract.addReaction, onLine)).json()).toMatchObject({
    message: contract.MESSAGE_FINAL,
  })

  const { _id: id } = await app.send(bob, roomId, 'Mine')
  await ada.call(deletePost, { params: { id: postId } })
  const refused = await bob.send(contract.editMessage, { params: { id }, body: { content: 'New' } })
  expect(refused.json()).toMatchObject({ message: ROOM_CLOSED })
  expect(await remove(bob, id)).toMatchObject({ deletedBy: 'sender' })
})

test('a message that a moderator hides reaches everybody who reads it, and nobody else', async () => {
  const { ada, bob, carla, db } = app
  const inRoom = await app.send(ada, roomId, 'An insult')
  const toBob = await ada.sendMessage(bob, 'Another one')
  await app.leave(postId, carla)
  await using bobSocket = await openAuthenticatedSocket(app, bob)
  await using carlaSocket = await openAuthenticatedSocket(app, carla)
  for (const [{ _id }, isHidden] of [
    [inRoom, true],
    [toBob, true],
    [toBob, false],
  ] as const) {
    await db.transaction().execute(async (tx) => setMessageHidden(tx, _id, isHidden))
    await deliverPendingEvents(app, [hidingSubscribers])
    const { message } = await bobSocket.nextEvent('message_changed')
    expect([message._id, message.content === MESSAGE_HIDDEN]).toEqual([_id, isHidden])
  }
  await ada.sendMessage(carla, 'See you')
  await carlaSocket.nextEvent('new_message')
  expect(carlaSocket.events.map(({ type }) => type)).not.toContain('message_changed')
})

import { randomUUID } from 'node:crypto'
import {
  deleteMessage,
  editMessage,
  MESSAGE_NOT_FOUND,
} from '@dolph/contract/messaging/message-changes'
import { sendMessage, type Message, type MessageDraft } from '@dolph/contract/messaging/messaging'
import { readQuoted } from '@dolph/contract/messaging/quoted-messages'
import { MESSAGE_DELETED, MESSAGE_HIDDEN } from '@dolph/contract/messaging/revisions'
import { changeRoomHistory, sendRoomMessage, type RoomMessage } from '@dolph/contract/rooms/rooms'
import { blockMember } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openAuthenticatedSocket } from '../../../testing/sockets/test-socket.ts'
import { startRoomsApp, type RoomsApp } from '../../rooms/testing/start-rooms-app.ts'

type Member = RoomsApp['ada']
type Extras = Partial<Pick<MessageDraft, 'format' | 'replyTo'>>

let app: RoomsApp
let postId: string
let roomId: string
beforeEach(async () => {
  app = await startRoomsApp({ isListening: true })
  ;({ postId, roomId } = await app.createTeam(app.ada, app.bob, app.carla))
  return () => app[Symbol.asyncDispose]()
})

const write = async (from: Member, to: Member, content: string, extras: Extras = {}) =>
  from.call(sendMessage, { body: { recipientId: to.id, content, ...extras } })
const writeInRoom = async (from: Member, content: string, extras: Extras = {}) =>
  from.call(sendRoomMessage, { params: { id: roomId }, body: { content, ...extras } })
const readQuotes = async (member: Member, ...messages: Pick<Message, '_id'>[]) =>
  member.call(readQuoted, { querystring: { ids: messages.map(({ _id }) => _id).join(',') } })

test('format and answered message are in every reply and event; a message without them has neither', async () => {
  const { ada, bob } = app
  await using socket = await openAuthenticatedSocket(app, bob)
  const plain = await ada.sendMessage(bob, 'How do I run it?')
  expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['format']))
  expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['replyTo']))
  const extras: Extras = { format: 'markdown', replyTo: plain._id }
  const sent = await write(ada, bob, '`pnpm dev`', extras)
  expect(sent).toMatchObject(extras)
  await socket.nextEvent('new_message')
  expect((await socket.nextEvent('new_message')).message).toEqual({ ...sent, delivered: false })
  expect((await bob.listMessages(ada))[0]).toMatchObject(extras)
  expect((await bob.syncMessages(ada)).messages[1]).toMatchObject(extras)

  const asked = await app.send(ada, roomId, 'And in the room?')
  const answered = await writeInRoom(bob, '`the same`', { ...extras, replyTo: asked._id })
  expect(answered).toMatchObject({ format: 'markdown', replyTo: asked._id })
})

test('a repeated send returns the first message, also once the answered one is out of sight', async () => {
  const { ada, bob } = app
  const asked = await bob.sendMessage(ada, 'When?')
  const body = {
    ...{ recipientId: bob.id, content: 'Now', replyTo: asked._id },
    tempId: `temp-${randomUUID()}`,
  }
  const first = await ada.call(sendMessage, { body })
  await ada.deleteConversation(bob)
  expect(await ada.call(sendMessage, { body })).toEqual(first)
})

test('only what the sender can read in the same conversation can be answered', async () => {
  const { ada, bob, carla } = app
  const cleared = await ada.sendMessage(bob, 'Cleared')
  await ada.deleteConversation(bob)
  const elsewhere = await ada.sendMessage(carla, 'Elsewhere')
  const inRoom = await app.send(ada, roomId, 'In the room')
  const refusals = await Promise.all(
    [cleared._id, elsewhere._id, inRoom._id, randomUUID()].map(async (replyTo) =>
      ada.send(sendMessage, { body: { recipientId: bob.id, content: 'No', replyTo } }),
    ),
  )
  await app.leave(postId, carla)
  await app.send(ada, roomId, 'Without carla')
  const unseen = await app.send(ada, roomId, 'Also without carla')
  await app.join(postId, carla)
  for (const [member, replyTo] of [
    [ada, elsewhere._id],
    [carla, unseen._id],
    [carla, inRoom._id],
  ] as const) {
    const body = { content: 'No', replyTo }
    refusals.push(await member.send(sendRoomMessage, { params: { id: roomId }, body }))
  }
  for (const refusal of refusals) {
    expect(refusal.statusCode).toBe(404)
    expect(refusal.json()).toMatchObject({ message: MESSAGE_NOT_FOUND })
  }
  // One that was deleted meanwhile can be: what was typed is not lost for that.
  const gone = await bob.sendMessage(ada, 'Gone soon')
  await bob.call(deleteMessage, { params: { id: gone._id } })
  expect(await write(ada, bob, 'Too late', { replyTo: gone._id })).toMatchObject({
    replyTo: gone._id,
  })
})

test('an answer in a room mentions whom it answers, also after an edit, but nobody behind a block', async () => {
  const { ada, bob, carla } = app
  const asked = await app.send(bob, roomId, 'Who tests it?')
  const answer = await writeInRoom(ada, 'I do, with @carla', { replyTo: asked._id })
  const mentioned = (message: RoomMessage) => message.mentions?.map(({ userName }) => userName)
  expect(mentioned(answer)).toEqual(['bob', 'carla'])
  expect((await app.readRoom(bob, roomId)).mentionCount).toBe(1)
  const edited = await ada.call(editMessage, {
    params: { id: answer._id },
    body: { content: '**I** do', format: 'markdown' },
  })
  expect(edited).toMatchObject({ format: 'markdown', mentions: [{ userName: 'bob' }] })
  expect(mentioned(await writeInRoom(bob, 'Me too', { replyTo: asked._id }))).toBeUndefined()
  await carla.call(blockMember, { params: { id: bob.id } })
  expect(mentioned(await writeInRoom(carla, 'Fine', { replyTo: asked._id }))).toBeUndefined()
})

test('an edit decides the format anew, and a deletion takes format and answered message along', async () => {
  const { ada, bob } = app
  const asked = await bob.sendMessage(ada, 'How?')
  const { _id: id } = await write(ada, bob, '`so`', { format: 'markdown', replyTo: asked._id })
  const edited = await ada.call(editMessage, { params: { id }, body: { content: 'so' } })
  expect(edited).toMatchObject({ content: 'so', replyTo: asked._id })
  expect(edited).not.toHaveProperty('format')
  const deleted = await ada.call(deleteMessage, { params: { id } })
  expect(deleted).not.toHaveProperty('replyTo')
})

test('quoted messages are those that the caller can read now, as they are now', async () => {
  const { ada, bob, carla, db } = app
  const toBob = await ada.sendMessage(bob, 'To bob')
  const inRoom = await app.send(bob, roomId, 'In the room')
  const deleted = await app.send(ada, roomId, 'Deleted')
  await ada.call(deleteMessage, { params: { id: deleted._id } })
  const hidden = await bob.sendMessage(ada, 'Hidden')
  await sql`select set_message_hidden(${hidden._id}, true)`.execute(db)
  const all = [toBob, inRoom, deleted, hidden] as const
  const contents = async (member: Member) =>
    Object.fromEntries((await readQuotes(member, ...all)).map(({ _id, content }) => [_id, content]))
  expect(await contents(ada)).toEqual({
    [toBob._id]: 'To bob',
    [inRoom._id]: 'In the room',
    [deleted._id]: MESSAGE_DELETED,
    [hidden._id]: MESSAGE_HIDDEN,
  })
  expect(Object.keys(await contents(carla))).toHaveLength(2)
  expect((await readQuotes(carla, inRoom))[0]?.sender).toMatchObject({ userName: 'bob' })

  await bob.deleteConversation(ada)
  await app.leave(postId, carla)
  expect(Object.keys(await contents(bob))).toHaveLength(2)
  expect(await contents(carla)).toEqual({})
  // With an open history carla reads from joining on what is written after, not before.
  await ada.call(changeRoomHistory, { params: { id: roomId }, body: { isOpen: true } })
  const between = await app.send(ada, roomId, 'While the history is open')
  await app.join(postId, carla)
  expect(await contents(carla)).toEqual({})
  expect(await readQuotes(carla, between)).toHaveLength(1)
  expect(await readQuotes(carla, { _id: randomUUID() })).toEqual([])
})

test('the first link to a post that the sender can read becomes its card, in both kinds of conversation', async () => {
  const { ada, bob, config } = app
  const hiddenId = await app.createPost(ada, 'Hidden')
  await sql`update posts set hidden_at = now() where id = ${hiddenId}`.execute(app.db)
  const link = (id: string) => `See ${config.APP_ORIGIN}/p/${id}, it is there`
  const about = { post: postId, role: null, title: 'Tide' }
  expect((await write(bob, ada, link(postId))).about).toEqual(about)
  expect((await writeInRoom(bob, link(postId))).about).toEqual(about)
  expect(await write(bob, ada, link(hiddenId))).not.toHaveProperty('about')
  expect(await writeInRoom(bob, link(hiddenId))).not.toHaveProperty('about')
})

import { randomUUID } from 'node:crypto'
import type { ClientEvent } from '@dolph/contract/realtime'
import { beforeAll, expect, test } from 'vitest'
import { startMessagingApp, type MessagingApp } from '../../testing/start-messaging-app.ts'
import { openAuthenticatedSocket, type TestSocket } from '../../testing/sockets/test-socket.ts'

const UNKNOWN_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

let api: MessagingApp
let secret: string
beforeAll(async () => {
  api = await startMessagingApp({ LIMITS: 'relaxed' }, { isListening: true })
  secret = (await api.ada.sendMessage(api.bob, 'secret'))._id
  return () => api[Symbol.asyncDispose]()
})

test.each<[string, (app: MessagingApp) => [ClientEvent, ClientEvent]]>([
  [
    'mark a message as received',
    () => [
      { type: 'message_received', messageId: secret },
      { type: 'message_received', messageId: UNKNOWN_ID },
    ],
  ],
  [
    'type into a conversation',
    ({ ada }) => [
      { type: 'typing', recipientId: ada.id, isTyping: true },
      { type: 'typing', recipientId: UNKNOWN_ID, isTyping: true },
    ],
  ],
  [
    'sync a conversation',
    ({ bob }) => [
      { type: 'sync_request', conversationWith: bob.id, lastSyncTime: null },
      { type: 'sync_request', conversationWith: UNKNOWN_ID, lastSyncTime: null },
    ],
  ],
])('a member outside a conversation cannot %s, nor tell whether it exists', async (_, attempts) => {
  const { ada, bob, carla } = api
  const before = [
    await ada.listMessages(bob),
    await bob.listMessages(ada),
    await ada.syncMessages(bob),
  ]
  await using first = await openAuthenticatedSocket(api, ada)
  await using second = await openAuthenticatedSocket(api, bob)
  await using nonParticipant = await openAuthenticatedSocket(api, carla)
  for (const attempt of attempts(api)) nonParticipant.send(attempt)
  await sendSentinel(nonParticipant, carla)
  expect([
    await ada.listMessages(bob),
    await bob.listMessages(ada),
    await ada.syncMessages(bob),
  ]).toEqual(before)
  // An event published by the attempts would arrive before a message that is published after them.
  const { _id } = await ada.sendMessage(bob, 'sentinel')
  for (const socket of [first, second]) await receiveMessage(socket, _id)
  expect([first, second, nonParticipant].flatMap(exceptPresence)).toEqual([])
})

test('members cannot mark their own message as received, type to themselves or sync with themselves', async () => {
  const { ada, bob, carla } = api
  await using socket = await openAuthenticatedSocket(api, ada)
  socket.send({ type: 'message_received', messageId: secret })
  socket.send({ type: 'typing', recipientId: ada.id, isTyping: true })
  socket.send({ type: 'sync_request', conversationWith: ada.id, lastSyncTime: null })
  await sendSentinel(socket, ada)
  await receiveMessage(socket, (await ada.sendMessage(carla, 'sentinel'))._id)
  expect(exceptPresence(socket)).toEqual([])
  expect((await bob.listMessages(ada)).find((message) => message._id === secret)).toMatchObject({
    delivered: false,
  })
})

test('a member never receives the messages of two others', async () => {
  await using ownApi = await startMessagingApp({ LIMITS: 'relaxed' }, { isListening: true })
  const { ada, bob, carla } = ownApi
  await using nonParticipant = await openAuthenticatedSocket(ownApi, carla)
  await using peerSocket = await openAuthenticatedSocket(ownApi, bob)
  await ada.sendMessage(bob, 'more')
  await peerSocket.nextEvent('new_message')
  await ada.sendMessage(carla, 'sentinel')
  expect((await nonParticipant.nextEvent('new_message')).message.content).toBe('sentinel')
  expect(exceptPresence(nonParticipant)).toEqual([])
})

/** Waits for a message. The poll for missed messages may first bring those of earlier tests, which the members may see. */
async function receiveMessage(socket: TestSocket, id: string): Promise<void> {
  while ((await socket.nextEvent('new_message')).message._id !== id);
}

/** Waits until the server has handled all earlier events: it reads a socket in order, and refuses a message to oneself. */
async function sendSentinel(socket: TestSocket, { id }: { id: string }): Promise<void> {
  const tempId = `temp-${randomUUID()}`
  socket.send({ type: 'new_message', recipientId: id, content: 'sentinel', tempId })
  expect(await socket.nextEvent('error')).toMatchObject({ tempId })
}

/** The received events without presence, which may change at any time. */
function exceptPresence({ events }: TestSocket) {
  return events.filter(({ type }) => type !== 'user_status')
}

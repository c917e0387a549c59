import { randomUUID } from 'node:crypto'
import type { ClientEvent } from '@dolph/contract/realtime'
import { beforeAll, expect, test } from 'vitest'
import { startMessagingApp, type MessagingApp } from '../../testing/start-messaging-app.ts'
import { openAuthenticatedSocket, type TestSocket } from '../../testing/test-socket.ts'

const UNKNOWN_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

let api: MessagingApp
let secret: string
beforeAll(async () => {
  api = await startMessagingApp({ LIMITS: 'relaxed' }, { isListening: true })
  secret = (await api.ada.sendMessage(api.bob, 'secret'))._id
  return () => api[Symbol.asyncDispose]()
})

test.each<[string, (there: MessagingApp) => [ClientEvent, ClientEvent]]>([
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
])('a stranger cannot %s, nor tell whether it is there', async (_, attempts) => {
  const { ada, bob, carla } = api
  const before = [
    await ada.listMessages(bob),
    await bob.listMessages(ada),
    await ada.syncMessages(bob),
  ]
  await using first = await openAuthenticatedSocket(api, ada)
  await using second = await openAuthenticatedSocket(api, bob)
  await using stranger = await openAuthenticatedSocket(api, carla)
  for (const attempt of attempts(api)) stranger.send(attempt)
  await sendSentinel(stranger, carla)
  expect([
    await ada.listMessages(bob),
    await bob.listMessages(ada),
    await ada.syncMessages(bob),
  ]).toEqual(before)
  // What the attempts had published would arrive before a message that is published after them.
  const { _id } = await ada.sendMessage(bob, 'sentinel')
  for (const socket of [first, second]) {
    expect((await socket.nextEvent('new_message')).message._id).toBe(_id)
  }
  expect([first, second, stranger].flatMap(exceptPresence)).toEqual([])
})

test('nobody marks their own message as received, types to themselves or syncs with themselves', async () => {
  const { ada, bob, carla } = api
  await using own = await openAuthenticatedSocket(api, ada)
  own.send({ type: 'message_received', messageId: secret })
  own.send({ type: 'typing', recipientId: ada.id, isTyping: true })
  own.send({ type: 'sync_request', conversationWith: ada.id, lastSyncTime: null })
  await sendSentinel(own, ada)
  await ada.sendMessage(carla, 'sentinel')
  expect((await own.nextEvent('new_message')).message.content).toBe('sentinel')
  expect(exceptPresence(own)).toEqual([])
  expect((await bob.listMessages(ada)).find((message) => message._id === secret)).toMatchObject({
    delivered: false,
  })
})

test('a stranger never hears what two others write', async () => {
  const { ada, bob, carla } = api
  await using stranger = await openAuthenticatedSocket(api, carla)
  await using peer = await openAuthenticatedSocket(api, bob)
  await ada.sendMessage(bob, 'more')
  await peer.nextEvent('new_message')
  await ada.sendMessage(carla, 'sentinel')
  expect((await stranger.nextEvent('new_message')).message.content).toBe('sentinel')
  expect(exceptPresence(stranger)).toEqual([])
})

/** A socket is read in order: once its message to its own member is refused, everything before it was handled. */
async function sendSentinel(socket: TestSocket, { id }: { id: string }): Promise<void> {
  const tempId = `temp-${randomUUID()}`
  socket.send({ type: 'new_message', recipientId: id, content: 'sentinel', tempId })
  expect(await socket.nextEvent('error')).toMatchObject({ tempId })
}

/** What a socket has received, without who is online, which may change at any time. */
function exceptPresence({ events }: TestSocket) {
  return events.filter(({ type }) => type !== 'user_status')
}

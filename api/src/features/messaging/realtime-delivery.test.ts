import { randomUUID } from 'node:crypto'
import { markConversationRead } from '@dolph/contract/messaging/messaging'
import { expect, test } from 'vitest'
import { startMessagingApp } from '../../testing/start-messaging-app.ts'
import { openAuthenticatedSocket } from '../../testing/sockets/test-socket.ts'
import { startApp } from '../../testing/start-app.ts'

const RELAXED = { LIMITS: 'relaxed' }

/** Two processes on one database; the first has signed in the members. */
async function startTwoProcesses() {
  const api = await startMessagingApp(RELAXED, { isListening: true })
  const other = await startApp({ shareWith: api, env: RELAXED, isListening: true })
  return {
    ...api,
    other,
    async [Symbol.asyncDispose]() {
      await other[Symbol.asyncDispose]()
      await api[Symbol.asyncDispose]()
    },
  }
}

test('a message sent on a socket reaches the peer and every tab of the sender, on any process', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  await using firstTab = await openAuthenticatedSocket(api, ada)
  await using secondTab = await openAuthenticatedSocket(other, ada)
  await using peerSocket = await openAuthenticatedSocket(other, bob)
  const tempId = `temp-${randomUUID()}`
  firstTab.send({ type: 'new_message', recipientId: bob.id, content: 'Hello', tempId })

  const { message } = await firstTab.nextEvent('new_message', (event) => event.tempId === tempId)
  expect(message).toMatchObject({ content: 'Hello', sender: { _id: ada.id }, delivered: false })
  expect(await secondTab.nextEvent('new_message')).toEqual({ type: 'new_message', message, tempId })
  expect(await peerSocket.nextEvent('new_message')).toEqual({ type: 'new_message', message })
  expect(await bob.listMessages(ada)).toEqual([message])
})

test('a tempId sent again on a socket answers with the first message, and with a conflict for another text', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob } = api
  await using socket = await openAuthenticatedSocket(api, ada)
  const tempId = `temp-${randomUUID()}`
  const draft = { type: 'new_message', recipientId: bob.id, content: 'Hello', tempId } as const
  socket.send(draft)
  const first = await socket.nextEvent('new_message')
  socket.send(draft)
  expect(await socket.nextEvent('new_message')).toEqual(first)

  socket.send({ ...draft, content: 'Bye' })
  expect(await socket.nextEvent('error')).toMatchObject({ code: 'conflict', tempId })
  expect(await bob.listMessages(ada)).toEqual([first.message])
})

test('a message sent over HTTP reaches the peer and every tab of the sender', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  await using ownSocket = await openAuthenticatedSocket(other, ada)
  await using peerSocket = await openAuthenticatedSocket(other, bob)
  const tempId = `temp-${randomUUID()}`
  const message = await ada.sendMessage(bob, 'Hello', tempId)
  expect(await ownSocket.nextEvent('new_message')).toEqual({ type: 'new_message', message, tempId })
  expect(await peerSocket.nextEvent('new_message')).toEqual({ type: 'new_message', message })
})

test('a deleted message does not come back when it is sent again', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  const tempId = `temp-${randomUUID()}`
  const message = await ada.sendMessage(bob, 'Hello', tempId)
  await using ownSocket = await openAuthenticatedSocket(api, ada)
  await bob.deleteConversation(ada)
  await using peerSocket = await openAuthenticatedSocket(other, bob)
  expect(await ada.sendMessage(bob, 'Hello', tempId)).toEqual(message)
  expect(await ownSocket.nextEvent('new_message')).toEqual({ type: 'new_message', message, tempId })
  const later = await ada.sendMessage(bob, 'Again')
  expect((await peerSocket.nextEvent('new_message')).message).toEqual(later)
})

test('both members are notified when a message is delivered or read, on any process', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  await using sender = await openAuthenticatedSocket(api, ada)
  await using reader = await openAuthenticatedSocket(other, bob)
  const { _id: messageId } = await ada.sendMessage(bob, 'Hello')
  reader.send({ type: 'message_received', messageId })
  const delivered = await sender.nextEvent('message_delivered')
  expect(delivered).toMatchObject({ messageId })
  expect(await reader.nextEvent('message_delivered')).toEqual(delivered)

  await bob.call(markConversationRead, { params: { userId: ada.id }, body: {} })
  const read = await sender.nextEvent('message_read')
  expect(read).toMatchObject({ messageId })
  expect(await reader.nextEvent('message_read')).toEqual(read)
  expect(await ada.listMessages(bob)).toMatchObject([
    { deliveredAt: delivered.timestamp, readAt: read.timestamp },
  ])
})

test('only the peer sees that a member is typing', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, carla, other } = api
  await ada.sendMessage(bob, 'Hello')
  await ada.sendMessage(carla, 'Hello')
  await using typingSocket = await openAuthenticatedSocket(api, ada)
  await using peerSocket = await openAuthenticatedSocket(other, bob)
  await using otherSocket = await openAuthenticatedSocket(other, carla)
  typingSocket.send({ type: 'typing', recipientId: bob.id, isTyping: true })
  typingSocket.send({ type: 'typing', recipientId: bob.id, isTyping: false })
  expect(await peerSocket.nextEvent('typing')).toEqual({
    type: 'typing',
    userId: ada.id,
    isTyping: true,
  })
  expect(await peerSocket.nextEvent('typing')).toEqual({
    type: 'typing',
    userId: ada.id,
    isTyping: false,
  })
  expect(otherSocket.events.filter(({ type }) => type === 'typing')).toEqual([])
})

test('a deleted conversation disappears from all browsers of that member and of no other', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  const { _id } = await ada.sendMessage(bob, 'Hello')
  await using ownSocket = await openAuthenticatedSocket(other, ada)
  await using peerSocket = await openAuthenticatedSocket(other, bob)
  await ada.deleteConversation(bob)
  expect(await ownSocket.nextEvent('conversation_deleted')).toEqual({
    type: 'conversation_deleted',
    userId: bob.id,
    upTo: _id,
  })
  expect(peerSocket.events.filter(({ type }) => type === 'conversation_deleted')).toEqual([])
})

test('a sync on a socket brings the missed events to that socket only', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  const old = await ada.sendMessage(bob, 'one')
  const { syncTime } = await ada.syncMessages(bob)
  const newer = await bob.sendMessage(ada, 'two')
  await bob.call(markConversationRead, { params: { userId: ada.id }, body: {} })
  await using ownSocket = await openAuthenticatedSocket(other, ada)
  await using otherTab = await openAuthenticatedSocket(api, ada)
  ownSocket.send({ type: 'sync_request', conversationWith: bob.id, lastSyncTime: syncTime })
  expect(await ownSocket.nextEvent('new_message')).toMatchObject({
    message: { _id: newer._id },
    isMissed: true,
  })
  expect(await ownSocket.nextEvent('message_delivered')).toMatchObject({ messageId: old._id })
  expect(await ownSocket.nextEvent('message_read')).toMatchObject({ messageId: old._id })
  expect(otherTab.events).toEqual([])
})

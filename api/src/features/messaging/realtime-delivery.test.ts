import { randomUUID } from 'node:crypto'
import { markConversationRead } from '@dolph/contract/messaging'
import { expect, test } from 'vitest'
import { startMessagingApp } from '../../testing/start-messaging-app.ts'
import { openAuthenticatedSocket } from '../../testing/test-socket.ts'
import { startApp } from '../../testing/start-app.ts'

const RELAXED = { LIMITS: 'relaxed' }

/** Two processes on one database; the first has the people. */
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

test('what is sent on a socket reaches the other, and every tab of the sender, on any process', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  await using desk = await openAuthenticatedSocket(api, ada)
  await using phone = await openAuthenticatedSocket(other, ada)
  await using peer = await openAuthenticatedSocket(other, bob)
  const tempId = `temp-${randomUUID()}`
  desk.send({ type: 'new_message', recipientId: bob.id, content: 'Hello', tempId })

  const { message } = await desk.nextEvent('new_message', (event) => event.tempId === tempId)
  expect(message).toMatchObject({ content: 'Hello', sender: { _id: ada.id }, delivered: false })
  expect(await phone.nextEvent('new_message')).toEqual({ type: 'new_message', message, tempId })
  expect(await peer.nextEvent('new_message')).toEqual({ type: 'new_message', message })
  expect(await bob.listMessages(ada)).toEqual([message])
})

test('what is sent over HTTP does too', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  await using own = await openAuthenticatedSocket(other, ada)
  await using peer = await openAuthenticatedSocket(other, bob)
  const tempId = `temp-${randomUUID()}`
  const message = await ada.sendMessage(bob, 'Hello', tempId)
  expect(await own.nextEvent('new_message')).toEqual({ type: 'new_message', message, tempId })
  expect(await peer.nextEvent('new_message')).toEqual({ type: 'new_message', message })
})

test('what was taken away does not come back when it is sent once more', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  const tempId = `temp-${randomUUID()}`
  const message = await ada.sendMessage(bob, 'Hello', tempId)
  await using own = await openAuthenticatedSocket(api, ada)
  await bob.deleteConversation(ada)
  await using peer = await openAuthenticatedSocket(other, bob)
  expect(await ada.sendMessage(bob, 'Hello', tempId)).toEqual(message)
  expect(await own.nextEvent('new_message')).toEqual({ type: 'new_message', message, tempId })
  const later = await ada.sendMessage(bob, 'Again')
  expect((await peer.nextEvent('new_message')).message).toEqual(later)
})

test('that a message arrived and was read is told to both, on any process', async () => {
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

test('who types is seen by the other alone', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, carla, other } = api
  await ada.sendMessage(bob, 'Hello')
  await ada.sendMessage(carla, 'Hello')
  await using typist = await openAuthenticatedSocket(api, ada)
  await using peer = await openAuthenticatedSocket(other, bob)
  await using third = await openAuthenticatedSocket(other, carla)
  typist.send({ type: 'typing', recipientId: bob.id, isTyping: true })
  typist.send({ type: 'typing', recipientId: bob.id, isTyping: false })
  expect(await peer.nextEvent('typing')).toEqual({ type: 'typing', userId: ada.id, isTyping: true })
  expect(await peer.nextEvent('typing')).toEqual({
    type: 'typing',
    userId: ada.id,
    isTyping: false,
  })
  expect(third.events.filter(({ type }) => type === 'typing')).toEqual([])
})

test('a conversation that is taken away goes from all browsers of that member, and of nobody else', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  const { _id } = await ada.sendMessage(bob, 'Hello')
  await using own = await openAuthenticatedSocket(other, ada)
  await using peer = await openAuthenticatedSocket(other, bob)
  await ada.deleteConversation(bob)
  expect(await own.nextEvent('conversation_deleted')).toEqual({
    type: 'conversation_deleted',
    userId: bob.id,
    upTo: _id,
  })
  expect(peer.events.filter(({ type }) => type === 'conversation_deleted')).toEqual([])
})

test('a sync on the socket brings what was missed, and to nobody else', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  const old = await ada.sendMessage(bob, 'one')
  const { syncTime } = await ada.syncMessages(bob)
  const fresh = await bob.sendMessage(ada, 'two')
  await bob.call(markConversationRead, { params: { userId: ada.id }, body: {} })
  await using own = await openAuthenticatedSocket(other, ada)
  await using tab = await openAuthenticatedSocket(api, ada)
  own.send({ type: 'sync_request', conversationWith: bob.id, lastSyncTime: syncTime })
  expect(await own.nextEvent('new_message')).toMatchObject({ message: { _id: fresh._id } })
  expect(await own.nextEvent('message_delivered')).toMatchObject({ messageId: old._id })
  expect(await own.nextEvent('message_read')).toMatchObject({ messageId: old._id })
  expect(tab.events).toEqual([])
})

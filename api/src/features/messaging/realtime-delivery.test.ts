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
  desk.say({ type: 'new_message', recipientId: bob.id, content: 'Hello', tempId })

  const { message } = await desk.next('new_message', (event) => event.tempId === tempId)
  expect(message).toMatchObject({ content: 'Hello', sender: { _id: ada.id }, delivered: false })
  expect(await phone.next('new_message')).toEqual({ type: 'new_message', message, tempId })
  expect(await peer.next('new_message')).toEqual({ type: 'new_message', message })
  expect(await bob.thread(ada)).toEqual([message])
})

test('what is sent over HTTP does too', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  await using own = await openAuthenticatedSocket(other, ada)
  await using peer = await openAuthenticatedSocket(other, bob)
  const tempId = `temp-${randomUUID()}`
  const message = await ada.write(bob, 'Hello', tempId)
  expect(await own.next('new_message')).toEqual({ type: 'new_message', message, tempId })
  expect(await peer.next('new_message')).toEqual({ type: 'new_message', message })
})

test('what was taken away does not come back when it is sent once more', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  const tempId = `temp-${randomUUID()}`
  const message = await ada.write(bob, 'Hello', tempId)
  await using own = await openAuthenticatedSocket(api, ada)
  await bob.takeAway(ada)
  await using peer = await openAuthenticatedSocket(other, bob)
  expect(await ada.write(bob, 'Hello', tempId)).toEqual(message)
  expect(await own.next('new_message')).toEqual({ type: 'new_message', message, tempId })
  const later = await ada.write(bob, 'Again')
  expect((await peer.next('new_message')).message).toEqual(later)
})

test('that a message arrived and was read is told to both, on any process', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  await using sender = await openAuthenticatedSocket(api, ada)
  await using reader = await openAuthenticatedSocket(other, bob)
  const { _id: messageId } = await ada.write(bob, 'Hello')
  reader.say({ type: 'message_received', messageId })
  const delivered = await sender.next('message_delivered')
  expect(delivered).toMatchObject({ messageId })
  expect(await reader.next('message_delivered')).toEqual(delivered)

  await bob.call(markConversationRead, { params: { userId: ada.id }, body: {} })
  const read = await sender.next('message_read')
  expect(read).toMatchObject({ messageId })
  expect(await reader.next('message_read')).toEqual(read)
  expect(await ada.thread(bob)).toMatchObject([
    { deliveredAt: delivered.timestamp, readAt: read.timestamp },
  ])
})

test('who types is seen by the other alone', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, carla, other } = api
  await ada.write(bob, 'Hello')
  await ada.write(carla, 'Hello')
  await using typist = await openAuthenticatedSocket(api, ada)
  await using peer = await openAuthenticatedSocket(other, bob)
  await using third = await openAuthenticatedSocket(other, carla)
  typist.say({ type: 'typing', recipientId: bob.id, isTyping: true })
  typist.say({ type: 'typing', recipientId: bob.id, isTyping: false })
  expect(await peer.next('typing')).toEqual({ type: 'typing', userId: ada.id, isTyping: true })
  expect(await peer.next('typing')).toEqual({ type: 'typing', userId: ada.id, isTyping: false })
  expect(third.events.filter(({ type }) => type === 'typing')).toEqual([])
})

test('a conversation that is taken away goes from all browsers of that member, and of nobody else', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  const { _id } = await ada.write(bob, 'Hello')
  await using own = await openAuthenticatedSocket(other, ada)
  await using peer = await openAuthenticatedSocket(other, bob)
  await ada.takeAway(bob)
  expect(await own.next('conversation_deleted')).toEqual({
    type: 'conversation_deleted',
    userId: bob.id,
    upTo: _id,
  })
  expect(peer.events.filter(({ type }) => type === 'conversation_deleted')).toEqual([])
})

test('a sync on the socket brings what was missed, and to nobody else', async () => {
  await using api = await startTwoProcesses()
  const { ada, bob, other } = api
  const old = await ada.write(bob, 'one')
  const { syncTime } = await ada.sync(bob)
  const fresh = await bob.write(ada, 'two')
  await bob.call(markConversationRead, { params: { userId: ada.id }, body: {} })
  await using own = await openAuthenticatedSocket(other, ada)
  await using tab = await openAuthenticatedSocket(api, ada)
  own.say({ type: 'sync_request', conversationWith: bob.id, lastSyncTime: syncTime })
  expect(await own.next('new_message')).toMatchObject({ message: { _id: fresh._id } })
  expect(await own.next('message_delivered')).toMatchObject({ messageId: old._id })
  expect(await own.next('message_read')).toMatchObject({ messageId: old._id })
  expect(tab.events).toEqual([])
})

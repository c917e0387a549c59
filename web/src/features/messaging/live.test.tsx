import { getViewer } from '@dolph/contract/accounts'
import {
  listConversations,
  listMessages,
  readConversation,
  syncMessages,
  type Message,
} from '@dolph/contract/messaging'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answerSyncs, openThread, ownMessage, shown } from '../../testing/bare-thread.tsx'
import { answer, answerRaw, cutOff, refuse } from '../../testing/fake-api.ts'
import { lastSocket, socketsOpened } from '../../testing/fake-socket.ts'
import { BOB, idOf, momentOf, someMessage } from '../../testing/some-message.ts'
import { holdTime } from '../../testing/time.ts'

test('a conversation opens with its newest page, and every ten seconds with what has changed', async () => {
  const { pass } = holdTime()
  const asked = answerSyncs(
    { messages: [someMessage(1)], syncTime: momentOf(1) },
    { messages: [someMessage(2)], syncTime: momentOf(2), hasMore: true },
    { messages: [someMessage(3)], syncTime: momentOf(3) },
  )
  openThread()
  await waitFor(() => expect(shown()).toEqual(['Message 1']))

  await pass(10_000)

  await waitFor(() => expect(shown()).toEqual(['Message 1', 'Message 2', 'Message 3']))
  expect(asked).toEqual(['9999-12-31T23:59:59.999Z', momentOf(1), momentOf(2)])
})

test('after each connection everything is asked for that was missed', async () => {
  answerSyncs(
    { messages: [someMessage(1)] },
    { messages: [someMessage(2)] },
    { messages: [someMessage(3)] },
  )
  openThread()
  await waitFor(() => expect(shown()).toEqual(['Message 1']))
  lastSocket().accept()
  await waitFor(() => expect(shown()).toEqual(['Message 1', 'Message 2']))

  window.dispatchEvent(new Event('online'))
  lastSocket().accept()

  await waitFor(() => expect(shown()).toContain('Message 3'))
})

test('a message that comes is shown, and the server is told that it came', async () => {
  answerSyncs({ messages: [] })
  openThread()
  lastSocket().accept()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(''))
  await vi.waitFor(() => lastSocket().tell({ type: 'new_message', message: someMessage(4) }))

  await waitFor(() => expect(shown()).toEqual(['Message 4']))
  expect(lastSocket().saidOf('message_received')).toContainEqual({
    type: 'message_received',
    messageId: idOf(4),
  })
})

test('what happens while a conversation is being opened is in it when it is there', async () => {
  const { promise: late, resolve } = Promise.withResolvers<{ messages: Message[] }>()
  const asked = answerSyncs(late, late)
  openThread()
  await waitFor(() => expect(asked).toHaveLength(1))
  lastSocket().accept()
  await waitFor(() => expect(asked).toHaveLength(2))

  lastSocket().tell({ type: 'new_message', message: someMessage(3) })
  lastSocket().tell({ type: 'new_message', message: ownMessage(2, 'Ahoy') })
  lastSocket().tell({ type: 'message_read', messageId: idOf(2), timestamp: momentOf(4) })
  lastSocket().tell({ type: 'conversation_deleted', userId: BOB._id, upTo: idOf(1) })
  resolve({ messages: [someMessage(1), ownMessage(2, 'Ahoy')] })

  await waitFor(() => expect(shown()).toEqual(['Ahoy | Read', 'Message 3']))
})

test('of what a sync brings the server is told that it came, but never in a flood', async () => {
  const { pass } = holdTime()
  const messages = Array.from({ length: 130 }, (_, nth) => someMessage(nth + 1))
  answerSyncs({ messages })
  openThread()
  await waitFor(() => expect(shown()).toHaveLength(130))
  lastSocket().accept()
  expect(lastSocket().saidOf('message_received').length).toBeLessThanOrEqual(100)

  await pass(2000)

  expect(
    new Set(
      lastSocket()
        .saidOf('message_received')
        .map(({ messageId }) => messageId),
    ).size,
  ).toBe(130)
})

test('Delivered and Read are shown, and never taken back', async () => {
  answerSyncs({ messages: [ownMessage(1, 'Ahoy')] })
  openThread()
  lastSocket().accept()
  await waitFor(() => expect(shown()).toEqual(['Ahoy']))

  lastSocket().tell({ type: 'message_delivered', messageId: idOf(1), timestamp: momentOf(2) })
  await waitFor(() => expect(shown()).toEqual(['Ahoy | Delivered']))
  lastSocket().tell({ type: 'message_read', messageId: idOf(1), timestamp: momentOf(3) })
  await waitFor(() => expect(shown()).toEqual(['Ahoy | Read']))
  lastSocket().tell({ type: 'message_delivered', messageId: idOf(1), timestamp: momentOf(2) })
  lastSocket().tell({ type: 'new_message', message: ownMessage(1, 'Ahoy') })
  expect(shown()).toEqual(['Ahoy | Read'])
})

test('what was taken away in another browser goes here too', async () => {
  answerSyncs({ messages: [someMessage(1), someMessage(2)] })
  openThread()
  lastSocket().accept()
  await waitFor(() => expect(shown()).toHaveLength(2))
  lastSocket().tell({ type: 'conversation_deleted', userId: BOB._id, upTo: idOf(1) })
  await waitFor(() => expect(shown()).toEqual(['Message 2']))
})

test('older messages are read page by page', async () => {
  const newest = Array.from({ length: 51 }, (_, nth) => someMessage(nth + 10))
  answerSyncs({ messages: newest })
  answer(listMessages, [someMessage(9), someMessage(8)])
  openThread()
  await userEvent.click(await screen.findByRole('button', { name: 'Older' }))

  await waitFor(() => expect(shown().slice(0, 3)).toEqual(['Message 8', 'Message 9', 'Message 10']))
  expect(screen.queryByRole('button', { name: 'Older' })).toBeNull()
})

test('messages are marked read while somebody looks, once', async () => {
  const { pass } = holdTime()
  answerSyncs({ messages: [someMessage(1), someMessage(2)] })
  const told = answer(readConversation, { success: true, message: 'Conversation read' })
  openThread({ isLooking: true })
  lastSocket().accept()
  await waitFor(() => expect(told.map(({ body }) => body)).toEqual([{ upTo: idOf(2) }]))

  await pass(25_000)
  expect(told).toHaveLength(1)
  lastSocket().tell({ type: 'new_message', message: someMessage(3) })
  await waitFor(() => expect(told.map(({ body }) => body)).toContainEqual({ upTo: idOf(3) }))
})

test('nothing is marked read in a tab that nobody sees', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  answerSyncs({ messages: [someMessage(1)] })
  const told = answer(readConversation, { success: true, message: 'Conversation read' })
  openThread({ isLooking: true })
  await waitFor(() => expect(shown()).toHaveLength(1))
  expect(told).toEqual([])

  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(told).toHaveLength(1))
})

test('what cannot be fetched, or not be understood, is said in its place', async () => {
  refuse(syncMessages, 400, { code: 'invalid-input', message: 'No' })
  openThread()
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('Failed to fetch messages'),
  )
})

test('a reply that makes no sense is called that', async () => {
  answerRaw(syncMessages, 200, { messages: 'none' })
  openThread()
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('Invalid messages data received'),
  )
})

test('a sync that fails says so once, and the messages stay', async () => {
  const { pass } = holdTime()
  answerSyncs({ messages: [someMessage(1)] })
  openThread()
  await waitFor(() => expect(shown()).toHaveLength(1))
  cutOff(syncMessages)

  await pass(10_000)
  expect(await screen.findByText('Failed to sync messages')).toBeTruthy()
  await pass(4000)
  await waitFor(() => expect(screen.queryByText('Failed to sync messages')).toBeNull())
  await pass(30_000)
  expect(screen.queryByText('Failed to sync messages')).toBeNull()
  expect(shown()).toEqual(['Message 1'])
})

test('what the socket complains about is said in passing', async () => {
  answerSyncs()
  openThread()
  lastSocket().accept()
  lastSocket().tell({ type: 'error', code: 'too-many-requests', message: 'Too fast' })
  expect(await screen.findByText('Too fast')).toBeTruthy()
})

test('whoever is sent away is asked about, and a session that ended is noticed', async () => {
  const { pass } = holdTime()
  answerSyncs()
  openThread()
  lastSocket().accept()
  const asked = refuse(getViewer, 401, { code: 'not-signed-in', message: 'Not signed in' })

  lastSocket().end(1000)
  await pass(1100)

  await waitFor(() => expect(asked).toHaveLength(1))
  await pass(60_000)
  expect(socketsOpened()).toBe(1)
})

test('whoever is sent away but is still signed in comes back', async () => {
  const { pass } = holdTime()
  answerSyncs()
  openThread()
  lastSocket().accept()
  lastSocket().end(1000)
  await pass(1100)
  await pass(5100)
  await waitFor(() => expect(socketsOpened()).toBe(2))
})

test('the list is asked for every half minute, and more often without a connection', async () => {
  const { pass } = holdTime()
  answerSyncs()
  const asked = answer(listConversations, {
    success: true,
    data: [],
    unreadCount: 0,
    nextCursor: null,
  })
  openThread()
  await waitFor(() => expect(asked).toHaveLength(1))
  await pass(10_100)
  await waitFor(() => expect(asked).toHaveLength(2))
  window.dispatchEvent(new Event('online'))
  lastSocket().accept()
  await waitFor(() => expect(asked).toHaveLength(3))
  await pass(25_000)
  expect(asked).toHaveLength(3)
  await pass(6000)
  await waitFor(() => expect(asked).toHaveLength(4))
})

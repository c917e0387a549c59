import { getViewer } from '@dolph/contract/accounts'
import {
  listConversations,
  listMessages,
  markConversationRead,
  syncMessages,
  type Message,
} from '@dolph/contract/messaging'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  mockSyncReplies,
  renderBareThread,
  createOwnMessageFixture,
  getShownMessages,
} from '../../testing/render-bare-thread.tsx'
import { mockReply, mockRawReply, mockNetworkError, mockRefusal } from '../../testing/fake-api.ts'
import { getLastSocket, countOpenedSockets } from '../../testing/fake-socket.ts'
import {
  BOB,
  getMessageId,
  getTimestamp,
  createMessageFixture,
} from '../../testing/message-fixtures.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'

test('a conversation opens with its newest page, and every ten seconds with what has changed', async () => {
  const { pass } = installFakeClock()
  const asked = mockSyncReplies(
    { messages: [createMessageFixture(1)], syncTime: getTimestamp(1) },
    { messages: [createMessageFixture(2)], syncTime: getTimestamp(2), hasMore: true },
    { messages: [createMessageFixture(3)], syncTime: getTimestamp(3) },
  )
  renderBareThread()
  await waitFor(() => expect(getShownMessages()).toEqual(['Message 1']))

  await pass(10_000)

  await waitFor(() => expect(getShownMessages()).toEqual(['Message 1', 'Message 2', 'Message 3']))
  expect(asked).toEqual(['9999-12-31T23:59:59.999Z', getTimestamp(1), getTimestamp(2)])
})

test('after each connection everything is asked for that was missed', async () => {
  mockSyncReplies(
    { messages: [createMessageFixture(1)] },
    { messages: [createMessageFixture(2)] },
    { messages: [createMessageFixture(3)] },
  )
  renderBareThread()
  await waitFor(() => expect(getShownMessages()).toEqual(['Message 1']))
  getLastSocket().accept()
  await waitFor(() => expect(getShownMessages()).toEqual(['Message 1', 'Message 2']))

  window.dispatchEvent(new Event('online'))
  getLastSocket().accept()

  await waitFor(() => expect(getShownMessages()).toContain('Message 3'))
})

test('a message that comes is shown, and the server is told that it came', async () => {
  mockSyncReplies({ messages: [] })
  renderBareThread()
  getLastSocket().accept()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(''))
  await vi.waitFor(() =>
    getLastSocket().receive({ type: 'new_message', message: createMessageFixture(4) }),
  )

  await waitFor(() => expect(getShownMessages()).toEqual(['Message 4']))
  expect(getLastSocket().sentOfType('message_received')).toContainEqual({
    type: 'message_received',
    messageId: getMessageId(4),
  })
})

test('what happens while a conversation is being opened is in it when it is there', async () => {
  const { promise: late, resolve } = Promise.withResolvers<{ messages: Message[] }>()
  const asked = mockSyncReplies(late, late)
  renderBareThread()
  await waitFor(() => expect(asked).toHaveLength(1))
  getLastSocket().accept()
  await waitFor(() => expect(asked).toHaveLength(2))

  getLastSocket().receive({ type: 'new_message', message: createMessageFixture(3) })
  getLastSocket().receive({ type: 'new_message', message: createOwnMessageFixture(2, 'Ahoy') })
  getLastSocket().receive({
    type: 'message_read',
    messageId: getMessageId(2),
    timestamp: getTimestamp(4),
  })
  getLastSocket().receive({ type: 'conversation_deleted', userId: BOB._id, upTo: getMessageId(1) })
  resolve({ messages: [createMessageFixture(1), createOwnMessageFixture(2, 'Ahoy')] })

  await waitFor(() => expect(getShownMessages()).toEqual(['Ahoy | Read', 'Message 3']))
})

test('of what a sync brings the server is told that it came, but never in a flood', async () => {
  const { pass } = installFakeClock()
  const messages = Array.from({ length: 130 }, (_, nth) => createMessageFixture(nth + 1))
  mockSyncReplies({ messages })
  renderBareThread()
  await waitFor(() => expect(getShownMessages()).toHaveLength(130))
  getLastSocket().accept()
  expect(getLastSocket().sentOfType('message_received').length).toBeLessThanOrEqual(100)

  await pass(2000)

  expect(
    new Set(
      getLastSocket()
        .sentOfType('message_received')
        .map(({ messageId }) => messageId),
    ).size,
  ).toBe(130)
})

test('Delivered and Read are shown, and never taken back', async () => {
  mockSyncReplies({ messages: [createOwnMessageFixture(1, 'Ahoy')] })
  renderBareThread()
  getLastSocket().accept()
  await waitFor(() => expect(getShownMessages()).toEqual(['Ahoy']))

  getLastSocket().receive({
    type: 'message_delivered',
    messageId: getMessageId(1),
    timestamp: getTimestamp(2),
  })
  await waitFor(() => expect(getShownMessages()).toEqual(['Ahoy | Delivered']))
  getLastSocket().receive({
    type: 'message_read',
    messageId: getMessageId(1),
    timestamp: getTimestamp(3),
  })
  await waitFor(() => expect(getShownMessages()).toEqual(['Ahoy | Read']))
  getLastSocket().receive({
    type: 'message_delivered',
    messageId: getMessageId(1),
    timestamp: getTimestamp(2),
  })
  getLastSocket().receive({ type: 'new_message', message: createOwnMessageFixture(1, 'Ahoy') })
  expect(getShownMessages()).toEqual(['Ahoy | Read'])
})

test('what was taken away in another browser goes here too', async () => {
  mockSyncReplies({ messages: [createMessageFixture(1), createMessageFixture(2)] })
  renderBareThread()
  getLastSocket().accept()
  await waitFor(() => expect(getShownMessages()).toHaveLength(2))
  getLastSocket().receive({ type: 'conversation_deleted', userId: BOB._id, upTo: getMessageId(1) })
  await waitFor(() => expect(getShownMessages()).toEqual(['Message 2']))
})

test('older messages are read page by page', async () => {
  const newest = Array.from({ length: 51 }, (_, nth) => createMessageFixture(nth + 10))
  mockSyncReplies({ messages: newest })
  mockReply(listMessages, [createMessageFixture(9), createMessageFixture(8)])
  renderBareThread()
  await userEvent.click(await screen.findByRole('button', { name: 'Older' }))

  await waitFor(() =>
    expect(getShownMessages().slice(0, 3)).toEqual(['Message 8', 'Message 9', 'Message 10']),
  )
  expect(screen.queryByRole('button', { name: 'Older' })).toBeNull()
})

test('messages are marked read while somebody looks, once', async () => {
  const { pass } = installFakeClock()
  mockSyncReplies({ messages: [createMessageFixture(1), createMessageFixture(2)] })
  const told = mockReply(markConversationRead, { success: true, message: 'Conversation read' })
  renderBareThread({ isLooking: true })
  getLastSocket().accept()
  await waitFor(() => expect(told.map(({ body }) => body)).toEqual([{ upTo: getMessageId(2) }]))

  await pass(25_000)
  expect(told).toHaveLength(1)
  getLastSocket().receive({ type: 'new_message', message: createMessageFixture(3) })
  await waitFor(() =>
    expect(told.map(({ body }) => body)).toContainEqual({ upTo: getMessageId(3) }),
  )
})

test('nothing is marked read in a tab that nobody sees', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  mockSyncReplies({ messages: [createMessageFixture(1)] })
  const told = mockReply(markConversationRead, { success: true, message: 'Conversation read' })
  renderBareThread({ isLooking: true })
  await waitFor(() => expect(getShownMessages()).toHaveLength(1))
  expect(told).toEqual([])

  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(told).toHaveLength(1))
})

test('what cannot be fetched, or not be understood, is said in its place', async () => {
  mockRefusal(syncMessages, 400, { code: 'invalid-input', message: 'No' })
  renderBareThread()
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('Failed to fetch messages'),
  )
})

test('a reply that makes no sense is called that', async () => {
  mockRawReply(syncMessages, 200, { messages: 'none' })
  renderBareThread()
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('Invalid messages data received'),
  )
})

test('a sync that fails says so once, and the messages stay', async () => {
  const { pass } = installFakeClock()
  mockSyncReplies({ messages: [createMessageFixture(1)] })
  renderBareThread()
  await waitFor(() => expect(getShownMessages()).toHaveLength(1))
  mockNetworkError(syncMessages)

  await pass(10_000)
  expect(await screen.findByText('Failed to sync messages')).toBeTruthy()
  await pass(4000)
  await waitFor(() => expect(screen.queryByText('Failed to sync messages')).toBeNull())
  await pass(30_000)
  expect(screen.queryByText('Failed to sync messages')).toBeNull()
  expect(getShownMessages()).toEqual(['Message 1'])
})

test('what the socket complains about is said in passing', async () => {
  mockSyncReplies()
  renderBareThread()
  getLastSocket().accept()
  getLastSocket().receive({ type: 'error', code: 'too-many-requests', message: 'Too fast' })
  expect(await screen.findByText('Too fast')).toBeTruthy()
})

test('whoever is sent away is asked about, and a session that ended is noticed', async () => {
  const { pass } = installFakeClock()
  mockSyncReplies()
  renderBareThread()
  getLastSocket().accept()
  const asked = mockRefusal(getViewer, 401, { code: 'not-signed-in', message: 'Not signed in' })

  getLastSocket().disconnect(1000)
  await pass(1100)

  await waitFor(() => expect(asked).toHaveLength(1))
  await pass(60_000)
  expect(countOpenedSockets()).toBe(1)
})

test('whoever is sent away but is still signed in comes back', async () => {
  const { pass } = installFakeClock()
  mockSyncReplies()
  renderBareThread()
  getLastSocket().accept()
  getLastSocket().disconnect(1000)
  await pass(1100)
  await pass(5100)
  await waitFor(() => expect(countOpenedSockets()).toBe(2))
})

test('the list is asked for every half minute, and more often without a connection', async () => {
  const { pass } = installFakeClock()
  mockSyncReplies()
  const asked = mockReply(listConversations, {
    success: true,
    data: [],
    unreadCount: 0,
    nextCursor: null,
  })
  renderBareThread()
  await waitFor(() => expect(asked).toHaveLength(1))
  await pass(10_100)
  await waitFor(() => expect(asked).toHaveLength(2))
  window.dispatchEvent(new Event('online'))
  getLastSocket().accept()
  await waitFor(() => expect(asked).toHaveLength(3))
  await pass(25_000)
  expect(asked).toHaveLength(3)
  await pass(6000)
  await waitFor(() => expect(asked).toHaveLength(4))
})

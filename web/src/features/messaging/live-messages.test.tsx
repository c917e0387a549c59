import {
  listConversations,
  listMessages,
  markConversationRead,
  syncMessages,
  type Message,
} from '@dolph/contract/messaging/messaging'
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
import { getLastSocket } from '../../testing/fake-socket.ts'
import {
  BOB,
  getMessageId,
  getTimestamp,
  createMessageFixture,
} from '../../testing/fixtures/message-fixtures.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'

test('a conversation loads its newest page, and then the changes every ten seconds', async () => {
  const { advanceTime } = installFakeClock()
  const syncTimes = mockSyncReplies(
    { messages: [createMessageFixture(1)], syncTime: getTimestamp(1) },
    { messages: [createMessageFixture(2)], syncTime: getTimestamp(2), hasMore: true },
    { messages: [createMessageFixture(3)], syncTime: getTimestamp(3) },
  )
  renderBareThread()
  await waitFor(() => expect(getShownMessages()).toEqual(['Message 1']))

  await advanceTime(9_000)
  expect(syncTimes).toHaveLength(1)
  await advanceTime(1_000)

  await waitFor(() => expect(getShownMessages()).toEqual(['Message 1', 'Message 2', 'Message 3']))
  expect(syncTimes).toEqual(['newest', getTimestamp(1), getTimestamp(2)])
})

test('messages missed while disconnected are fetched after each reconnect', async () => {
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

test('a reconnect requests the events that the open conversation missed, and nothing is shown or heard twice', async () => {
  const createSyncRequest = (time: number) =>
    ({ type: 'sync_request', conversationWith: BOB._id, lastSyncTime: getTimestamp(time) }) as const
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
  mockSyncReplies(
    { messages: [createMessageFixture(1)], syncTime: getTimestamp(1) },
    { messages: [createMessageFixture(2)], syncTime: getTimestamp(2) },
  )
  renderBareThread()
  await waitFor(() => expect(getShownMessages()).toEqual(['Message 1']))
  getLastSocket().accept()
  expect(getLastSocket().sentOfType('sync_request')).toEqual([createSyncRequest(1)])
  const missed = { type: 'new_message', message: createMessageFixture(2), isMissed: true } as const
  getLastSocket().receive(missed)
  await waitFor(() => expect(getShownMessages()).toEqual(['Message 1', 'Message 2']))

  window.dispatchEvent(new Event('online'))
  getLastSocket().accept()
  expect(getLastSocket().sentOfType('sync_request')).toEqual([createSyncRequest(2)])
  getLastSocket().receive(missed)
  getLastSocket().receive({ type: 'new_message', message: createMessageFixture(3) })
  await waitFor(() => expect(getShownMessages()).toEqual(['Message 1', 'Message 2', 'Message 3']))
  await waitFor(() => expect(play).toHaveBeenCalledTimes(1))
})

test('an incoming message is shown, and its delivery receipt is sent', async () => {
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

test('events that arrive while a conversation loads are applied to it', async () => {
  const { promise: delayed, resolve } = Promise.withResolvers<{ messages: Message[] }>()
  const syncTimes = mockSyncReplies(delayed, delayed)
  renderBareThread()
  await waitFor(() => expect(syncTimes).toHaveLength(1))
  getLastSocket().accept()
  await waitFor(() => expect(syncTimes).toHaveLength(2))

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

test('delivery receipts for the messages of a sync are sent within the rate limit', async () => {
  const { advanceTime } = installFakeClock()
  const messages = Array.from({ length: 130 }, (_, index) => createMessageFixture(index + 1))
  mockSyncReplies({ messages })
  renderBareThread()
  await waitFor(() => expect(getShownMessages()).toHaveLength(130))
  getLastSocket().accept()
  expect(getLastSocket().sentOfType('message_received').length).toBeLessThanOrEqual(100)

  await advanceTime(2000)

  expect(
    new Set(
      getLastSocket()
        .sentOfType('message_received')
        .map(({ messageId }) => messageId),
    ).size,
  ).toBe(130)
})

test('Delivered and Read are shown, and never revoked', async () => {
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

test('messages deleted in another browser disappear here too', async () => {
  mockSyncReplies({ messages: [createMessageFixture(1), createMessageFixture(2)] })
  renderBareThread()
  getLastSocket().accept()
  await waitFor(() => expect(getShownMessages()).toHaveLength(2))
  getLastSocket().receive({ type: 'conversation_deleted', userId: BOB._id, upTo: getMessageId(1) })
  await waitFor(() => expect(getShownMessages()).toEqual(['Message 2']))
})

test('older messages are loaded page by page', async () => {
  const newest = Array.from({ length: 51 }, (_, index) => createMessageFixture(index + 10))
  mockSyncReplies({ messages: newest })
  mockReply(listMessages, [createMessageFixture(9), createMessageFixture(8)])
  renderBareThread()
  await userEvent.click(await screen.findByRole('button', { name: 'Older' }))

  await waitFor(() =>
    expect(getShownMessages().slice(0, 3)).toEqual(['Message 8', 'Message 9', 'Message 10']),
  )
  expect(screen.queryByRole('button', { name: 'Older' })).toBeNull()
})

test('messages on screen are marked read once', async () => {
  const { advanceTime } = installFakeClock()
  mockSyncReplies({ messages: [createMessageFixture(1), createMessageFixture(2)] })
  const requests = mockReply(markConversationRead, { success: true, message: 'Conversation read' })
  renderBareThread({ isReading: true })
  getLastSocket().accept()
  await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ upTo: getMessageId(2) }]))

  await advanceTime(25_000)
  expect(requests).toHaveLength(1)
  getLastSocket().receive({ type: 'new_message', message: createMessageFixture(3) })
  await waitFor(() =>
    expect(requests.map(({ body }) => body)).toContainEqual({ upTo: getMessageId(3) }),
  )
})

test('nothing is marked read in a hidden tab', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  mockSyncReplies({ messages: [createMessageFixture(1)] })
  const requests = mockReply(markConversationRead, { success: true, message: 'Conversation read' })
  renderBareThread({ isReading: true })
  await waitFor(() => expect(getShownMessages()).toHaveLength(1))
  expect(requests).toEqual([])

  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('a conversation that cannot be fetched shows an error', async () => {
  mockRefusal(syncMessages, 400, { code: 'invalid-input', message: 'No' })
  renderBareThread()
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('Failed to fetch messages'),
  )
})

test('an invalid reply is reported as invalid', async () => {
  mockRawReply(syncMessages, 200, { messages: 'none' })
  renderBareThread()
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('Invalid messages data received'),
  )
})

test('a sync that the server refuses shows one toast, and the messages stay', async () => {
  const { advanceTime } = installFakeClock()
  mockSyncReplies({ messages: [createMessageFixture(1)] })
  renderBareThread()
  await waitFor(() => expect(getShownMessages()).toHaveLength(1))
  mockRefusal(syncMessages, 429, { code: 'too-many-requests', message: 'Please slow down.' })

  await advanceTime(10_000)
  expect(await screen.findByText('Failed to sync messages')).toBeTruthy()
  await advanceTime(4000)
  await waitFor(() => expect(screen.queryByText('Failed to sync messages')).toBeNull())
  await advanceTime(30_000)
  expect(screen.queryByText('Failed to sync messages')).toBeNull()
  expect(getShownMessages()).toEqual(['Message 1'])
})

test('a sync that does not reach the server raises no alarm of its own', async () => {
  const { advanceTime } = installFakeClock()
  mockSyncReplies({ messages: [createMessageFixture(1)] })
  renderBareThread()
  await waitFor(() => expect(getShownMessages()).toHaveLength(1))
  mockNetworkError(syncMessages)
  await advanceTime(20_000)
  mockRefusal(syncMessages, 503, { code: 'unavailable', message: 'Please try again later.' })
  await advanceTime(20_000)
  expect(screen.queryByText('Failed to sync messages')).toBeNull()
  expect(getShownMessages()).toEqual(['Message 1'])
})

test('an error of the socket is shown as a toast', async () => {
  mockSyncReplies()
  renderBareThread()
  getLastSocket().accept()
  getLastSocket().receive({ type: 'error', code: 'too-many-requests', message: 'Too fast' })
  expect(await screen.findByText('Too fast')).toBeTruthy()
})

test('the list is fetched every half minute, and more often without a connection', async () => {
  const { advanceTime } = installFakeClock()
  mockSyncReplies()
  const requests = mockReply(listConversations, {
    success: true,
    data: [],
    unreadCount: 0,
    nextCursor: null,
  })
  renderBareThread()
  await waitFor(() => expect(requests).toHaveLength(1))
  await advanceTime(10_100)
  await waitFor(() => expect(requests).toHaveLength(2))
  window.dispatchEvent(new Event('online'))
  getLastSocket().accept()
  await waitFor(() => expect(requests).toHaveLength(3))
  await advanceTime(25_000)
  expect(requests).toHaveLength(3)
  await advanceTime(6000)
  await waitFor(() => expect(requests).toHaveLength(4))
})

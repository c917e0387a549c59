import { listMessages, sendMessage, MESSAGES_PAGE_SIZE } from '@dolph/contract/messaging/messaging'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockReply, mockNetworkError } from '../../../testing/fake-api.ts'
import {
  mockMessages,
  mockOlderMessages,
  getComposer,
  renderMessagesPage,
  BOB_CONVERSATION_PATH,
} from '../../../testing/render-messages-page.tsx'
import { getLastSocket } from '../../../testing/fake-socket.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import { stubIntersectionObserver } from '../../../testing/stub-intersection-observer.ts'
import { ADA, BOB, createMessageFixture } from '../../../testing/fixtures/message-fixtures.ts'

test('messages are shown as plain text, in which only URLs are links', async () => {
  const content = '<b>Ahoy</b>\nhttps://dolph.example/tide?a=1 javascript:alert(1)'
  mockMessages([createMessageFixture(1, { content })])
  renderMessagesPage(BOB_CONVERSATION_PATH)

  const thread = await findThread()
  expect(thread.getByText(/<b>Ahoy<\/b>/).textContent).toBe(content)
  const [link, ...others] = thread.getAllByRole<HTMLAnchorElement>('link')
  expect(link?.href).toBe('https://dolph.example/tide?a=1')
  expect(link?.rel).toBe('noopener noreferrer nofollow ugc')
  expect(others).toEqual([])
})

test('one’s own message shows its delivery status', async () => {
  mockMessages([createMessageFixture(1)])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await findThread()
  getLastSocket().accept()
  await userEvent.type(getComposer(), 'Ahoy{Enter}')
  const thread = await findThread()
  expect(await thread.findByText('Sending...')).toBeTruthy()
  expect(getComposer().value).toBe('')

  const { tempId } = getLastSocket().sentOfType('new_message')[0] ?? {}
  const message = createMessageFixture(2, { sender: ADA, content: 'Ahoy' })
  getLastSocket().receive({ type: 'new_message', message, tempId })
  await waitFor(() => expect(thread.queryByText('Sending...')).toBeNull())
  expect(thread.getByText('Sent')).toBeTruthy()

  const timestamp = message.createdAt
  getLastSocket().receive({ type: 'message_delivered', messageId: message._id, timestamp })
  expect(await thread.findByText('Delivered')).toBeTruthy()
  getLastSocket().receive({ type: 'message_read', messageId: message._id, timestamp })
  expect(await thread.findByText('Read')).toBeTruthy()
  expect(thread.getAllByText('Ahoy')).toHaveLength(1)
})

test('a new message is announced to screen readers, earlier ones are not', async () => {
  mockMessages([createMessageFixture(1, { content: 'Long ago' })])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await findThread()
  getLastSocket().accept()
  const announcer = screen.getByRole('log', { name: 'New messages' })
  expect(announcer.textContent).toBe('')

  getLastSocket().receive({
    type: 'new_message',
    message: createMessageFixture(2, { content: 'Ahoy' }),
  })
  await waitFor(() => expect(announcer.textContent).toBe('bob: Ahoy'))
  getLastSocket().receive({
    type: 'new_message',
    message: createMessageFixture(3, { content: 'Hello?' }),
  })
  await waitFor(() => expect(announcer.textContent).toBe('bob: Hello?'))
})

test('a typing peer and their presence are shown', async () => {
  mockMessages([createMessageFixture(1)])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await findThread()
  getLastSocket().accept()
  expect(screen.queryByText(/Online|Last seen/)).toBeNull()

  getLastSocket().receive({
    type: 'user_status',
    userId: BOB._id,
    status: 'online',
    lastSeen: null,
  })
  expect(await screen.findByText('Online')).toBeTruthy()
  getLastSocket().receive({ type: 'typing', userId: BOB._id, isTyping: true })
  expect(await screen.findByText('bob is typing…')).toBeTruthy()
  getLastSocket().receive({ type: 'typing', userId: BOB._id, isTyping: false })
  await waitFor(() => expect(screen.queryByText('bob is typing…')).toBeNull())

  const lastSeen = new Date(Date.now() - 3_600_000).toISOString()
  getLastSocket().receive({ type: 'user_status', userId: BOB._id, status: 'offline', lastSeen })
  expect(await screen.findByText(/Last seen/)).toBeTruthy()
})

test('older messages are loaded on scrolling up until there are no more', async () => {
  stubIntersectionObserver()
  mockMessages(createMessagePage(100))
  mockOlderMessages(createMessagePage(50).toReversed(), [])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  const thread = await findThread()
  expect(await thread.findByText('Message 1')).toBeTruthy()
  expect(await thread.findByText('The beginning of your conversation with bob')).toBeTruthy()
  expect(thread.getAllByText(/^Message \d+$/)).toHaveLength(2 * MESSAGES_PAGE_SIZE)
})

test('older messages that cannot be fetched show an error and can be retried', async () => {
  stubIntersectionObserver()
  mockMessages(createMessagePage(100))
  mockNetworkError(listMessages)
  renderMessagesPage(BOB_CONVERSATION_PATH)
  const thread = await findThread()
  expect(await thread.findByText('Failed to fetch messages')).toBeTruthy()

  mockOlderMessages(createMessagePage(50).toReversed(), [])
  await pressButton('Retry')
  expect(await thread.findByText('Message 1')).toBeTruthy()
})

test('a lost connection is shown', async () => {
  mockMessages([createMessageFixture(1)])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await findThread()
  getLastSocket().accept()
  expect(await screen.findByText('Connected')).toBeTruthy()
  getLastSocket().disconnect()
  expect(await screen.findByText('Connection lost, reconnecting...')).toBeTruthy()
})

test('the first message starts a conversation', async () => {
  mockMessages([])
  mockReply(sendMessage, createMessageFixture(1, { sender: ADA, content: 'Ahoy' }))
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await screen.findByText('Say hello to bob')
  await userEvent.type(getComposer(), 'Ahoy{Enter}')
  const thread = await findThread()
  expect(await thread.findByText('Ahoy')).toBeTruthy()
  expect(screen.queryByText('Say hello to bob')).toBeNull()
})

/** A page of messages that ends with `lastSequence`. */
function createMessagePage(lastSequence: number) {
  return Array.from({ length: MESSAGES_PAGE_SIZE }, (_, index) =>
    createMessageFixture(lastSequence - MESSAGES_PAGE_SIZE + index + 1),
  )
}

async function findThread() {
  return within(await screen.findByRole('region', { name: 'Conversation with bob' }))
}

import { listMessages, sendMessage, MESSAGES_PAGE_SIZE } from '@dolph/contract/messaging'
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
import { ADA, BOB, createMessageFixture } from '../../../testing/message-fixtures.ts'

test('what was said is shown letter by letter, and only addresses lead away', async () => {
  const content = '<b>Ahoy</b>\nhttps://dolph.example/tide?a=1 javascript:alert(1)'
  mockMessages([createMessageFixture(1, { content })])
  renderMessagesPage(BOB_CONVERSATION_PATH)

  const said = await findThread()
  expect(said.getByText(/<b>Ahoy<\/b>/).textContent).toBe(content)
  const [link, ...others] = said.getAllByRole<HTMLAnchorElement>('link')
  expect(link?.href).toBe('https://dolph.example/tide?a=1')
  expect(link?.rel).toBe('noopener noreferrer nofollow ugc')
  expect(others).toEqual([])
})

test('one’s own message says how far it has come', async () => {
  mockMessages([createMessageFixture(1)])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await findThread()
  getLastSocket().accept()
  await userEvent.type(getComposer(), 'Ahoy{Enter}')
  const said = await findThread()
  expect(await said.findByText('Sending...')).toBeTruthy()
  expect(getComposer().value).toBe('')

  const { tempId } = getLastSocket().sentOfType('new_message')[0] ?? {}
  const message = createMessageFixture(2, { sender: ADA, content: 'Ahoy' })
  getLastSocket().receive({ type: 'new_message', message, tempId })
  await waitFor(() => expect(said.queryByText('Sending...')).toBeNull())
  expect(said.getByText('Sent')).toBeTruthy()

  const timestamp = message.createdAt
  getLastSocket().receive({ type: 'message_delivered', messageId: message._id, timestamp })
  expect(await said.findByText('Delivered')).toBeTruthy()
  getLastSocket().receive({ type: 'message_read', messageId: message._id, timestamp })
  expect(await said.findByText('Read')).toBeTruthy()
  expect(said.getAllByText('Ahoy')).toHaveLength(1)
})

test('a message that arrives is said aloud, what was said before is not', async () => {
  mockMessages([createMessageFixture(1, { content: 'Long ago' })])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await findThread()
  getLastSocket().accept()
  const aloud = screen.getByRole('log', { name: 'New messages' })
  expect(aloud.textContent).toBe('')

  getLastSocket().receive({
    type: 'new_message',
    message: createMessageFixture(2, { content: 'Ahoy' }),
  })
  await waitFor(() => expect(aloud.textContent).toBe('bob: Ahoy'))
  getLastSocket().receive({
    type: 'new_message',
    message: createMessageFixture(3, { content: 'Hello?' }),
  })
  await waitFor(() => expect(aloud.textContent).toBe('bob: Hello?'))
})

test('one sees the other type, and whether they are here', async () => {
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

test('older messages come as one scrolls up, until there are no more', async () => {
  stubIntersectionObserver()
  mockMessages(createMessagePage(100))
  mockOlderMessages(createMessagePage(50).toReversed(), [])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  const said = await findThread()
  expect(await said.findByText('Message 1')).toBeTruthy()
  expect(await said.findByText('The beginning of your conversation with bob')).toBeTruthy()
  expect(said.getAllByText(/^Message \d+$/)).toHaveLength(2 * MESSAGES_PAGE_SIZE)
})

test('when older messages cannot be had, it says so and can be asked again', async () => {
  stubIntersectionObserver()
  mockMessages(createMessagePage(100))
  mockNetworkError(listMessages)
  renderMessagesPage(BOB_CONVERSATION_PATH)
  const said = await findThread()
  expect(await said.findByText('Failed to fetch messages')).toBeTruthy()

  mockOlderMessages(createMessagePage(50).toReversed(), [])
  await pressButton('Retry')
  expect(await said.findByText('Message 1')).toBeTruthy()
})

test('a lost connection is told', async () => {
  mockMessages([createMessageFixture(1)])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await findThread()
  getLastSocket().accept()
  expect(await screen.findByText('Connected')).toBeTruthy()
  getLastSocket().disconnect()
  expect(await screen.findByText('Reconnecting…')).toBeTruthy()
})

test('the first message starts a conversation', async () => {
  mockMessages([])
  mockReply(sendMessage, createMessageFixture(1, { sender: ADA, content: 'Ahoy' }))
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await screen.findByText('Say hello to bob')
  await userEvent.type(getComposer(), 'Ahoy{Enter}')
  const said = await findThread()
  expect(await said.findByText('Ahoy')).toBeTruthy()
  expect(screen.queryByText('Say hello to bob')).toBeNull()
})

/** A page of messages that ends with the `nth`. */
function createMessagePage(nth: number) {
  return Array.from({ length: MESSAGES_PAGE_SIZE }, (_, index) =>
    createMessageFixture(nth - MESSAGES_PAGE_SIZE + index + 1),
  )
}

async function findThread() {
  return within(await screen.findByRole('region', { name: 'Conversation with bob' }))
}

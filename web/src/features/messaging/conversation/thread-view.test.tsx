import { listMessages, sendMessage, THREAD_PAGE } from '@dolph/contract/messaging'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, cutOff } from '../../../testing/fake-api.ts'
import {
  answerMessages,
  answerOlder,
  composer,
  openMessages,
  WITH_BOB,
} from '../../../testing/open-messages.tsx'
import { lastSocket } from '../../../testing/fake-socket.ts'
import { press } from '../../../testing/fill-in.ts'
import { scrolledToTheEnd } from '../../../testing/scrolled-to-the-end.ts'
import { ADA, BOB, someMessage } from '../../../testing/some-message.ts'

test('what was said is shown letter by letter, and only addresses lead away', async () => {
  const content = '<b>Ahoy</b>\nhttps://dolph.example/tide?a=1 javascript:alert(1)'
  answerMessages([someMessage(1, { content })])
  openMessages(WITH_BOB)

  const said = await openThread()
  expect(said.getByText(/<b>Ahoy<\/b>/).textContent).toBe(content)
  const [link, ...others] = said.getAllByRole<HTMLAnchorElement>('link')
  expect(link?.href).toBe('https://dolph.example/tide?a=1')
  expect(link?.rel).toBe('noopener noreferrer nofollow ugc')
  expect(others).toEqual([])
})

test('one’s own message says how far it has come', async () => {
  answerMessages([someMessage(1)])
  openMessages(WITH_BOB)
  await openThread()
  lastSocket().accept()
  await userEvent.type(composer(), 'Ahoy{Enter}')
  const said = await openThread()
  expect(await said.findByText('Sending...')).toBeTruthy()
  expect(composer().value).toBe('')

  const { tempId } = lastSocket().saidOf('new_message')[0] ?? {}
  const message = someMessage(2, { sender: ADA, content: 'Ahoy' })
  lastSocket().tell({ type: 'new_message', message, tempId })
  await waitFor(() => expect(said.queryByText('Sending...')).toBeNull())
  expect(said.getByText('Sent')).toBeTruthy()

  const timestamp = message.createdAt
  lastSocket().tell({ type: 'message_delivered', messageId: message._id, timestamp })
  expect(await said.findByText('Delivered')).toBeTruthy()
  lastSocket().tell({ type: 'message_read', messageId: message._id, timestamp })
  expect(await said.findByText('Read')).toBeTruthy()
  expect(said.getAllByText('Ahoy')).toHaveLength(1)
})

test('a message that arrives is said aloud, what was said before is not', async () => {
  answerMessages([someMessage(1, { content: 'Long ago' })])
  openMessages(WITH_BOB)
  await openThread()
  lastSocket().accept()
  const aloud = screen.getByRole('log', { name: 'New messages' })
  expect(aloud.textContent).toBe('')

  lastSocket().tell({ type: 'new_message', message: someMessage(2, { content: 'Ahoy' }) })
  await waitFor(() => expect(aloud.textContent).toBe('bob: Ahoy'))
  lastSocket().tell({ type: 'new_message', message: someMessage(3, { content: 'Hello?' }) })
  await waitFor(() => expect(aloud.textContent).toBe('bob: Hello?'))
})

test('one sees the other type, and whether they are here', async () => {
  answerMessages([someMessage(1)])
  openMessages(WITH_BOB)
  await openThread()
  lastSocket().accept()
  expect(screen.queryByText(/Online|Last seen/)).toBeNull()

  lastSocket().tell({ type: 'user_status', userId: BOB._id, status: 'online', lastSeen: null })
  expect(await screen.findByText('Online')).toBeTruthy()
  lastSocket().tell({ type: 'typing', userId: BOB._id, isTyping: true })
  expect(await screen.findByText('bob is typing…')).toBeTruthy()
  lastSocket().tell({ type: 'typing', userId: BOB._id, isTyping: false })
  await waitFor(() => expect(screen.queryByText('bob is typing…')).toBeNull())

  const lastSeen = new Date(Date.now() - 3_600_000).toISOString()
  lastSocket().tell({ type: 'user_status', userId: BOB._id, status: 'offline', lastSeen })
  expect(await screen.findByText(/Last seen/)).toBeTruthy()
})

test('older messages come as one scrolls up, until there are no more', async () => {
  scrolledToTheEnd()
  answerMessages(page(100))
  answerOlder(page(50).toReversed(), [])
  openMessages(WITH_BOB)
  const said = await openThread()
  expect(await said.findByText('Message 1')).toBeTruthy()
  expect(await said.findByText('The beginning of your conversation with bob')).toBeTruthy()
  expect(said.getAllByText(/^Message \d+$/)).toHaveLength(2 * THREAD_PAGE)
})

test('when older messages cannot be had, it says so and can be asked again', async () => {
  scrolledToTheEnd()
  answerMessages(page(100))
  cutOff(listMessages)
  openMessages(WITH_BOB)
  const said = await openThread()
  expect(await said.findByText('Failed to fetch messages')).toBeTruthy()

  answerOlder(page(50).toReversed(), [])
  await press('Retry')
  expect(await said.findByText('Message 1')).toBeTruthy()
})

test('a lost connection is told', async () => {
  answerMessages([someMessage(1)])
  openMessages(WITH_BOB)
  await openThread()
  lastSocket().accept()
  expect(await screen.findByText('Connected')).toBeTruthy()
  lastSocket().end()
  expect(await screen.findByText('Reconnecting…')).toBeTruthy()
})

test('the first message starts a conversation', async () => {
  answerMessages([])
  answer(sendMessage, someMessage(1, { sender: ADA, content: 'Ahoy' }))
  openMessages(WITH_BOB)
  await screen.findByText('Say hello to bob')
  await userEvent.type(composer(), 'Ahoy{Enter}')
  const said = await openThread()
  expect(await said.findByText('Ahoy')).toBeTruthy()
  expect(screen.queryByText('Say hello to bob')).toBeNull()
})

/** A page of messages that ends with the `nth`. */
function page(nth: number) {
  return Array.from({ length: THREAD_PAGE }, (_, index) =>
    someMessage(nth - THREAD_PAGE + index + 1),
  )
}

async function openThread() {
  return within(await screen.findByRole('region', { name: 'Conversation with bob' }))
}

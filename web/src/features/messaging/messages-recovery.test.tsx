import {
  deleteConversation,
  listConversations,
  listMessages,
  searchMessages,
  sendMessage,
  syncMessages,
  MESSAGES_PAGE_SIZE,
} from '@dolph/contract/messaging/messaging'
import { readProfile } from '@dolph/contract/profiles/profiles'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import {
  mockReply,
  mockRawReply,
  mockNetworkError,
  fakeApi,
  mockRefusal,
} from '../../testing/fake-api.ts'
import { hidePage, pressButton } from '../../testing/form-helpers.ts'
import {
  mockConversations,
  mockMessages,
  mockOlderMessages,
  getComposer,
  renderMessagesPage,
  BOB_CONVERSATION_PATH,
} from '../../testing/render-messages-page.tsx'
import { stubIntersectionObserver } from '../../testing/stub-intersection-observer.ts'
import {
  ADA,
  BOB,
  getMessageId,
  createConversationFixture,
  createMessageFixture,
} from '../../testing/fixtures/message-fixtures.ts'
import { createProfileFixture } from '../../testing/fixtures/profile-fixtures.ts'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'

const NOT_SENT = 'Failed to send message. Please try again.'
const INVALID = 'Invalid messages data received'
const CARLA = { _id: getMessageId(3), userName: 'carla', profilePicture: '' }

test('a list that failed to load is not shown as empty, and its alert disappears after Retry', async () => {
  mockRefusal(listConversations, 429, { code: 'too-many-requests', message: 'Please slow down.' })
  renderMessagesPage()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch messages')
  expect(screen.queryByText('No conversations yet')).toBeNull()
  mockConversations([createConversationFixture(createMessageFixture(1))])
  await pressButton('Retry')
  expect(await screen.findByRole('link', { name: /bob.*Message 1/ })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a conversation that failed to load is not shown as empty, and its alert disappears after Retry', async () => {
  mockMessages([createMessageFixture(1), createMessageFixture(2)])
  mockRefusal(syncMessages, 429, { code: 'too-many-requests', message: 'Please slow down.' })
  renderMessagesPage(BOB_CONVERSATION_PATH)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch messages')
  expect(screen.queryByText(/Say hello/)).toBeNull()
  mockMessages([createMessageFixture(1), createMessageFixture(2)])
  await pressButton('Retry')
  expect(await findShownMessages()).toEqual(['Message 1', 'Message 2'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('invalid replies are reported in the conversation and in the list, until a retry succeeds', async () => {
  mockMessages([createMessageFixture(1)])
  mockRawReply(syncMessages, 200, { messages: ['Message 1'] })
  renderMessagesPage(BOB_CONVERSATION_PATH)
  expect((await screen.findByRole('alert')).textContent).toContain(INVALID)
  mockMessages([createMessageFixture(1)])
  await pressButton('Retry')
  expect(await findShownMessages()).toEqual(['Message 1'])

  cleanup()
  fakeApi.use(http.get(`*${listConversations.url}`, () => HttpResponse.html('<p>Hello</p>')))
  renderMessagesPage()
  expect((await screen.findByRole('alert')).textContent).toContain(INVALID)
  mockMessages([createMessageFixture(1)])
  await pressButton('Retry')
  expect(await screen.findByRole('link', { name: /bob.*Message 1/ })).toBeTruthy()
})

test('a later sync that fails keeps the messages and shows no alert', async () => {
  const { advanceTime } = installFakeClock()
  mockMessages([createMessageFixture(1)])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  expect(await findShownMessages()).toEqual(['Message 1'])
  mockRefusal(syncMessages, 429, { code: 'too-many-requests', message: 'Please slow down.' })
  await advanceTime(10_000)
  expect(await screen.findByText('Failed to sync messages')).toBeTruthy()
  expect(await findShownMessages()).toEqual(['Message 1'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('older messages that failed to load are shown in order after Retry, without the alert', async () => {
  stubIntersectionObserver()
  const all = Array.from({ length: MESSAGES_PAGE_SIZE + 2 }, (_, index) =>
    createMessageFixture(index + 1),
  )
  mockMessages(all.slice(2))
  mockRefusal(listMessages, 429, { code: 'too-many-requests', message: 'Please slow down.' })
  renderMessagesPage(BOB_CONVERSATION_PATH)
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to fetch messages')
  mockOlderMessages(all.slice(0, 2).toReversed(), [])
  await pressButton('Retry')
  await screen.findByText('Message 1')
  expect(await findShownMessages()).toEqual(all.map(({ content }) => content))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failed search is not shown as empty, and the next search works', async () => {
  mockMessages([createMessageFixture(1)])
  mockNetworkError(searchMessages)
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await userEvent.click(await screen.findByRole('button', { name: 'Search in conversation' }))
  await userEvent.type(screen.getByRole('searchbox'), 'Mess')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to search messages')
  expect(screen.queryByText('No messages found')).toBeNull()
  mockReply(searchMessages, { success: true, messages: [createMessageFixture(1)], next: null })
  await userEvent.type(screen.getByRole('searchbox'), 'age')
  expect(await screen.findByText('1 match')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failed message returns to the field with the focus, and can be sent from there', async () => {
  mockMessages([createMessageFixture(1)])
  mockRefusal(sendMessage, 409, { code: 'conflict', message: NOT_SENT })
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await screen.findByRole('region', { name: 'Conversation with bob' })
  await userEvent.type(getComposer(), 'Tick?{Shift>}{Enter}{/Shift}Hum?{Enter}')
  const failed = within(getListItem(await screen.findByText('Failed')))
  expect(failed.getByRole('alert').textContent).toBe(NOT_SENT)
  expect(getComposer().value).toBe('')

  await userEvent.click(failed.getByRole('button', { name: 'Retry' }))
  expect(await findShownMessages()).toEqual(['Message 1'])
  expect(getComposer().value).toBe('Tick?\nHum?')
  await waitFor(() => expect(document.activeElement).toBe(getComposer()))

  const sent = mockReply(
    sendMessage,
    createMessageFixture(2, { sender: ADA, content: 'Tick?\nHum?' }),
  )
  await pressButton('Send')
  expect(await screen.findByText('Sent')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toMatchObject([{ content: 'Tick?\nHum?' }])
  expect(await findShownMessages()).toEqual(['Message 1', 'Tick?\nHum?'])
})

test('a conversation that could not be deleted stays in the list, and the next attempt deletes it', async () => {
  mockMessages([createMessageFixture(1)])
  mockRefusal(deleteConversation, 503, { code: 'unavailable', message: 'Please try again later.' })
  renderMessagesPage()
  await deleteFirstConversation()
  expect(await screen.findByText('Failed to delete conversation')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByRole('link', { name: /bob.*Message 1/ })).toBeTruthy()
  mockReply(deleteConversation, { success: true, message: 'Deleted' })
  await deleteFirstConversation()
  expect(await screen.findByText('No conversations yet')).toBeTruthy()
})

test('the newest conversations are listed first, and the others on request', async () => {
  const peers = Array.from({ length: 23 }, (_, index) => ({
    ...BOB,
    _id: getMessageId(500 + index),
    userName: `peer-${index}-`,
  }))
  const all = peers.map((peer, index) =>
    createConversationFixture(createMessageFixture(900 - index, { sender: peer })),
  )
  fakeApi.use(
    http.get(`*${listConversations.url}`, ({ request }) => {
      const isFirst = !new URL(request.url).searchParams.has('cursor')
      const data = isFirst ? all.slice(0, 20) : all.slice(20)
      const nextCursor = isFirst ? 'more' : null
      return HttpResponse.json({ success: true, data, unreadCount: 0, nextCursor })
    }),
  )
  renderMessagesPage()
  const list = within(await screen.findByRole('list', { name: 'Conversations' }))
  const getNames = () =>
    list.getAllByRole('link').map(({ textContent }) => /peer-\d+-/.exec(textContent)?.[0])
  const expected = peers.map(({ userName }) => userName)
  expect(getNames()).toEqual(expected.slice(0, 20))
  await pressButton('Show more conversations')
  await waitFor(() => expect(getNames()).toEqual(expected))
  expect(screen.queryByRole('button', { name: 'Show more conversations' })).toBeNull()
})

test('an unknown member shows a link back and no composer; the member’s own id redirects to /messages', async () => {
  mockMessages([])
  mockRefusal(readProfile, 404, { code: 'not-found', message: 'User not found' })
  const router = renderMessagesPage(`/messages/${getMessageId(77)}`)
  expect((await screen.findByRole('alert')).textContent).toContain('User not found')
  expect(screen.queryByRole('textbox', { name: /^Message to/ })).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Messages')
  await userEvent.click(screen.getByRole('link', { name: 'Back to messages' }))
  expect(router.state.location.pathname).toBe('/messages')
  expect(await screen.findByText('No conversations yet')).toBeTruthy()
  await router.navigate(`/messages/${createViewerFixture()._id}`)
  await waitFor(() => expect(router.state.location.pathname).toBe('/messages'))
})

test('every conversation keeps its own draft through a reload until it is sent', async () => {
  const toCarla = createMessageFixture(2, { sender: CARLA })
  mockMessages([createMessageFixture(1)])
  mockConversations([
    createConversationFixture(toCarla),
    createConversationFixture(createMessageFixture(1)),
  ])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await screen.findByRole('region', { name: 'Conversation with bob' })
  await userEvent.type(getComposer(), 'To Bob,{Shift>}{Enter}{/Shift}with love')
  await openConversation('carla')
  expect(getComposerOf('carla').value).toBe('')
  await userEvent.type(getComposerOf('carla'), 'To Carla')
  await openConversation('bob')
  expect(getComposer().value).toBe('To Bob,\nwith love')

  hidePage()
  cleanup()
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await waitFor(() => expect(getComposer().value).toBe('To Bob,\nwith love'))
  await openConversation('carla')
  expect(getComposerOf('carla').value).toBe('To Carla')
  mockReply(
    sendMessage,
    createMessageFixture(5, { sender: ADA, recipient: CARLA, content: 'To Carla' }),
  )
  await pressButton('Send')
  await screen.findByText('Sent')
  expect(getComposerOf('carla').value).toBe('')

  hidePage()
  cleanup()
  renderMessagesPage(`/messages/${CARLA._id}`)
  await waitFor(() => expect(getComposerOf('carla').value).toBe(''))

  async function openConversation(name: string) {
    mockReply(readProfile, { success: true, data: createProfileFixture({ userName: name }) })
    await userEvent.click(await screen.findByRole('link', { name: new RegExp(`^${name}`) }))
    await screen.findByRole('textbox', { name: `Message to ${name}` })
  }
})

async function findShownMessages(): Promise<(string | null)[]> {
  const thread = await screen.findByRole('region', { name: /^Conversation with / })
  return [...thread.querySelectorAll('li[data-message] p[dir=auto]')].map(
    (text) => text.textContent,
  )
}

function getListItem(element: Element): HTMLElement {
  return element.closest('li') ?? document.body
}

function getComposerOf(name: string): HTMLTextAreaElement {
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: `Message to ${name}` })
}

async function deleteFirstConversation(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Delete conversation with bob' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
}

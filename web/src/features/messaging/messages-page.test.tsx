import {
  deleteConversation,
  listConversations,
  searchMessages,
  sendMessage,
  syncMessages,
} from '@dolph/contract/messaging/messaging'
import { searchPeople } from '@dolph/contract/people/people'
import { readProfile } from '@dolph/contract/profiles/profiles'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockReply, mockNetworkError, mockRefusal } from '../../testing/fake-api.ts'
import {
  mockConversations,
  mockMessages,
  getComposer,
  renderMessagesPage,
  BOB_CONVERSATION_PATH,
} from '../../testing/render-messages-page.tsx'
import { pressButton } from '../../testing/form-helpers.ts'
import {
  ADA,
  BOB,
  getMessageId,
  createConversationFixture,
  createMessageFixture,
} from '../../testing/fixtures/message-fixtures.ts'
import { createProfileFixture } from '../../testing/fixtures/profile-fixtures.ts'

test('a member without conversations sees how to start one', async () => {
  mockConversations([])
  renderMessagesPage()
  expect(await screen.findByText('No conversations yet')).toBeTruthy()
  expect(screen.getByText('Select a conversation to start chatting')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
})

test('the list shows the peer, the last message and the unread count', async () => {
  const deletedMember = { _id: getMessageId(900) }
  mockConversations([
    createConversationFixture(createMessageFixture(2, { content: 'Ahoy' }), 3),
    createConversationFixture(
      createMessageFixture(1, { sender: ADA, recipient: deletedMember, content: 'Bye' }),
    ),
  ])
  renderMessagesPage()

  const [first, second] = await screen.findAllByRole('link', { name: /Ahoy|Bye/ })
  expect(first?.textContent).toContain('bob')
  expect(first?.textContent).toContain('3 unread')
  expect(second?.textContent).toContain('Deleted User')
  expect(second?.textContent).toContain('You: Bye')
})

test('the open conversation is marked in the list', async () => {
  mockMessages([createMessageFixture(1)])
  const router = renderMessagesPage()
  await userEvent.click(await screen.findByRole('link', { name: /bob/ }))

  expect(router.state.location.pathname).toBe(BOB_CONVERSATION_PATH)
  const entry = await screen.findByRole('link', { name: /bob.*Message 1/ })
  expect(entry.getAttribute('aria-current')).toBe('page')
  expect(await screen.findByRole('heading', { level: 2, name: 'bob' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(getComposer()))
})

test('a list that cannot be fetched shows an error and can be retried', async () => {
  mockRefusal(listConversations, 400, { code: 'invalid-input', message: 'No' })
  renderMessagesPage()
  expect(await screen.findByText('Failed to fetch messages')).toBeTruthy()

  mockConversations([createConversationFixture(createMessageFixture(1))])
  await pressButton('Retry')
  expect(await screen.findByRole('link', { name: /bob/ })).toBeTruthy()
})

test('a conversation that cannot be fetched shows an error and can be retried', async () => {
  mockMessages([createMessageFixture(1)])
  mockNetworkError(syncMessages)
  renderMessagesPage(BOB_CONVERSATION_PATH)
  expect(await screen.findByText('Failed to fetch messages')).toBeTruthy()

  mockMessages([createMessageFixture(1, { content: 'There it is' })])
  await pressButton('Retry')
  expect(await screen.findByRole('region', { name: 'Conversation with bob' })).toBeTruthy()
})

test('a member found by name can be written to before there are messages', async () => {
  mockMessages([])
  mockReply(searchPeople, [{ _id: BOB._id, userName: 'bob', profilePicture: '' }])
  const router = renderMessagesPage()
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find people' }), 'bo')
  await userEvent.click(await screen.findByRole('option', { name: /bo\s?b/ }))

  expect(await screen.findByText('Say hello to bob')).toBeTruthy()
  expect(router.state.location.pathname).toBe(BOB_CONVERSATION_PATH)
  expect(screen.getByRole('link', { name: 'bob' }).getAttribute('href')).toBe('/profile/bob')
  expect(getComposer()).toBeTruthy()
})

test.each(['some-id', getMessageId(77)])(
  '/messages/%s shows that the member does not exist',
  async (id) => {
    mockMessages([])
    mockRefusal(readProfile, 404, { code: 'not-found', message: 'User not found' })
    renderMessagesPage(`/messages/${id}`)
    expect(await screen.findByText('User not found')).toBeTruthy()
  },
)

test('a member whose username is the id of another is not confused with them', async () => {
  mockMessages([])
  mockReply(readProfile, {
    success: true,
    data: createProfileFixture({ _id: getMessageId(78), userName: getMessageId(77) }),
  })
  renderMessagesPage(`/messages/${getMessageId(77)}`)
  expect(await screen.findByText('User not found')).toBeTruthy()
})

test('a peer whose profile cannot be fetched shows an error and can be retried', async () => {
  mockMessages([])
  mockNetworkError(readProfile)
  renderMessagesPage(BOB_CONVERSATION_PATH)
  expect(await screen.findByText('Failed to fetch user profile')).toBeTruthy()

  mockReply(readProfile, { success: true, data: createProfileFixture({ _id: BOB._id }) })
  await pressButton('Retry')
  expect(await screen.findByText('Say hello to bob')).toBeTruthy()
})

test('messages of a deleted account can be read, but not answered', async () => {
  const deletedMember = { _id: getMessageId(900) }
  mockMessages([
    createMessageFixture(1, { sender: deletedMember, recipient: ADA, content: 'Farewell' }),
  ])
  mockRefusal(readProfile, 404, { code: 'not-found', message: 'User not found' })
  renderMessagesPage(`/messages/${deletedMember._id}`)

  const thread = await screen.findByRole('region', { name: 'Conversation with Deleted User' })
  expect(thread.textContent).toContain('Farewell')
  expect(screen.getByText(/cannot be written to/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
})

test('a conversation is deleted only after a confirmation', async () => {
  mockMessages([createMessageFixture(1)])
  const requests = mockReply(deleteConversation, { success: true, message: 'Deleted' })
  const router = renderMessagesPage(BOB_CONVERSATION_PATH)
  const [listButton] = await screen.findAllByRole('button', {
    name: 'Delete conversation with bob',
  })

  await userEvent.click(listButton ?? document.body)
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/conversation with bob/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests).toHaveLength(0)

  await userEvent.click(listButton ?? document.body)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Conversation deleted successfully')).toBeTruthy()
  expect(requests).toHaveLength(1)
  await waitFor(() => expect(router.state.location.pathname).toBe('/messages'))
  expect(await screen.findByText('No conversations yet')).toBeTruthy()
})

test('a conversation that cannot be deleted stays', async () => {
  mockMessages([createMessageFixture(1)])
  mockNetworkError(deleteConversation)
  const router = renderMessagesPage(BOB_CONVERSATION_PATH)
  const [listButton] = await screen.findAllByRole('button', {
    name: 'Delete conversation with bob',
  })
  await userEvent.click(listButton ?? document.body)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Failed to delete conversation')).toBeTruthy()
  expect(router.state.location.pathname).toBe(BOB_CONVERSATION_PATH)
})

test('Retry puts a failed message back into the composer', async () => {
  mockMessages([createMessageFixture(1)])
  mockRefusal(sendMessage, 400, { code: 'invalid-input', message: 'No such message' })
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await screen.findByRole('region', { name: 'Conversation with bob' })
  await userEvent.type(getComposer(), 'Ahoy{Enter}')
  expect(getComposer().value).toBe('')

  await userEvent.type(getComposer(), 'and more')
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(getComposer().value).toBe('Ahoy\nand more')
  expect(screen.queryByText('Failed')).toBeNull()
})

test('a failed message that comes back while another is edited does not get into that one', async () => {
  mockMessages([
    createMessageFixture(1, {
      sender: ADA,
      content: 'Fryday',
      createdAt: new Date().toISOString(),
    }),
  ])
  mockRefusal(sendMessage, 400, { code: 'invalid-input', message: 'No such message' })
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await screen.findByRole('region', { name: 'Conversation with bob' })
  await userEvent.type(getComposer(), 'Ahoy{Enter}')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  await userEvent.click(screen.getByRole('button', { name: 'Options of “Fryday”' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await userEvent.click(retry)
  expect(getComposer().value).toBe('Fryday')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel editing' }))
  expect(getComposer().value).toBe('Ahoy')
})

test('a search in a conversation goes from match to match, newest first', async () => {
  const messages = [1, 2, 3].map((sequence) =>
    createMessageFixture(sequence, { content: `Tide ${sequence}` }),
  )
  mockMessages(messages)
  mockReply(searchMessages, { success: true, messages: messages.toReversed(), next: null })
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await userEvent.click(await screen.findByRole('button', { name: 'Search in conversation' }))
  await userEvent.keyboard('tide')

  const matches = within(await screen.findByRole('list', { name: 'Matches' }))
  expect(matches.getAllByRole('button').map((match) => match.textContent)).toEqual([
    expect.stringContaining('Tide 3'),
    expect.stringContaining('Tide 2'),
    expect.stringContaining('Tide 1'),
  ])
  expect(screen.getByText('3 matches')).toBeTruthy()

  await userEvent.keyboard('{Enter}{Enter}')
  expect(screen.getByText('2 of 3')).toBeTruthy()
  const thread = screen.getByRole('region', { name: 'Conversation with bob' })
  expect(thread.querySelector('mark')?.closest('li')?.textContent).toContain('Tide 2')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  expect(screen.getByText('1 of 3')).toBeTruthy()

  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('searchbox', { name: 'Search in conversation' })).toBeNull()
  expect(thread.querySelector('mark')).toBeNull()
})

test('a failed search can be retried', async () => {
  mockMessages([createMessageFixture(1)])
  mockNetworkError(searchMessages)
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await userEvent.click(await screen.findByRole('button', { name: 'Search in conversation' }))
  await userEvent.type(screen.getByRole('searchbox'), 'Message')
  expect(await screen.findByText('Failed to search messages')).toBeTruthy()

  mockReply(searchMessages, { success: true, messages: [createMessageFixture(1)], next: null })
  await pressButton('Retry')
  expect(await screen.findByRole('list', { name: 'Matches' })).toBeTruthy()
  expect(screen.queryByText('Failed to search messages')).toBeNull()
})

test('a search that finds nothing says so', async () => {
  mockMessages([createMessageFixture(1)])
  mockReply(searchMessages, { success: true, messages: [], next: null })
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await userEvent.click(await screen.findByRole('button', { name: 'Search in conversation' }))
  await userEvent.keyboard('zebra')
  expect(await screen.findByText('No messages found')).toBeTruthy()
})

test('the sound can be switched off', async () => {
  mockConversations([])
  renderMessagesPage()
  const sound = await screen.findByRole('switch', { name: 'Sound for new messages' })
  expect(sound.getAttribute('aria-checked')).toBe('true')
  await userEvent.click(sound)
  expect(sound.getAttribute('aria-checked')).toBe('false')
})

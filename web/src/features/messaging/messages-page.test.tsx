import {
  deleteConversation,
  listConversations,
  searchMessages,
  sendMessage,
  syncMessages,
} from '@dolph/contract/messaging'
import { searchPeople } from '@dolph/contract/people'
import { readProfile } from '@dolph/contract/profiles'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, cutOff, refuse } from '../../testing/fake-api.ts'
import {
  answerConversations,
  answerMessages,
  composer,
  openMessages,
  WITH_BOB,
} from '../../testing/open-messages.tsx'
import { press } from '../../testing/fill-in.ts'
import { ADA, BOB, idOf, someConversation, someMessage } from '../../testing/some-message.ts'
import { someProfile } from '../../testing/some-profile.ts'

test('whoever has written with nobody is told so, and how to begin', async () => {
  answerConversations([])
  openMessages()
  expect(await screen.findByText('No conversations yet')).toBeTruthy()
  expect(screen.getByText('Select a conversation to start chatting')).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
})

test('the list says with whom, what was said last, and how much of it is new', async () => {
  const gone = { _id: idOf(900) }
  answerConversations([
    someConversation(someMessage(2, { content: 'Ahoy' }), 3),
    someConversation(someMessage(1, { sender: ADA, recipient: gone, content: 'Bye' })),
  ])
  openMessages()

  const [first, second] = await screen.findAllByRole('link', { name: /Ahoy|Bye/ })
  expect(first?.textContent).toContain('bob')
  expect(first?.textContent).toContain('3 unread')
  expect(second?.textContent).toContain('Deleted User')
  expect(second?.textContent).toContain('You: Bye')
})

test('the conversation that is open is marked in the list', async () => {
  answerMessages([someMessage(1)])
  const router = openMessages()
  await userEvent.click(await screen.findByRole('link', { name: /bob/ }))

  expect(router.state.location.pathname).toBe(WITH_BOB)
  const entry = await screen.findByRole('link', { name: /bob.*Message 1/ })
  expect(entry.getAttribute('aria-current')).toBe('page')
  expect(await screen.findByRole('heading', { level: 2, name: 'bob' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(composer()))
})

test('when the list cannot be had, it says so and can be asked again', async () => {
  refuse(listConversations, 400, { code: 'invalid-input', message: 'No' })
  openMessages()
  expect(await screen.findByText('Failed to fetch messages')).toBeTruthy()

  answerConversations([someConversation(someMessage(1))])
  await press('Retry')
  expect(await screen.findByRole('link', { name: /bob/ })).toBeTruthy()
})

test('when a conversation cannot be had, it says so and can be asked again', async () => {
  answerMessages([someMessage(1)])
  cutOff(syncMessages)
  openMessages(WITH_BOB)
  expect(await screen.findByText('Failed to fetch messages')).toBeTruthy()

  answerMessages([someMessage(1, { content: 'There it is' })])
  await press('Retry')
  expect(await screen.findByRole('region', { name: 'Conversation with bob' })).toBeTruthy()
})

test('somebody found by name can be written to, though nothing was said yet', async () => {
  answerMessages([])
  answer(searchPeople, [{ _id: BOB._id, userName: 'bob', profilePicture: '' }])
  const router = openMessages()
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find people' }), 'bo')
  await userEvent.click(await screen.findByRole('option', { name: /bo\s?b/ }))

  expect(await screen.findByText('Say hello to bob')).toBeTruthy()
  expect(router.state.location.pathname).toBe(WITH_BOB)
  expect(screen.getByRole('link', { name: 'bob' }).getAttribute('href')).toBe('/profile/bob')
  expect(composer()).toBeTruthy()
})

test.each(['some-id', idOf(77)])('there is nobody at /messages/%s', async (id) => {
  answerMessages([])
  refuse(readProfile, 404, { code: 'not-found', message: 'User not found' })
  openMessages(`/messages/${id}`)
  expect(await screen.findByText('User not found')).toBeTruthy()
})

test('somebody who is called like the id of another is not taken for them', async () => {
  answerMessages([])
  answer(readProfile, { success: true, data: someProfile({ _id: idOf(78), userName: idOf(77) }) })
  openMessages(`/messages/${idOf(77)}`)
  expect(await screen.findByText('User not found')).toBeTruthy()
})

test('when it cannot be found out who the other is, it says so and can be asked again', async () => {
  answerMessages([])
  cutOff(readProfile)
  openMessages(WITH_BOB)
  expect(await screen.findByText('Failed to fetch user profile')).toBeTruthy()

  answer(readProfile, { success: true, data: someProfile({ _id: BOB._id }) })
  await press('Retry')
  expect(await screen.findByText('Say hello to bob')).toBeTruthy()
})

test('a deleted account can be read, but not written to', async () => {
  const gone = { _id: idOf(900) }
  answerMessages([someMessage(1, { sender: gone, recipient: ADA, content: 'Farewell' })])
  refuse(readProfile, 404, { code: 'not-found', message: 'User not found' })
  openMessages(`/messages/${gone._id}`)

  const said = await screen.findByRole('region', { name: 'Conversation with Deleted User' })
  expect(said.textContent).toContain('Farewell')
  expect(screen.getByText(/cannot be written to/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
})

test('a conversation is deleted only after a question', async () => {
  answerMessages([someMessage(1)])
  const asked = answer(deleteConversation, { success: true, message: 'Deleted' })
  const router = openMessages(WITH_BOB)
  const [inList] = await screen.findAllByRole('button', { name: 'Delete conversation' })

  await userEvent.click(inList ?? document.body)
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/conversation with bob/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(asked).toHaveLength(0)

  await userEvent.click(inList ?? document.body)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Conversation deleted successfully')).toBeTruthy()
  expect(asked).toHaveLength(1)
  await waitFor(() => expect(router.state.location.pathname).toBe('/messages'))
  expect(await screen.findByText('No conversations yet')).toBeTruthy()
})

test('a conversation that cannot be deleted stays', async () => {
  answerMessages([someMessage(1)])
  cutOff(deleteConversation)
  const router = openMessages(WITH_BOB)
  const [inList] = await screen.findAllByRole('button', { name: 'Delete conversation' })
  await userEvent.click(inList ?? document.body)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('Failed to delete conversation')).toBeTruthy()
  expect(router.state.location.pathname).toBe(WITH_BOB)
})

test('Retry puts what could not be sent back into the field', async () => {
  answerMessages([someMessage(1)])
  refuse(sendMessage, 400, { code: 'invalid-input', message: 'No such message' })
  openMessages(WITH_BOB)
  await screen.findByRole('region', { name: 'Conversation with bob' })
  await userEvent.type(composer(), 'Ahoy{Enter}')
  expect(composer().value).toBe('')

  await userEvent.type(composer(), 'and more')
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(composer().value).toBe('Ahoy\nand more')
  expect(screen.queryByText('Failed')).toBeNull()
})

test('a search in a conversation goes from match to match, newest first', async () => {
  const messages = [1, 2, 3].map((nth) => someMessage(nth, { content: `Tide ${nth}` }))
  answerMessages(messages)
  answer(searchMessages, { success: true, messages: messages.toReversed(), next: null })
  openMessages(WITH_BOB)
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
  const said = screen.getByRole('region', { name: 'Conversation with bob' })
  expect(said.querySelector('mark')?.closest('li')?.textContent).toContain('Tide 2')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  expect(screen.getByText('1 of 3')).toBeTruthy()

  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('searchbox', { name: 'Search in conversation' })).toBeNull()
  expect(said.querySelector('mark')).toBeNull()
})

test('a search that failed can be tried again', async () => {
  answerMessages([someMessage(1)])
  cutOff(searchMessages)
  openMessages(WITH_BOB)
  await userEvent.click(await screen.findByRole('button', { name: 'Search in conversation' }))
  await userEvent.type(screen.getByRole('searchbox'), 'Message')
  expect(await screen.findByText('Failed to search messages')).toBeTruthy()

  answer(searchMessages, { success: true, messages: [someMessage(1)], next: null })
  await press('Retry')
  expect(await screen.findByRole('list', { name: 'Matches' })).toBeTruthy()
  expect(screen.queryByText('Failed to search messages')).toBeNull()
})

test('a search that finds nothing says so', async () => {
  answerMessages([someMessage(1)])
  answer(searchMessages, { success: true, messages: [], next: null })
  openMessages(WITH_BOB)
  await userEvent.click(await screen.findByRole('button', { name: 'Search in conversation' }))
  await userEvent.keyboard('zebra')
  expect(await screen.findByText('No messages found')).toBeTruthy()
})

test('the sound can be switched off', async () => {
  answerConversations([])
  openMessages()
  const sound = await screen.findByRole('switch', { name: 'Sound for new messages' })
  expect(sound.getAttribute('aria-checked')).toBe('true')
  await userEvent.click(sound)
  expect(sound.getAttribute('aria-checked')).toBe('false')
})

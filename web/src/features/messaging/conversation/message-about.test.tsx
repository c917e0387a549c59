import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getLastSocket } from '../../../testing/fake-socket.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import { createMessageFixture } from '../../../testing/fixtures/message-fixtures.ts'
import {
  BOB_CONVERSATION_PATH,
  getComposer,
  mockMessages,
  renderMessagesPage,
} from '../../../testing/render-messages-page.tsx'
import { createAboutState } from '../use-message-about.ts'

const ABOUT = {
  post: '01932d4d-1ae7-7116-81fb-ed1476c2b116',
  role: null,
  title: 'Tide clock',
}

test('a message shows what it is about, with a link', async () => {
  mockMessages([createMessageFixture(1, { content: 'Ahoy', about: ABOUT })])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  const link = await screen.findByRole('link', { name: 'About Tide clock' })
  expect(link.getAttribute('href')).toBe(`/posts/${ABOUT.post}`)
})

test('only the first message after coming from a post is about it', async () => {
  await openFromPost()
  await userEvent.type(getComposer(), 'One{Enter}')
  await userEvent.type(getComposer(), 'Two{Enter}')
  const link = await screen.findByRole('link', { name: 'About Tide clock' })
  expect(link.closest('li')?.textContent).toContain('One')
  expect(screen.getAllByText('Tide clock')).toHaveLength(1)
  const [sent] = getLastSocket().sentOfType('new_message')
  expect(sent).toMatchObject({ content: 'One', about: { post: ABOUT.post } })
})

test('what the next message is about can be removed', async () => {
  await openFromPost()
  await pressButton('Remove what the message is about')
  expect(screen.queryByText('Tide clock')).toBeNull()
  await userEvent.type(getComposer(), 'One{Enter}')
  const [sent] = getLastSocket().sentOfType('new_message')
  expect(sent).not.toHaveProperty('about')
})

async function openFromPost() {
  mockMessages([createMessageFixture(1)])
  const router = renderMessagesPage('/messages')
  await act(() => router.navigate(BOB_CONVERSATION_PATH, { state: createAboutState(ABOUT) }))
  expect(await screen.findByText('Tide clock')).toBeTruthy()
  getLastSocket().accept()
}

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  mockMessages,
  renderMessagesPage,
  BOB_CONVERSATION_PATH,
} from '../../testing/render-messages-page.tsx'
import { createMessageFixture } from '../../testing/fixtures/message-fixtures.ts'

beforeEach(() => {
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    real(query === '(pointer: coarse)' ? 'all' : 'print'),
  )
})

test('a phone shows the list or a conversation, each with its own heading', async () => {
  mockMessages([createMessageFixture(1)])
  renderMessagesPage()
  await userEvent.click(await screen.findByRole('link', { name: /bob/ }))

  const heading = await screen.findByRole('heading', { level: 1 })
  expect(heading.textContent).toBe('bob')
  // The composer is not focused, because the keyboard would cover the messages.
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.queryByRole('list', { name: 'Conversations' })).toBeNull()
})

test('Back returns the focus to the entry of the closed conversation', async () => {
  mockMessages([createMessageFixture(1)])
  const router = renderMessagesPage(BOB_CONVERSATION_PATH)
  await userEvent.click(await screen.findByRole('link', { name: 'Back' }))

  expect(router.state.location.pathname).toBe('/messages')
  const entry = await screen.findByRole('link', { name: /bob/ })
  await waitFor(() => expect(document.activeElement).toBe(entry))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Messages')
})

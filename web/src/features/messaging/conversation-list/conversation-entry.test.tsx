import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  createConversationFixture,
  createMessageFixture,
} from '../../../testing/fixtures/message-fixtures.ts'
import { mockConversations, renderMessagesPage } from '../../../testing/render-messages-page.tsx'

const HOUR_MS = 3_600_000

test.each([
  ['within the last day, the time', 1, /^\d\d:\d\d$/],
  ['a day ago, Yesterday and the time', 25, /^Yesterday \d\d:\d\d$/],
  ['two days ago, day, month and the time', 60, /^\d{1,2} [A-Z][a-z]+ \d\d:\d\d$/],
])('the list shows the time as the conversation does: %s', async (_, hours, expected) => {
  const createdAt = new Date(Date.now() - hours * HOUR_MS).toISOString()
  mockConversations([createConversationFixture(createMessageFixture(1, { createdAt }))])
  renderMessagesPage()

  const entry = await screen.findByRole('link', { name: /bob.*Message 1/ })

  expect(within(entry).getByText(expected).getAttribute('datetime')).toBe(createdAt)
})

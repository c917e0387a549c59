import type { Page } from '@playwright/test'
import { getMessage, openConversation, getConversationRegion } from '../support/messaging.ts'
import { signInNewMember } from '../support/members.ts'
import {
  buildMessageFixtures,
  insertMember,
  insertConversation,
} from '../support/conversation-fixtures.ts'
import { expect, test } from '../support/base-test.ts'

test('a search in a conversation scrolls to each match, also far back, and returns the focus', async ({
  page,
  context,
}) => {
  test.slow()
  const ada = await signInNewMember(context, 'ada')
  const bob = await insertMember('bob')
  const contentByIndex: Record<number, string> = {
    2: 'A harbour at 2',
    70: 'A harbour at 70',
    190: 'A harbour at 190',
    197: 'A low tide',
    198: 'How high is the TIDE?',
  }
  const messages = buildMessageFixtures(ada, bob, 200).map((message, index) => ({
    ...message,
    content: contentByIndex[index] ?? message.content,
  }))
  await insertConversation(ada, bob, messages)
  await openConversation(page, bob)
  await expect(getMessage(page, 'Line 200')).toBeVisible()
  const button = page.getByRole('button', { name: 'Search in conversation' })
  const search = page.getByRole('search')
  const field = search.getByRole('searchbox', { name: 'Search in conversation' })
  const matches = search.getByRole('list', { name: 'Matches' })

  await button.click()
  await expect(field).toBeFocused()
  await field.fill('Tide')
  await expect(search.getByText('2 matches')).toBeVisible()
  await matches.getByRole('button').last().click()
  await expect(matches).toBeHidden()
  await expect(search.getByText('2 of 2')).toBeVisible()
  await expect(getConversationRegion(page).locator('mark')).toHaveText(['tide'])
  await expect(field).toBeFocused()
  await field.press('Escape')
  await expect(search).toBeHidden()
  await expect(button).toBeFocused()
  await expect(getConversationRegion(page).locator('mark')).toHaveCount(0)

  await button.click()
  await expect(field).toBeFocused()
  await field.fill('harbour')
  await expect(search.getByText('3 matches')).toBeVisible()
  await expect(getMessage(page, 'A harbour at 70')).toHaveCount(0)
  const next = search.getByRole('button', { name: 'Next match' })
  await next.click()
  await expectMatchShown(page, '1 of 3', 'A harbour at 190')
  await field.press('Enter')
  await expectMatchShown(page, '2 of 3', 'A harbour at 70')
  await next.click()
  await expectMatchShown(page, '3 of 3', 'A harbour at 2')
  await expect(next).toBeDisabled()
})

/** The message is in the viewport, and only its match is highlighted. */
async function expectMatchShown(page: Page, position: string, text: string): Promise<void> {
  await expect(page.getByRole('search').getByText(position)).toBeVisible()
  const message = getMessage(page, text)
  await expect(message).toBeInViewport({ ratio: 1 })
  await expect(message.locator('mark')).toHaveText(['harbour'])
  await expect(getConversationRegion(page).locator('mark')).toHaveCount(1)
}

import type { Locator } from '@playwright/test'
import {
  getMessage,
  getConnectionStatus,
  getConversationItem,
  expectMessages,
  getMessageField,
  readStoredMessages,
  getDeliveryStatus,
  getConversationRegion,
} from '../support/messaging.ts'
import { tabTo } from '../support/keyboard.ts'
import { signInNewMember } from '../support/members.ts'
import {
  buildMessageFixtures,
  insertMember,
  insertConversation,
} from '../support/conversation-fixtures.ts'
import { expect, test, expectAnnouncement } from '../support/base-test.ts'

test('finding conversations and members, writing, searching, deleting and the sound switch work by keyboard alone', async ({
  page,
  context,
}) => {
  const ada = await signInNewMember(context, 'ada')
  const [bob, carla, dan] = [
    await insertMember('bob'),
    await insertMember('carla'),
    await insertMember('dan'),
  ]
  const messages = buildMessageFixtures(ada, bob, 80)
  await insertConversation(ada, carla, buildMessageFixtures(ada, carla, 1))
  await insertConversation(ada, bob, messages)
  await page.goto('/posts')
  const header = page.getByRole('navigation', { name: 'Member' })
  await tabTo(page, header.getByRole('link', { name: 'Messages' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/messages')
  await tabTo(page, getConversationItem(page, bob.userName).getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/messages/${bob.id}`)
  const field = getMessageField(page, bob)
  await expect(field).toBeFocused()
  await expect(getConversationItem(page, bob.userName).getByRole('link')).toHaveAttribute(
    'aria-current',
    'page',
  )

  await expect(getConnectionStatus(page)).toHaveText('Connected')
  await page.keyboard.type('First line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Second line')
  await expect(field).toHaveValue('First line\nSecond line')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await expect(getDeliveryStatus(page, 'First line Second line')).toHaveText('Sent')
  await page.keyboard.type('With Control')
  await page.keyboard.press('Control+Enter')
  await expect(getDeliveryStatus(page, 'With Control')).toHaveText('Sent')
  await page.keyboard.press('Enter')
  expect((await readStoredMessages(ada, bob)).slice(80).map(({ content }) => content)).toEqual([
    'First line\nSecond line',
    'With Control',
  ])

  await tabTo(page, getConversationRegion(page), 'Shift+Tab')
  await pressPageUp(getConversationRegion(page))
  await expect(getMessage(page, 'With Control')).not.toBeInViewport()
  await tabTo(page, page.getByRole('button', { name: 'Jump to newest' }))
  await page.keyboard.press('Enter')
  await expect(getMessage(page, 'With Control')).toBeInViewport({ ratio: 1 })
  await expect(getConversationRegion(page)).toBeFocused()

  const searchButton = page.getByRole('button', { name: 'Search in conversation' })
  await tabTo(page, searchButton, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const searchField = page.getByRole('searchbox', { name: 'Search in conversation' })
  await expect(searchField).toBeFocused()
  await page.keyboard.type('line 2')
  await expect(page.getByText('11 matches')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 of 11')).toBeVisible()
  await expect(getMessage(page, 'Line 29')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(searchField).toBeHidden()
  await expect(searchButton).toBeFocused()

  const deleteButton = page.getByRole('button', { name: 'Delete conversation' }).last()
  await page.keyboard.press('Tab')
  await expect(deleteButton).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(deleteButton).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/messages')
  await expectAnnouncement(page, 'Conversation deleted successfully')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(getConversationItem(page, bob.userName)).toHaveCount(0)

  await tabTo(page, getConversationItem(page, carla.userName).getByRole('button'))
  await expect(getConversationItem(page, carla.userName).getByRole('button')).toHaveCSS(
    'opacity',
    '1',
  )
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  const soundSwitch = page.getByRole('switch', { name: 'Sound for new messages' })
  await tabTo(page, soundSwitch)
  await expect(soundSwitch).toBeChecked()
  await page.keyboard.press('Space')
  await expect(soundSwitch).not.toBeChecked()
  await page.reload()
  await expect(soundSwitch).not.toBeChecked()

  await tabTo(page, page.getByRole('combobox', { name: 'Find people' }))
  await page.keyboard.type(dan.userName)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/messages/${dan.id}`)
  await expect(getMessageField(page, dan)).toBeFocused()
  await page.keyboard.type('Ahoy')
  await page.keyboard.press('Enter')
  await expectMessages(page, ['Ahoy'])
  await expect(getConversationItem(page, dan.userName)).toContainText('You: Ahoy')
  await expect.poll(() => readStoredMessages(ada, dan)).toHaveLength(1)
})

/** Presses PageUp and waits for the end of the smooth scrolling, which would interfere with the next step. */
async function pressPageUp(region: Locator): Promise<void> {
  const scrollEnd = region.evaluate(
    (element) =>
      new Promise<void>((resolve) =>
        element.addEventListener('scrollend', () => resolve(), { once: true }),
      ),
  )
  await region.press('PageUp')
  await scrollEnd
}

import {
  getMessage,
  getConversationItem,
  expectMessages,
  expectUnreadCount,
  getMessageField,
  readStoredMessages,
  getDeliveryStatus,
  getConversationRegion,
} from '../support/messaging.ts'
import { database, signInNewMember } from '../support/members.ts'
import {
  buildMessageFixtures,
  insertMember,
  insertConversation,
} from '../support/conversation-fixtures.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  testIgnoringConsole,
  test,
} from '../support/base-test.ts'

test(
  'a phone shows the list or one conversation, and Back returns to the previous position',
  { tag: '@phone-only' },
  async ({ page, context }) => {
    test.slow()
    const ada = await signInNewMember(context, 'ada')
    const [bob, carla, deleted] = [
      await insertMember('bob'),
      await insertMember('carla'),
      await insertMember('deleted'),
    ]
    await insertConversation(ada, carla, buildMessageFixtures(ada, carla, 2))
    await insertConversation(
      ada,
      bob,
      buildMessageFixtures(ada, bob, 40).map((message, index) => ({
        ...message,
        isUnread: index === 39,
      })),
    )
    await insertConversation(ada, deleted, buildMessageFixtures(ada, deleted, 2))
    const deleted_at = new Date().toISOString()
    await database.updateTable('members').set({ deleted_at }).where('id', '=', deleted.id).execute()
    await page.goto('/posts')
    await expectUnreadCount(page, 1)
    await page
      .getByRole('navigation', { name: 'Main pages' })
      .getByRole('link', { name: 'Messages' })
      .tap()
    const list = page.getByRole('list', { name: 'Conversations' })
    await expect(list).toBeVisible()
    await expect(getConversationRegion(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
    await expect(getConversationItem(page, bob.userName)).toContainText('1 unread')
    await expectNoHorizontalScroll(page)

    await getConversationItem(page, bob.userName).getByRole('link').tap()
    await expect(getConversationRegion(page)).toBeVisible()
    await expect(list).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(getMessage(page, 'Line 40')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(bob.userName)
    // Focusing the message field would open the on-screen keyboard.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({
      ratio: 1,
    })
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expectNoHorizontalScroll(page)

    await page.getByRole('link', { name: 'Back', exact: true }).tap()
    await expect(page).toHaveURL('/messages')
    await expect(list).toBeVisible()
    await expect(getConversationRegion(page)).toBeHidden()
    await expect(getConversationItem(page, bob.userName).getByRole('link')).toBeFocused()
    await getConversationItem(page, carla.userName).getByRole('link').tap()
    await expectMessages(page, ['Line 1', 'Line 2'])
    await page.goBack()
    await expect(getConversationItem(page, carla.userName).getByRole('link')).toBeFocused()

    await getConversationItem(page, 'Deleted User').getByRole('link').tap()
    await expectMessages(page, ['Line 1', 'Line 2'])
    await expect(page.getByText('This account was deleted.')).toBeInViewport()
    await expectAccessibleInBothThemes(page)
    await expectNoHorizontalScroll(page)
  },
)

testIgnoringConsole(
  'on a phone Enter starts a new line, the button sends, the field keeps the focus, and every state fits',
  { tag: '@phone-only' },
  async ({ page, context }) => {
    testIgnoringConsole.slow()
    const ada = await signInNewMember(context, 'ada')
    const bob = await insertMember('bob')
    await page.goto(`/messages/${bob.id}`)
    const field = getMessageField(page, bob)
    await field.tap()
    await page.keyboard.type('First line')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Second line')
    await expect(field).toHaveValue('First line\nSecond line')
    await page.getByRole('button', { name: 'Send', exact: true }).tap()
    await expect(getDeliveryStatus(page, 'First line Second line')).toHaveText('Sent')
    await expect(field).toBeFocused()
    expect((await readStoredMessages(ada, bob)).map(({ content }) => content)).toEqual([
      'First line\nSecond line',
    ])

    // The height that the on-screen keyboard leaves.
    await page.setViewportSize({ width: 390, height: 420 })
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({
      ratio: 1,
    })
    await expect(getMessage(page, 'First line Second line')).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 390, height: 844 })

    await page.getByRole('button', { name: 'Search in conversation' }).tap()
    const search = page.getByRole('search')
    await search.getByRole('searchbox').fill('submarine')
    await expect(search.getByText('No messages found')).toBeVisible()
    await search.getByRole('searchbox').fill('second')
    await expect(search.getByText('1 match', { exact: true })).toBeVisible()
    await expectNoHorizontalScroll(page)
    await search.getByRole('searchbox').press('Escape')
    await expect(search).toBeHidden()

    await context.setOffline(true)
    await field.fill('In the tunnel')
    await page.getByRole('button', { name: 'Send', exact: true }).tap()
    await expect(getDeliveryStatus(page, 'In the tunnel')).toHaveText('Waiting to send')
    await field.fill('🐬'.repeat(5001))
    await expect(page.getByText('5001/5000')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoHorizontalScroll(page)
  },
)

test(
  'on a phone the sound switch and deleting a conversation work by touch',
  { tag: '@phone-only' },
  async ({ page, context }) => {
    const ada = await signInNewMember(context, 'ada')
    const bob = await insertMember('bob')
    await insertConversation(ada, bob, buildMessageFixtures(ada, bob, 2))
    await page.goto('/messages')
    const soundSwitch = page.getByRole('switch', { name: 'Sound for new messages' })
    await expect(soundSwitch).toBeChecked()
    await soundSwitch.tap()
    await expect(soundSwitch).not.toBeChecked()
    await page.reload()
    await expect(soundSwitch).not.toBeChecked()
    await soundSwitch.tap()
    await expect(soundSwitch).toBeChecked()

    // Touch screens have no hover, so the delete button is always visible.
    const deleteButton = getConversationItem(page, bob.userName).getByRole('button', {
      name: 'Delete conversation',
    })
    await expect(deleteButton).toHaveCSS('opacity', '1')
    await getConversationItem(page, bob.userName).getByRole('link').tap()
    await expectMessages(page, ['Line 1', 'Line 2'])
    await page.getByRole('button', { name: 'Delete conversation' }).tap()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete' }).tap()
    await expect(page).toHaveURL('/messages')
    await expect(page.getByText('No conversations yet')).toBeVisible()
    await expect(page.getByText('Select a conversation to start chatting')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expectNoHorizontalScroll(page)
  },
)

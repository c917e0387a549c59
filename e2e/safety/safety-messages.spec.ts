import { signInNewMember } from '../support/members.ts'
import {
  expectMessages,
  getDeliveryStatus,
  getMessage,
  getMessageField,
  openConversation,
  openMemberBrowser,
  sendMessage,
  sendMessageByApi,
} from '../support/messaging.ts'
import { tabTo } from '../support/keyboard.ts'
import {
  blockInMenu,
  getBlockDialog,
  getBlockerNotice,
  getClosedNotice,
  getConversationMenu,
} from '../support/safety.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  pauseClock,
  stepClockUntilVisible,
} from '../support/base-test.ts'
import { test, testIgnoringConsole } from '../support/two-processes.ts'

/** An open overlay is outside the landmarks of the page. */
const OVERLAY_OPTIONS = { disabledRules: ['region'] }

test(
  'a block in a conversation closes it for both at once, on two processes; unblocking opens it again',
  { tag: '@phone' },
  async ({ page, context, browser }) => {
    test.slow()
    const ada = await signInNewMember(context, 'ada')
    await using bob = await openMemberBrowser(browser, 'bob')
    await sendMessageByApi(bob, ada, 'Answer me')
    await page.clock.install()
    await openConversation(page, bob)
    await openConversation(bob.page, ada)
    const online = page.getByText('Online', { exact: true })
    await expect(online).toBeVisible()
    await getMessageField(bob.page, ada).fill('Half a thought')

    await getConversationMenu(page).click()
    await expect(page.getByRole('menuitem', { name: `Mute ${bob.userName}` })).toBeVisible()
    await page.getByRole('menuitem', { name: `Block ${bob.userName}` }).click()
    await expect(getBlockDialog(page, bob)).toContainText('Neither of you can message the other')
    await expectAccessibleInBothThemes(page, OVERLAY_OPTIONS)
    await getBlockDialog(page, bob).getByRole('button', { name: 'Block' }).click()

    await expect(getBlockerNotice(page, bob)).toBeVisible()
    await expect(getMessageField(page, bob)).toBeHidden()
    await expect(getClosedNotice(bob.page)).toBeVisible()
    await expect(getMessageField(bob.page, ada)).toBeHidden()
    await expect(online).toBeHidden()
    await expect(bob.page.getByText('Online', { exact: true })).toBeHidden()
    await expect(bob.page.getByRole('button', { name: 'Unblock' })).toBeHidden()
    await expectNoHorizontalScroll(page)
    await expectAccessibleInBothThemes(page)
    await expectAccessibleInBothThemes(bob.page)

    const toast = page.getByRole('dialog').filter({ hasText: 'You unblocked' })
    await pauseClock(page)
    await page.getByRole('button', { name: 'Unblock' }).click()
    await stepClockUntilVisible(page, toast)
    // A toast stays while the pointer rests on it. It must not cover the button that sends.
    await toast.hover()
    await page.clock.resume()
    await expect(getMessageField(page, bob)).toBeVisible()
    await expect(getMessageField(bob.page, ada)).toHaveValue('Half a thought')
    await sendMessage(page, 'Now then')
    await expectMessages(bob.page, ['Answer me', 'Now then'])
    await expect(getDeliveryStatus(page, 'Now then')).toHaveText('Read')
  },
)

test('a conversation is closed and opened again by keyboard alone', async ({
  page,
  context,
  browser,
}) => {
  const ada = await signInNewMember(context, 'ada')
  await using bob = await openMemberBrowser(browser, 'bob')
  await sendMessageByApi(bob, ada, 'Answer me')
  await openConversation(page, bob)
  await expect(getMessageField(page, bob)).toBeFocused()

  await tabTo(page, getConversationMenu(page), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: `Mute ${bob.userName}` })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: `Block ${bob.userName}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(getBlockDialog(page, bob)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(getConversationMenu(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: `Mute ${bob.userName}` })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, getBlockDialog(page, bob).getByRole('button', { name: 'Block' }))
  await page.keyboard.press('Enter')
  await expect(getBlockerNotice(page, bob)).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Unblock' }))
  await page.keyboard.press('Enter')
  await expect(getMessageField(page, bob)).toBeFocused()
})

testIgnoringConsole(
  'a message written offline before a block is refused once, at the message, and not sent again',
  async ({ page, context, browser }) => {
    const ada = await signInNewMember(context, 'ada')
    await using bob = await openMemberBrowser(browser, 'bob')
    await sendMessageByApi(bob, ada, 'Answer me')
    await openConversation(page, bob)
    await context.setOffline(true)
    await sendMessage(page, 'Never mind')
    await expect(getDeliveryStatus(page, 'Never mind')).toHaveText('Waiting to send')
    expect((await bob.call('PUT', `/api/users/${ada.id}/block`)).status()).toBe(200)
    await context.setOffline(false)

    await expect(getDeliveryStatus(page, 'Never mind')).toHaveText('Failed')
    await expect(getMessage(page, 'Never mind')).toContainText('You cannot message this member.')
    await expect(getClosedNotice(page)).toBeVisible()
  },
)

test('the profile of a blocked member offers to unblock them', async ({
  page,
  context,
  browser,
}) => {
  await signInNewMember(context, 'ada')
  await using bob = await openMemberBrowser(browser, 'bob')
  await page.goto(`/profile/${bob.userName}`)
  await blockInMenu(page, page.getByRole('button', { name: 'Profile options' }), bob)
  await expect(page.getByRole('link', { name: 'Message', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByRole('link', { name: 'Message', exact: true })).toBeVisible()
})

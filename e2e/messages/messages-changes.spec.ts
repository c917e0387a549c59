import { expect, expectAccessibleOnBothScreens, test } from '../support/base-test.ts'
import { signInNewMember } from '../support/members.ts'
import {
  getConnectionStatus,
  getMessage,
  getMessageField,
  openMemberBrowser,
  RECONNECTING,
  sendMessage,
} from '../support/messaging.ts'

test(
  'an edit and a reaction are seen at once, and a deletion after a lost connection',
  { tag: '@phone' },
  async ({ page, context, browser }) => {
    const ada = await signInNewMember(context, 'ada')
    await using bob = await openMemberBrowser(browser, 'bob')
    await page.goto(`/messages/${bob.id}`)
    await sendMessage(page, 'See you on Fryday')
    await bob.page.goto(`/messages/${ada.id}`)
    await expect(getMessage(bob.page, 'See you on Fryday')).toBeVisible()

    const field = getMessageField(page, bob)
    await field.press('ArrowUp')
    await expect(field).toHaveValue('See you on Fryday')
    await field.fill('See you on Friday')
    await page.getByRole('button', { name: 'Save' }).click()
    const received = getMessage(bob.page, 'See you on Friday')
    await expect(received).toContainText('edited')

    await received.hover()
    await received.getByRole('button', { name: 'Options of' }).click()
    await bob.page.getByRole('menuitemcheckbox', { name: 'Heart' }).click()
    await expect(page.getByRole('button', { name: `Heart, 1: ${bob.userName}` })).toBeVisible()
    await expectAccessibleOnBothScreens(bob.page)

    await bob.page.context().setOffline(true)
    await expect(getConnectionStatus(bob.page)).toHaveText(RECONNECTING)
    const sent = getMessage(page, 'See you on Friday')
    await sent.hover()
    await sent.getByRole('button', { name: 'Options of' }).click()
    await page.getByRole('menuitem', { name: 'Delete for everyone' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(getMessage(page, 'Message deleted')).toBeVisible()
    await bob.page.context().setOffline(false)
    await expect(getMessage(bob.page, 'Message deleted')).toBeVisible()
    await expect(bob.page.getByText('See you on Friday')).toHaveCount(0)
  },
)

import type { BrowserContext } from '@playwright/test'
import {
  openMemberBrowser,
  getMessage,
  getConnectionStatus,
  deleteConversation,
  getConversationItem,
  expectMessages,
  expectUnreadCount,
  getDeliveryStatus,
  openConversation,
  sendMessageByApi,
  sendMessage,
} from '../support/messaging.ts'
import { signInNewMember, openSession } from '../support/members.ts'
import { test } from '../support/two-processes.ts'
import { expect, expectAnnouncement } from '../support/base-test.ts'

test('all browsers of a member show the same messages and unread counts', async ({
  page,
  context,
  browser,
}) => {
  const ada = await signInNewMember(context, 'ada')
  await using bob = await openMemberBrowser(browser, 'bob')
  await using otherContext = await browser.newContext()
  await openSession(otherContext, ada.id)
  const otherPage = await otherContext.newPage()
  await sendMessageByApi(bob, ada, 'Before')
  await openConversation(page, bob)
  await otherPage.goto('/messages')
  await expect(getConnectionStatus(otherPage)).toHaveText('Connected')
  await openConversation(bob.page, ada)

  await sendMessage(page, 'From one')
  await expect(getConversationItem(otherPage, bob.userName)).toContainText('You: From one')
  await getConversationItem(otherPage, bob.userName).getByRole('link').click()
  await expectMessages(otherPage, ['Before', 'From one'])
  await sendMessage(otherPage, 'From the other')
  await expectMessages(page, ['Before', 'From one', 'From the other'])
  await sendMessage(bob.page, 'To both')
  await expectMessages(page, ['Before', 'From one', 'From the other', 'To both'])
  await expectMessages(otherPage, ['Before', 'From one', 'From the other', 'To both'])
  await expect(getDeliveryStatus(page, 'From the other')).toHaveText('Read')
  await expect(getDeliveryStatus(otherPage, 'From one')).toHaveText('Read')

  await page.goto('/posts')
  await otherPage.goto('/messages')
  await sendMessage(bob.page, 'Not seen yet')
  await expectUnreadCount(page, 1)
  await expectUnreadCount(otherPage, 1)
  await expect(getConversationItem(otherPage, bob.userName)).toContainText('1 unread')
  await openConversation(page, bob)
  await expectUnreadCount(otherPage, 0)
  await expect(getConversationItem(otherPage, bob.userName)).not.toContainText('unread')

  await deleteConversation(otherPage, bob.userName)
  await expectAnnouncement(otherPage, 'Conversation deleted successfully')
  await expect(otherPage.getByText('No conversations yet')).toBeVisible()
  await expect(getMessage(page, 'Before')).toHaveCount(0)
  await expect(page.getByText(`Say hello to ${bob.userName}`)).toBeVisible()
  await expect(getMessage(bob.page, 'From one')).toBeVisible()

  await sendMessage(bob.page, 'Anew')
  await expectMessages(page, ['Anew'])
  await expect(getConversationItem(otherPage, bob.userName)).toContainText('Anew')
})

test('a message plays a sound once, in one tab, unless the sound is switched off', async ({
  page,
  context,
  browser,
}) => {
  const played = await recordPlayedSounds(context)
  const ada = await signInNewMember(context, 'ada')
  await using bob = await openMemberBrowser(browser, 'bob')
  const otherPage = await context.newPage()
  const tabs = [page, otherPage]
  for (const tab of tabs) {
    await tab.clock.install()
    await tab.goto('/messages')
    await expect(getConnectionStatus(tab)).toHaveText('Connected')
  }
  const sendAndWaitInAllTabs = async (text: string) => {
    await sendMessageByApi(bob, ada, text)
    for (const tab of tabs) {
      await expect(getConversationItem(tab, bob.userName)).toContainText(text)
      await tab.clock.runFor(1_000)
      // Lock requests are answered in order, so earlier requests of the tab have been answered too.
      await tab.evaluate(async () => navigator.locks.query())
    }
  }

  await sendAndWaitInAllTabs('Ding')
  await expect.poll(() => played).toEqual([0.5])
  await sendAndWaitInAllTabs('Dong')
  await expect.poll(() => played).toEqual([0.5, 0.5])
  await sendMessageByApi(ada, bob, 'One’s own is silent')
  await otherPage.getByRole('switch', { name: 'Sound for new messages' }).click()
  await expect(page.getByRole('switch', { name: 'Sound for new messages' })).not.toBeChecked()
  await sendAndWaitInAllTabs('Hush')
  await otherPage.getByRole('switch', { name: 'Sound for new messages' }).click()
  await sendAndWaitInAllTabs('Ding again')
  await expect.poll(() => played).toEqual([0.5, 0.5, 0.5])
})

/** Records the volume of every sound that any tab of this browser plays. */
async function recordPlayedSounds(context: BrowserContext): Promise<number[]> {
  const played: number[] = []
  await context.exposeFunction('recordSound', (volume: number) => void played.push(volume))
  await context.addInitScript(() => {
    HTMLMediaElement.prototype.play = async function play() {
      await (window as unknown as { recordSound: (volume: number) => Promise<void> }).recordSound(
        this.volume,
      )
    }
  })
  return played
}

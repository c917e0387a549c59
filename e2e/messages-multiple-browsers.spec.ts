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
} from './messaging.ts'
import { signInNewMember, openSession } from './members.ts'
import { test } from './two-processes.ts'
import { expect } from './base-test.ts'

test('all browsers of a member show the same', async ({ page, context, browser }) => {
  const ada = await signInNewMember(context, 'ada')
  await using bob = await openMemberBrowser(browser, 'bob')
  await using elsewhere = await browser.newContext()
  await openSession(elsewhere, ada.id)
  const other = await elsewhere.newPage()
  await sendMessageByApi(bob, ada, 'Before')
  await openConversation(page, bob)
  await other.goto('/messages')
  await expect(getConnectionStatus(other)).toHaveText('Connected')
  await openConversation(bob.page, ada)

  await sendMessage(page, 'From one')
  await expect(getConversationItem(other, bob.userName)).toContainText('You: From one')
  await getConversationItem(other, bob.userName).getByRole('link').click()
  await expectMessages(other, ['Before', 'From one'])
  await sendMessage(other, 'From the other')
  await expectMessages(page, ['Before', 'From one', 'From the other'])
  await sendMessage(bob.page, 'To both')
  await expectMessages(page, ['Before', 'From one', 'From the other', 'To both'])
  await expectMessages(other, ['Before', 'From one', 'From the other', 'To both'])
  await expect(getDeliveryStatus(page, 'From the other')).toHaveText('Read')
  await expect(getDeliveryStatus(other, 'From one')).toHaveText('Read')

  await page.goto('/posts')
  await other.goto('/messages')
  await sendMessage(bob.page, 'Not seen yet')
  await expectUnreadCount(page, 1)
  await expectUnreadCount(other, 1)
  await expect(getConversationItem(other, bob.userName)).toContainText('1 unread')
  await openConversation(page, bob)
  await expectUnreadCount(other, 0)
  await expect(getConversationItem(other, bob.userName)).not.toContainText('unread')

  await deleteConversation(other, bob.userName)
  await expect(other.getByText('Conversation deleted successfully')).toBeVisible()
  await expect(other.getByText('No conversations yet')).toBeVisible()
  await expect(getMessage(page, 'Before')).toHaveCount(0)
  await expect(page.getByText(`Say hello to ${bob.userName}`)).toBeVisible()
  await expect(getMessage(bob.page, 'From one')).toBeVisible()

  await sendMessage(bob.page, 'Anew')
  await expectMessages(page, ['Anew'])
  await expect(getConversationItem(other, bob.userName)).toContainText('Anew')
})

test('a message sounds once, in one tab, unless that is switched off', async ({
  page,
  context,
  browser,
}) => {
  const played = await recordPlayedSounds(context)
  const ada = await signInNewMember(context, 'ada')
  await using bob = await openMemberBrowser(browser, 'bob')
  const other = await context.newPage()
  const tabs = [page, other]
  for (const tab of tabs) {
    await tab.clock.install()
    await tab.goto('/messages')
    await expect(getConnectionStatus(tab)).toHaveText('Connected')
  }
  const hearAll = async (text: string) => {
    await sendMessageByApi(bob, ada, text)
    for (const tab of tabs) {
      await expect(getConversationItem(tab, bob.userName)).toContainText(text)
      await tab.clock.runFor(1_000)
      // Answered only after whatever the tab has asked for before.
      await tab.evaluate(async () => navigator.locks.query())
    }
  }

  await hearAll('Ding')
  await expect.poll(() => played).toEqual([0.5])
  await hearAll('Dong')
  await expect.poll(() => played).toEqual([0.5, 0.5])
  await sendMessageByApi(ada, bob, 'One’s own is silent')
  await other.getByRole('switch', { name: 'Sound for new messages' }).click()
  await expect(page.getByRole('switch', { name: 'Sound for new messages' })).not.toBeChecked()
  await hearAll('Hush')
  await other.getByRole('switch', { name: 'Sound for new messages' }).click()
  await hearAll('Ding again')
  await expect.poll(() => played).toEqual([0.5, 0.5, 0.5])
})

/** Counts what every tab of this browser plays, by its volume. */
async function recordPlayedSounds(context: BrowserContext): Promise<number[]> {
  const played: number[] = []
  await context.exposeFunction('heard', (volume: number) => void played.push(volume))
  await context.addInitScript(() => {
    HTMLMediaElement.prototype.play = async function play() {
      await (window as unknown as { heard: (volume: number) => Promise<void> }).heard(this.volume)
    }
  })
  return played
}

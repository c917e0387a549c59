import type { BrowserContext } from '@playwright/test'
import {
  arrive,
  bubble,
  connection,
  deleteConversation,
  entryOf,
  expectSaid,
  expectUnread,
  labelOf,
  openThread,
  tell,
  write,
} from './correspondence.ts'
import { enter, openSession } from './members.ts'
import { test } from './two-processes.ts'
import { expect } from './visit.ts'

test('all browsers of a member show the same', async ({ page, context, browser }) => {
  const ada = await enter(context, 'ada')
  await using bob = await arrive(browser, 'bob')
  await using elsewhere = await browser.newContext()
  await openSession(elsewhere, ada.id)
  const other = await elsewhere.newPage()
  await tell(bob, ada, 'Before')
  await openThread(page, bob)
  await other.goto('/messages')
  await expect(connection(other)).toHaveText('Connected')
  await openThread(bob.page, ada)

  await write(page, 'From one')
  await expect(entryOf(other, bob.userName)).toContainText('You: From one')
  await entryOf(other, bob.userName).getByRole('link').click()
  await expectSaid(other, ['Before', 'From one'])
  await write(other, 'From the other')
  await expectSaid(page, ['Before', 'From one', 'From the other'])
  await write(bob.page, 'To both')
  await expectSaid(page, ['Before', 'From one', 'From the other', 'To both'])
  await expectSaid(other, ['Before', 'From one', 'From the other', 'To both'])
  await expect(labelOf(page, 'From the other')).toHaveText('Read')
  await expect(labelOf(other, 'From one')).toHaveText('Read')

  await page.goto('/posts')
  await other.goto('/messages')
  await write(bob.page, 'Not seen yet')
  await expectUnread(page, 1)
  await expectUnread(other, 1)
  await expect(entryOf(other, bob.userName)).toContainText('1 unread')
  await openThread(page, bob)
  await expectUnread(other, 0)
  await expect(entryOf(other, bob.userName)).not.toContainText('unread')

  await deleteConversation(other, bob.userName)
  await expect(other.getByText('Conversation deleted successfully')).toBeVisible()
  await expect(other.getByText('No conversations yet')).toBeVisible()
  await expect(bubble(page, 'Before')).toHaveCount(0)
  await expect(page.getByText(`Say hello to ${bob.userName}`)).toBeVisible()
  await expect(bubble(bob.page, 'From one')).toBeVisible()

  await write(bob.page, 'Anew')
  await expectSaid(page, ['Anew'])
  await expect(entryOf(other, bob.userName)).toContainText('Anew')
})

test('a message sounds once, in one tab, unless that is switched off', async ({
  page,
  context,
  browser,
}) => {
  const played = await listen(context)
  const ada = await enter(context, 'ada')
  await using bob = await arrive(browser, 'bob')
  const other = await context.newPage()
  const tabs = [page, other]
  for (const tab of tabs) {
    await tab.clock.install()
    await tab.goto('/messages')
    await expect(connection(tab)).toHaveText('Connected')
  }
  const hearAll = async (text: string) => {
    await tell(bob, ada, text)
    for (const tab of tabs) {
      await expect(entryOf(tab, bob.userName)).toContainText(text)
      await tab.clock.runFor(1_000)
      // Answered only after whatever the tab has asked for before.
      await tab.evaluate(async () => navigator.locks.query())
    }
  }

  await hearAll('Ding')
  await expect.poll(() => played).toEqual([0.5])
  await hearAll('Dong')
  await expect.poll(() => played).toEqual([0.5, 0.5])
  await tell(ada, bob, 'One’s own is silent')
  await other.getByRole('switch', { name: 'Sound for new messages' }).click()
  await expect(page.getByRole('switch', { name: 'Sound for new messages' })).not.toBeChecked()
  await hearAll('Hush')
  await other.getByRole('switch', { name: 'Sound for new messages' }).click()
  await hearAll('Ding again')
  await expect.poll(() => played).toEqual([0.5, 0.5, 0.5])
})

/** Counts what every tab of this browser plays, by its volume. */
async function listen(context: BrowserContext): Promise<number[]> {
  const played: number[] = []
  await context.exposeFunction('heard', (volume: number) => void played.push(volume))
  await context.addInitScript(() => {
    HTMLMediaElement.prototype.play = async function play() {
      await (window as unknown as { heard: (volume: number) => Promise<void> }).heard(this.volume)
    }
  })
  return played
}

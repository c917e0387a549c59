import type { Locator, Page } from '@playwright/test'
import type { Member } from './members.ts'
import { expectAnnouncement } from './base-test.ts'

/** Blocks a member in the menu that this button opens, and confirms. */
export async function blockInMenu(page: Page, button: Locator, { userName }: Named): Promise<void> {
  await button.click()
  await page.getByRole('menuitem', { name: `Block ${userName}` }).click()
  await getBlockDialog(page, { userName }).getByRole('button', { name: 'Block' }).click()
  await expectAnnouncement(page, `You blocked ${userName}. They are not told.`)
}

export function getBlockDialog(page: Page, { userName }: Named): Locator {
  return page.getByRole('alertdialog', { name: `Block ${userName}?` })
}

export function getConversationMenu(page: Page): Locator {
  return page.getByRole('button', { name: 'Conversation options' })
}

/** What stands in place of the message field for the member who blocked. */
export function getBlockerNotice(page: Page, { userName }: Named): Locator {
  return page.getByText(`You blocked ${userName}.`, { exact: true })
}

/** The same for the member who is blocked. */
export function getClosedNotice(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: 'You cannot message this member.' })
}

type Named = Pick<Member, 'userName'>

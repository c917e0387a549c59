import type { Browser, Locator, Page } from '@playwright/test'
import { database, signInNewMember, type Member } from './members.ts'
import { expect } from './base-test.ts'

/** A new member with a browser of their own, closed by `await using`. */
export async function openMemberBrowser(browser: Browser, name: string) {
  const context = await browser.newContext()
  const member = await signInNewMember(context, name)
  const page = await context.newPage()
  return { ...member, context, page, [Symbol.asyncDispose]: async () => context.close() }
}

/** Puts a message into the conversation, as if it had been written in another browser, and gives its id. */
export async function sendMessageByApi(
  from: Pick<Member, 'call'>,
  to: Pick<Member, 'id'>,
  content: string,
): Promise<string> {
  const reply = await from.call('POST', '/api/messages', { recipientId: to.id, content })
  expect(reply.status()).toBe(201)
  const { _id } = (await reply.json()) as { _id: string }
  return _id
}

/** What is kept of two members' conversation, oldest first. */
export async function readStoredMessages(one: Pick<Member, 'id'>, other: Pick<Member, 'id'>) {
  return selectMessagesBetween(one.id, other.id)
    .select(['messages.content', 'messages.sender_id'])
    .orderBy('messages.id')
    .execute()
}

/** How much of what the two wrote nobody has read. */
export async function countUnreadMessages(one: Pick<Member, 'id'>, other: Pick<Member, 'id'>) {
  const unread = selectMessagesBetween(one.id, other.id).where('read_at', 'is', null)
  return (await unread.select('messages.id').execute()).length
}

function selectMessagesBetween(...ids: [string, string]) {
  const [low = '', high = ''] = ids.toSorted()
  return database
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .where('low_id', '=', low)
    .where('high_id', '=', high)
}

/** Goes to the conversation by its address and waits until one can write there. */
export async function openConversation(
  page: Page,
  peer: Pick<Member, 'id' | 'userName'>,
): Promise<void> {
  await page.goto(`/messages/${peer.id}`)
  await expect(getMessageField(page, peer)).toBeVisible()
}

/** Finds somebody by name in the list's search and opens the conversation with them. */
export async function openConversationBySearch(page: Page, { userName }: Pick<Member, 'userName'>) {
  await page.getByLabel('Find people').fill(userName)
  await page.getByRole('option', { name: userName }).click()
  await expect(getMessageField(page, { userName })).toBeVisible()
}

/** Where one writes to somebody. */
export function getMessageField(page: Page, { userName }: Pick<Member, 'userName'>): Locator {
  return page.getByRole('textbox', { name: `Message to ${userName}` })
}

/** Writes in the conversation that is open, and sends it. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to / }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** The messages of the conversation that is open. */
export function getConversationRegion(page: Page): Locator {
  return page.getByRole('region', { name: /^Conversation with / })
}

/** The message with exactly this text, and all that is said about it. */
export function getMessage(page: Page, text: string): Locator {
  return getMessages(page).filter({ has: page.getByText(text, { exact: true }) })
}

/** How far one's own message has come: 'Sending...', 'Failed', 'Sent', 'Delivered' or 'Read'. */
export function getDeliveryStatus(page: Page, text: string): Locator {
  return getMessage(page, text).getByText(/^(Sending\.\.\.|Failed|Sent|Delivered|Read)$/)
}

/** Exactly these messages are shown, in this order. */
export async function expectMessages(page: Page, texts: readonly string[]): Promise<void> {
  await expect(getMessages(page).locator('p[dir=auto]')).toHaveText([...texts])
}

function getMessages(page: Page): Locator {
  return getConversationRegion(page).locator('li[data-message]')
}

/** The conversation with somebody in the list. */
export function getConversationItem(page: Page, name: string): Locator {
  return page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('listitem')
    .filter({ has: page.getByText(new RegExp(`^${name}(, online)?$`)) })
}

/** The header's link says how much is new, and so does the tab. On a phone the link is in the menu. */
export async function expectUnreadCount(page: Page, count: number): Promise<void> {
  await expect(page).toHaveTitle(count === 0 ? /^[^(]/ : new RegExp(`^\\(${count}\\) `))
  // Before it is known whose page it is, nothing answers a click.
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible()
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const isPhone = await menu.isVisible()
  if (isPhone) await menu.click()
  const name = count === 0 ? 'Messages' : `Messages ${count} unread`
  await expect(
    page
      .getByRole('navigation', { name: /^(Member|Menu)$/ })
      .getByRole('link', { name, exact: true }),
  ).toBeVisible()
  if (!isPhone) return
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
}

/** Whether what is shown is live: 'Connected', 'Connecting…', 'Reconnecting…' or 'Connection error'. */
export function getConnectionStatus(page: Page): Locator {
  return page
    .getByRole('status')
    .filter({ hasText: /^(Connected|Connecting…|Reconnecting…|Connection error)$/ })
}

/** Takes the conversation with somebody away, from the list. */
export async function deleteConversation(page: Page, name: string): Promise<void> {
  await getConversationItem(page, name).hover()
  await getConversationItem(page, name).getByRole('button', { name: 'Delete conversation' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
}

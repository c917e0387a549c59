import type { Browser, Locator, Page, WebSocketRoute } from '@playwright/test'
import { database, signInNewMember, type Member } from './members.ts'
import { expect } from './base-test.ts'

/** Opens a separate browser context for a new member; `await using` closes it. */
export async function openMemberBrowser(browser: Browser, name: string) {
  const context = await browser.newContext()
  const member = await signInNewMember(context, name)
  const page = await context.newPage()
  return { ...member, context, page, [Symbol.asyncDispose]: async () => context.close() }
}

/** Sends a message by the API, as if from another browser, and returns its id. */
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

/** The stored messages of two members' conversation, oldest first. */
export async function readStoredMessages(one: Pick<Member, 'id'>, other: Pick<Member, 'id'>) {
  return selectMessagesBetween(one.id, other.id)
    .select(['messages.content', 'messages.sender_id'])
    .orderBy('messages.id')
    .execute()
}

/** The number of unread messages of both members. */
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

/** Opens the conversation by its URL and waits for the message field. */
export async function openConversation(
  page: Page,
  peer: Pick<Member, 'id' | 'userName'>,
): Promise<void> {
  await page.goto(`/messages/${peer.id}`)
  await expect(getMessageField(page, peer)).toBeVisible()
}

/** Finds a member in the list's search and opens the conversation with them. */
export async function openConversationBySearch(page: Page, { userName }: Pick<Member, 'userName'>) {
  await page.getByLabel('Find people').fill(userName)
  await page.getByRole('option', { name: userName }).click()
  await expect(getMessageField(page, { userName })).toBeVisible()
}

/** The message field of the conversation with this member. */
export function getMessageField(page: Page, { userName }: Pick<Member, 'userName'>): Locator {
  return page.getByRole('textbox', { name: `Message to ${userName}` })
}

/** Sends a message in the open conversation. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Message to / }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** The region with the messages of the open conversation. */
export function getConversationRegion(page: Page): Locator {
  return page.getByRole('region', { name: /^Conversation with / })
}

/** The list item of the message with exactly this text, including its delivery status. */
export function getMessage(page: Page, text: string): Locator {
  return getMessages(page).filter({ has: page.getByText(text, { exact: true }) })
}

/** The delivery status of a message that the member sent: 'Sending...', 'Failed', 'Sent', 'Delivered' or 'Read'. */
export function getDeliveryStatus(page: Page, text: string): Locator {
  return getMessage(page, text).getByText(
    /^(Sending\.\.\.|Waiting to send|Failed|Sent|Delivered|Read)$/,
  )
}

/** Exactly these messages are shown, in this order. */
export async function expectMessages(page: Page, texts: readonly string[]): Promise<void> {
  await expect(getMessages(page).locator('p[dir=auto]')).toHaveText([...texts])
}

function getMessages(page: Page): Locator {
  return getConversationRegion(page).locator('li[data-message]')
}

/** The item of the conversation list with this member. */
export function getConversationItem(page: Page, name: string): Locator {
  return page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('listitem')
    .filter({ has: page.getByText(new RegExp(`^${name}(, online)?$`)) })
}

/** The link of the header, or of the bar on a phone, and the tab's title show the unread count. */
export async function expectUnreadCount(page: Page, count: number): Promise<void> {
  await expect(page).toHaveTitle(count === 0 ? /^[^(]/ : new RegExp(`^\\(${count}\\) `))
  const name = count === 0 ? 'Messages' : `Messages ${count} unread`
  await expect(
    page
      .getByRole('navigation', { name: /^(Member|Main pages)$/ })
      .getByRole('link', { name, exact: true }),
  ).toBeVisible()
}

/** The texts of the connection status from a lost connection to the next one. */
export const RECONNECTING =
  /^(Connection lost, reconnecting\.\.\.|Reconnecting\.\.\. \(Attempt \d+\))$/

/** The status of the WebSocket connection: 'Connected', 'Connecting…', 'Connection error', or one of `RECONNECTING`. */
export function getConnectionStatus(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: /^(Connect|Reconnect)/ })
}

/** Deletes the conversation with this member from the list. */
export async function deleteConversation(page: Page, name: string): Promise<void> {
  await getConversationItem(page, name).hover()
  await getConversationItem(page, name).getByRole('button', { name: 'Delete conversation' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
}

/** Records the WebSocket connections that the page opens and the codes with which the server closes them. */
export async function recordWebSockets(page: Page) {
  const opened: WebSocketRoute[] = []
  const closed: (number | undefined)[] = []
  await page.routeWebSocket('**/ws', (socket) => {
    opened.push(socket)
    socket.connectToServer().onClose(async (code, reason) => {
      closed.push(code)
      await socket.close({ ...(code !== undefined && { code }), ...(reason && { reason }) })
    })
  })
  return { opened, closed }
}

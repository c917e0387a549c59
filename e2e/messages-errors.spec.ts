import type { Page } from '@playwright/test'
import {
  deleteConversation,
  getConversationItem,
  expectMessages,
  getMessageField,
  readStoredMessages,
  getDeliveryStatus,
  openConversation,
} from './messaging.ts'
import { signInNewMember } from './members.ts'
import { buildRefusalReply } from './posts.ts'
import { expireSessions, setSamplePassword, submitLoginForm } from './sessions.ts'
import {
  buildMessageFixtures,
  insertMember,
  insertConversation,
  switchConversation,
} from './conversation-fixtures.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  failUntilPointerDown,
  testIgnoringConsole,
} from './base-test.ts'

const CONVERSATIONS_ENDPOINT = '**/api/messages/conversations?*'
const SYNC_ENDPOINT = '**/api/messages/sync?*'
const RATE_LIMITED_REPLY = buildRefusalReply(429, 'too-many-requests', 'Please slow down.')
const UNAVAILABLE_REPLY = buildRefusalReply(503, 'unavailable', 'Please try again later.')

testIgnoringConsole(
  'a list of conversations that fails, and a deletion that fails, are accessible and recover',
  async ({ page, context }) => {
    testIgnoringConsole.slow()
    const ada = await signInNewMember(context, 'ada')
    const bob = await insertMember('bob')
    await insertConversation(ada, bob, buildMessageFixtures(ada, bob, 2))
    await failUntilPointerDown(page, CONVERSATIONS_ENDPOINT, RATE_LIMITED_REPLY)
    await page.goto('/messages')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Failed to fetch messages')
    await expect(page.getByText('No conversations yet')).toHaveCount(0)
    await expectAccessibleInBothThemes(page)
    await expectNoHorizontalScroll(page)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(getConversationItem(page, bob.userName)).toContainText('Line 2')
    await expect(alert).toBeHidden()

    await page.route('**/api/messages/conversation/*', (route) => route.fulfill(UNAVAILABLE_REPLY))
    await deleteConversation(page, bob.userName)
    await expect(page.getByText('Failed to delete conversation')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(getConversationItem(page, bob.userName)).toContainText('Line 2')
    await expectAccessibleOnBothScreens(page)

    await page.unrouteAll()
    await deleteConversation(page, bob.userName)
    await expect(page.getByText('No conversations yet')).toBeVisible()
    await expect(page.getByText('Select a conversation to start chatting')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Messages'])
    await expect(page).toHaveTitle('Messages · Dolph')
    await expectAccessibleInBothThemes(page)
    await expectNoHorizontalScroll(page)
  },
)

testIgnoringConsole(
  'a conversation that fails, a message that is too long and an unknown member are accessible',
  async ({ page, context }) => {
    testIgnoringConsole.slow()
    const ada = await signInNewMember(context, 'ada')
    const bob = await insertMember('bob')
    await insertConversation(ada, bob, buildMessageFixtures(ada, bob, 2))
    await failUntilPointerDown(page, SYNC_ENDPOINT, RATE_LIMITED_REPLY)
    await openConversation(page, bob)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Failed to fetch messages')
    await expect(page.getByText('Say hello')).toHaveCount(0)
    await expectAccessibleInBothThemes(page)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expectMessages(page, ['Line 1', 'Line 2'])
    await expect(alert).toBeHidden()

    await getMessageField(page, bob).fill('🐬'.repeat(5001))
    await expect(page.getByText('5001/5000')).toBeVisible()
    await expect(alert).toHaveText('Message cannot be more than 5000 characters')
    await expectAccessibleInBothThemes(page)
    await expectNoHorizontalScroll(page)

    const field = getMessageField(page, bob)
    await field.press('Control+Enter')
    await expect(field).toHaveValue('🐬'.repeat(5001))
    expect(await readStoredMessages(ada, bob)).toHaveLength(2)
    await field.fill(` ${'🐬'.repeat(5000)} `)
    await expect(alert).toBeHidden()
    await field.press('Control+Enter')
    await expect(getDeliveryStatus(page, '🐬'.repeat(5000))).toHaveText('Sent')
    expect((await readStoredMessages(ada, bob))[2]).toEqual({
      content: '🐬'.repeat(5000),
      sender_id: ada.id,
    })

    await page.goto('/messages/some-id')
    await expect(page.getByRole('alert')).toContainText('User not found')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
    await expectAccessibleInBothThemes(page)
    await page.getByRole('link', { name: 'Back to messages' }).click()
    await expect(page).toHaveURL('/messages')
  },
)

testIgnoringConsole(
  'a member whose session has ended logs in and continues the conversation',
  async ({ page, context }) => {
    const ada = await signInNewMember(context, 'ada')
    await setSamplePassword(ada)
    const socket = await blockWebSocket(page)
    const [bob, carla] = [await insertMember('bob'), await insertMember('carla')]
    await insertConversation(ada, bob, buildMessageFixtures(ada, bob, 2))
    await insertConversation(ada, carla, buildMessageFixtures(ada, carla, 2))
    await openConversation(page, bob)
    await getMessageField(page, bob).fill('To be continued')
    await switchConversation(page, carla)
    await expireSessions(ada)
    await page.goto(`/messages/${bob.id}`)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/messages/${bob.id}`)}`)
    await submitLoginForm(page, ada)
    await expect(page).toHaveURL(`/messages/${bob.id}`)
    await expectMessages(page, ['Line 1', 'Line 2'])
    await expect(getMessageField(page, bob)).toHaveValue('To be continued')

    // Now only sending a message can notice the ended session.
    await getMessageField(page, bob).fill('Are you there?')
    for (const url of [SYNC_ENDPOINT, CONVERSATIONS_ENDPOINT])
      await page.route(url, (route) => route.abort())
    await expireSessions(ada)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    socket.unblock()
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/messages/${bob.id}`)}`)
    await page.unrouteAll()
    await submitLoginForm(page, ada)
    await expect(page).toHaveURL(`/messages/${bob.id}`)
    await expectMessages(page, ['Line 1', 'Line 2', 'Are you there?'])
  },
)

/** Refuses WebSocket connections until `unblock` is called. */
async function blockWebSocket(page: Page): Promise<{ unblock: () => void }> {
  let isBlocked = true
  await page.routeWebSocket('**/ws', (socket) => {
    if (isBlocked) void socket.close({ code: 1013 })
    else socket.connectToServer()
  })
  return { unblock: () => (isBlocked = false) }
}

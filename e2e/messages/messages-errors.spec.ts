import type { Page } from '@playwright/test'
import { expectMessages, getMessageField, openConversation } from '../support/messaging.ts'
import { signInNewMember } from '../support/members.ts'
import { expireSessions, setSamplePassword, submitLoginForm } from '../support/sessions.ts'
import {
  buildMessageFixtures,
  insertMember,
  insertConversation,
  switchConversation,
} from '../support/conversation-fixtures.ts'
import { expect, testIgnoringConsole } from '../support/base-test.ts'

const CONVERSATIONS_ENDPOINT = '**/api/messages/conversations?*'
const SYNC_ENDPOINT = '**/api/messages/sync?*'

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

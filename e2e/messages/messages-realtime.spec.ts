import {
  openMemberBrowser,
  getConnectionStatus,
  RECONNECTING,
  getConversationItem,
  expectMessages,
  expectUnreadCount,
  getMessageField,
  openConversationBySearch,
  readStoredMessages,
  getDeliveryStatus,
  openConversation,
  sendMessageByApi,
  sendMessage,
} from '../support/messaging.ts'
import { signInNewMember } from '../support/members.ts'
import { expectPromptMessage, recordServerEvents } from '../support/server-events.ts'
import { testIgnoringConsole, test } from '../support/two-processes.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectAccessibleOnBothScreens,
  expectAnnouncement,
  expectNoHorizontalScroll,
} from '../support/base-test.ts'

test('a member finds another and writes to them; both see delivery, read, typing and presence states', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const ada = await signInNewMember(context, 'ada')
  const bob = await openMemberBrowser(browser, 'bob')
  const bobEvents = recordServerEvents(bob.page)
  await bob.page.goto('/posts')
  await expectUnreadCount(bob.page, 0)

  await page.goto('/messages')
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await openConversationBySearch(page, bob)
  await expect(page).toHaveURL(`/messages/${bob.id}`)
  await expect(page.getByText(`Say hello to ${bob.userName}`)).toBeVisible()
  await sendMessage(page, 'Does it tick?')
  await expect(getDeliveryStatus(page, 'Does it tick?')).toHaveText('Delivered')
  await expect(getMessageField(page, bob)).toHaveValue('')

  await expectUnreadCount(bob.page, 1)
  await expectPromptMessage(bobEvents, 'Does it tick?')
  await sendMessageByApi(ada, bob, 'Or hum?')
  await expectUnreadCount(bob.page, 2)
  await expectPromptMessage(bobEvents, 'Or hum?')
  await expect(getDeliveryStatus(page, 'Or hum?')).toHaveText('Delivered')
  await bob.page.goto('/messages')
  const item = getConversationItem(bob.page, ada.userName)
  await expect(item).toContainText('Or hum?')
  await expect(item).toContainText('2 unread')
  await expect(getDeliveryStatus(page, 'Or hum?')).toHaveText('Delivered')

  await item.getByRole('link').click()
  await expectMessages(bob.page, ['Does it tick?', 'Or hum?'])
  await expect(getDeliveryStatus(page, 'Does it tick?')).toHaveText('Read')
  await expect(getDeliveryStatus(page, 'Or hum?')).toHaveText('Read')
  await expectUnreadCount(bob.page, 0)

  const typing = page.getByText(`${bob.userName} is typing…`)
  await expect(typing).toBeHidden()
  await getMessageField(bob.page, ada).pressSequentially('It hums')
  await expectAnnouncement(page, `${bob.userName} is typing…`)
  await bob.page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(typing).toBeHidden()
  await expectMessages(page, ['Does it tick?', 'Or hum?', 'It hums'])
  await expectMessages(bob.page, ['Does it tick?', 'Or hum?', 'It hums'])
  await expect(getDeliveryStatus(bob.page, 'It hums')).toHaveText('Read')
  await expectUnreadCount(page, 0)

  // Typing events are throttled, so typing right after a message may not be announced.
  await expect(async () => {
    await getMessageField(bob.page, ada).press('.')
    await expect(typing).toBeVisible({ timeout: 500 })
  }).toPass()
  await expectAccessibleOnBothScreens(page)

  await page.reload()
  const online = page.getByText('Online', { exact: true })
  await expect(online).toBeVisible()
  // A member who goes from page to page stays online.
  await bob.page.goto('/profile')
  await expectUnreadCount(bob.page, 0)
  await expect(online).toBeVisible()
  await bob.context.close()
  await expect(page.getByText(/^Last seen /)).toBeVisible({ timeout: 15_000 })
  await expect(online).toBeHidden()
})

testIgnoringConsole(
  'offline, drafts stay and messages wait; online again, each message arrives once',
  async ({ page, context, browser }) => {
    const ada = await signInNewMember(context, 'ada')
    await using bob = await openMemberBrowser(browser, 'bob')
    await sendMessageByApi(bob, ada, 'Are you on the train?')
    await openConversation(page, bob)
    await openConversation(bob.page, ada)
    await expect(getConnectionStatus(page)).toHaveText('Connected')
    await getMessageField(page, bob).fill('In the tunnel')

    await context.setOffline(true)
    await expect(getConnectionStatus(page)).toHaveText(RECONNECTING)
    await expect(page.getByText('Online', { exact: true })).toBeHidden()
    await expect(getMessageField(page, bob)).toHaveValue('In the tunnel')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(getDeliveryStatus(page, 'In the tunnel')).toHaveText('Waiting to send')
    await sendMessage(page, 'Behind it')
    await expect(getDeliveryStatus(page, 'Behind it')).toHaveText('Waiting to send')
    await expectAccessibleInBothThemes(page)
    await expectNoHorizontalScroll(page)
    await getMessageField(page, bob).fill('and dark')
    expect(await readStoredMessages(ada, bob)).toHaveLength(1)

    await context.setOffline(false)
    await expect(getConnectionStatus(page)).toHaveText('Connected')
    await expect(getDeliveryStatus(page, 'In the tunnel')).toHaveText('Read')
    await expect(getDeliveryStatus(page, 'Behind it')).toHaveText('Read')
    await expect(getMessageField(page, bob)).toHaveValue('and dark')
    const messages = ['Are you on the train?', 'In the tunnel', 'Behind it']
    await expectMessages(page, messages)
    await expectMessages(bob.page, messages)
    expect((await readStoredMessages(ada, bob)).map(({ content }) => content)).toEqual(messages)
    await page.reload()
    await expectMessages(page, messages)
  },
)

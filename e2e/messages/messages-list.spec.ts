import { SAMPLE_PASSWORD } from '@dolph/api/seed/seed'
import {
  openMemberBrowser,
  getConnectionStatus,
  deleteConversation,
  getConversationItem,
  expectMessages,
  expectUnreadCount,
  getMessageField,
  openConversation,
  sendMessageByApi,
  getConversationRegion,
} from '../support/messaging.ts'
import { signInNewMember } from '../support/members.ts'
import { setSamplePassword } from '../support/sessions.ts'
import {
  buildMessageFixtures,
  insertMember,
  insertConversation,
} from '../support/conversation-fixtures.ts'
import { expect, expectAnnouncement, testIgnoringConsole, test } from '../support/base-test.ts'

test.describe('on 11 March at noon in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('conversations are ordered by their last message and show its time and the unread count', async ({
    page,
    context,
    browser,
  }) => {
    const ada = await signInNewMember(context, 'ada')
    await using otherContext = await browser.newContext()
    const bob = await signInNewMember(otherContext, 'bob')
    const [carla, dan] = [await insertMember('carla'), await insertMember('dan')]
    await insertConversation(ada, bob, [
      { by: bob, content: 'Does it tick?', at: new Date('2026-03-10T11:00+09:00') },
      { by: ada, content: 'It hums', at: new Date('2026-03-10T11:30+09:00') },
    ])
    await insertConversation(ada, carla, [
      { by: carla, content: 'Hello', at: new Date('2026-03-11T10:00+09:00'), isUnread: true },
      { by: carla, content: 'Hello?', at: new Date('2026-03-11T11:59+09:00'), isUnread: true },
    ])
    await insertConversation(dan, ada, [
      { by: dan, content: 'Ahoy', at: new Date('2026-03-09T11:59+09:00') },
    ])
    await page.clock.setFixedTime('2026-03-11T12:00+09:00')
    await page.goto('/messages')
    const items = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
    await expect(items).toContainText([carla.userName, bob.userName, dan.userName])
    await expect(items.getByRole('time')).toHaveText(['11:59', 'Yesterday 11:30', '9 Mar 11:59'])
    await expect(getConversationItem(page, carla.userName)).toContainText('Hello?')
    await expect(getConversationItem(page, carla.userName)).toContainText('2 unread')
    await expect(getConversationItem(page, bob.userName)).toContainText('You: It hums')
    await expect(getConversationItem(page, dan.userName)).toContainText('Ahoy')
    await expect(page.getByText('You: ')).toHaveCount(1)
    await expect(items.getByText(/\d unread/)).toHaveText(['2 unread'])
    await expectUnreadCount(page, 2)

    await expect(getConnectionStatus(page)).toHaveText('Connected')
    await sendMessageByApi(bob, ada, 'Are you sure?')
    await expect(items).toContainText([bob.userName, carla.userName, dan.userName])
    await expect(getConversationItem(page, bob.userName)).toContainText('Are you sure?')
    await expect(getConversationItem(page, bob.userName)).toContainText('1 unread')
    await expectUnreadCount(page, 3)

    await getConversationItem(page, carla.userName).getByRole('link').click()
    await expect(page).toHaveURL(`/messages/${carla.id}`)
    await expectMessages(page, ['Hello', 'Hello?'])
    await expectUnreadCount(page, 1)
    await page.goto('/messages')
    await expect(items).toContainText([bob.userName, carla.userName, dan.userName])
    await expect(items.getByText(/\d unread/)).toHaveText(['1 unread'])
  })
})

test('the message pane is 800 px high, and no higher than a low window', async ({
  page,
  context,
}) => {
  await signInNewMember(context, 'ada')
  await page.setViewportSize({ width: 1280, height: 1000 })
  await page.goto('/messages')
  const pane = page.getByRole('region', { name: 'Messages' }).locator('..')
  await expect(pane).toHaveCSS('height', '800px')
  await page.setViewportSize({ width: 1280, height: 700 })
  await expect.poll(async () => (await pane.boundingBox())?.height).toBeLessThan(700)
  await expect(pane).toBeInViewport({ ratio: 1 })
})

test('after a confirmation a conversation is deleted for one member only, and a new message restarts it', async ({
  page,
  context,
  browser,
}) => {
  const ada = await signInNewMember(context, 'ada')
  await using bob = await openMemberBrowser(browser, 'bob')
  await insertConversation(ada, bob, buildMessageFixtures(ada, bob, 3))
  await page.goto('/messages')
  const item = getConversationItem(page, bob.userName)
  await item.hover()
  await item.getByRole('button', { name: 'Delete conversation' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete conversation' })
  await expect(dialog).toContainText(
    `Are you sure you want to delete your conversation with ${bob.userName}? Only your copy goes: ${bob.userName} keeps theirs.`,
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(item).toContainText('Line 3')

  await deleteConversation(page, bob.userName)
  await expectAnnouncement(page, 'Conversation deleted successfully')
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await openConversation(bob.page, ada)
  await expectMessages(bob.page, ['Line 1', 'Line 2', 'Line 3'])

  await expect(getConnectionStatus(page)).toHaveText('Connected')
  await sendMessageByApi(bob, ada, 'Anew')
  await expect(item).toContainText('Anew')
  await expect(item).toContainText('1 unread')
  await item.getByRole('link').click()
  await expectMessages(page, ['Anew'])
  await page.reload()
  await expectMessages(page, ['Anew'])
  await expectMessages(bob.page, ['Line 1', 'Line 2', 'Line 3', 'Anew'])

  await page.getByRole('main').getByRole('button', { name: 'Delete conversation' }).last().click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/messages')
  await expect(page.getByText('No conversations yet')).toBeVisible()
})

testIgnoringConsole(
  'messages of a deleted account stay readable, but no one can reply',
  async ({ page, context, browser }) => {
    const ada = await signInNewMember(context, 'ada')
    await using otherContext = await browser.newContext()
    const bob = await signInNewMember(otherContext, 'bob')
    await insertConversation(ada, bob, buildMessageFixtures(ada, bob, 3))
    await setSamplePassword(bob)
    const deletion = await bob.call('DELETE', '/api/profile/delete-account', {
      password: SAMPLE_PASSWORD,
    })
    expect(deletion.status()).toBe(200)

    await page.goto('/messages')
    const item = getConversationItem(page, 'Deleted User')
    await expect(item).toContainText('Line 3')
    await item.getByRole('link').click()
    await expect(page).toHaveURL(`/messages/${bob.id}`)
    await expectMessages(page, ['Line 1', 'Line 2', 'Line 3'])
    await expect(getConversationRegion(page)).toHaveAccessibleName('Conversation with Deleted User')
    await expect(page.getByRole('heading', { name: 'Deleted User' })).toBeVisible()
    await expect(
      page.getByText('This account was deleted. Deleted User cannot be written to.'),
    ).toBeVisible()
    await expect(getMessageField(page, { userName: 'Deleted User' })).toHaveCount(0)
    await expect(page.getByRole('main').getByText(bob.userName)).toHaveCount(0)
    const attempt = await ada.call('POST', '/api/messages', {
      recipientId: bob.id,
      content: 'Hello?',
    })
    expect(attempt.status()).toBe(404)

    await page.getByRole('button', { name: 'Delete conversation' }).last().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No conversations yet')).toBeVisible()
    await page.goto(`/messages/${bob.id}`)
    await expect(page.getByText('User not found')).toBeVisible()
  },
)

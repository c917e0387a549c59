import type { Page } from '@playwright/test'
import {
  deleteConversation,
  entryOf,
  expectSaid,
  fieldFor,
  keptBetween,
  labelOf,
  openThread,
} from './correspondence.ts'
import { enter } from './members.ts'
import { refusal } from './posts.ts'
import { expire, givePassword, logInHere } from './returning.ts'
import { lines, meet, putBetween, turnTo } from './said.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectAccessibleOnBothScreens,
  expectToFit,
  failUntilPressed,
  noisyTest,
} from './visit.ts'

const LIST = '**/api/messages/conversations?*'
const SYNC = '**/api/messages/sync?*'
const BUSY = refusal(429, 'too-many-requests', 'Please slow down.')
const DOWN = refusal(503, 'unavailable', 'Please try again later.')

noisyTest(
  'a list of conversations that fails, and a deletion that fails, are accessible and recover',
  async ({ page, context }) => {
    noisyTest.slow()
    const ada = await enter(context, 'ada')
    const bob = await meet('bob')
    await putBetween(ada, bob, lines(ada, bob, 2))
    await failUntilPressed(page, LIST, BUSY)
    await page.goto('/messages')
    const failed = page.getByRole('alert')
    await expect(failed).toContainText('Failed to fetch messages')
    await expect(page.getByText('No conversations yet')).toHaveCount(0)
    await expectAccessibleInBothThemes(page)
    await expectToFit(page)
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect(entryOf(page, bob.userName)).toContainText('Line 2')
    await expect(failed).toBeHidden()

    await page.route('**/api/messages/conversation/*', (route) => route.fulfill(DOWN))
    await deleteConversation(page, bob.userName)
    await expect(page.getByText('Failed to delete conversation')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(entryOf(page, bob.userName)).toContainText('Line 2')
    await expectAccessibleOnBothScreens(page)

    await page.unrouteAll()
    await deleteConversation(page, bob.userName)
    await expect(page.getByText('No conversations yet')).toBeVisible()
    await expect(page.getByText('Select a conversation to start chatting')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Messages'])
    await expect(page).toHaveTitle('Messages · Dolph')
    await expectAccessibleInBothThemes(page)
    await expectToFit(page)
  },
)

noisyTest(
  'a conversation that fails, a message that is too long and an unknown member are accessible',
  async ({ page, context }) => {
    noisyTest.slow()
    const ada = await enter(context, 'ada')
    const bob = await meet('bob')
    await putBetween(ada, bob, lines(ada, bob, 2))
    await failUntilPressed(page, SYNC, BUSY)
    await openThread(page, bob)
    const failed = page.getByRole('alert')
    await expect(failed).toContainText('Failed to fetch messages')
    await expect(page.getByText('Say hello')).toHaveCount(0)
    await expectAccessibleInBothThemes(page)
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expectSaid(page, ['Line 1', 'Line 2'])
    await expect(failed).toBeHidden()

    await fieldFor(page, bob).fill('🐬'.repeat(5001))
    await expect(page.getByText('5001/5000')).toBeVisible()
    await expect(failed).toHaveText('Message cannot be more than 5000 characters')
    await expectAccessibleInBothThemes(page)
    await expectToFit(page)

    const field = fieldFor(page, bob)
    await field.press('Control+Enter')
    await expect(field).toHaveValue('🐬'.repeat(5001))
    expect(await keptBetween(ada, bob)).toHaveLength(2)
    await field.fill(` ${'🐬'.repeat(5000)} `)
    await expect(failed).toBeHidden()
    await field.press('Control+Enter')
    await expect(labelOf(page, '🐬'.repeat(5000))).toHaveText('Sent')
    expect((await keptBetween(ada, bob))[2]).toEqual({
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

noisyTest(
  'a member whose session has ended logs in and continues the conversation',
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    await givePassword(ada)
    const socket = await withoutSocket(page)
    const [bob, carla] = [await meet('bob'), await meet('carla')]
    await putBetween(ada, bob, lines(ada, bob, 2))
    await putBetween(ada, carla, lines(ada, carla, 2))
    await openThread(page, bob)
    await fieldFor(page, bob).fill('To be continued')
    await turnTo(page, carla)
    await expire(ada)
    await page.goto(`/messages/${bob.id}`)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/messages/${bob.id}`)}`)
    await logInHere(page, ada)
    await expect(page).toHaveURL(`/messages/${bob.id}`)
    await expectSaid(page, ['Line 1', 'Line 2'])
    await expect(fieldFor(page, bob)).toHaveValue('To be continued')

    // What is noticed only by what one does here.
    await fieldFor(page, bob).fill('Are you there?')
    for (const url of [SYNC, LIST]) await page.route(url, (route) => route.abort())
    await expire(ada)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    socket.open()
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/messages/${bob.id}`)}`)
    await page.unrouteAll()
    await logInHere(page, ada)
    await expect(page).toHaveURL(`/messages/${bob.id}`)
    await expectSaid(page, ['Line 1', 'Line 2', 'Are you there?'])
  },
)

/** Nothing is live, until the way is open. */
async function withoutSocket(page: Page): Promise<{ open: () => void }> {
  let isOpen = false
  await page.routeWebSocket('**/ws', (socket) => {
    if (isOpen) socket.connectToServer()
    else void socket.close({ code: 1013 })
  })
  return { open: () => (isOpen = true) }
}

import type { Page } from '@playwright/test'
import {
  bubble,
  entryOf,
  expectSaid,
  fieldFor,
  keptBetween,
  labelOf,
  openThread,
  thread,
  write,
} from './correspondence.ts'
import { enter } from './members.ts'
import { refusal } from './posts.ts'
import { expire, givePassword, logInHere } from './returning.ts'
import { lines, meet, putBetween, turnTo } from './said.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectToFit,
  failUntilPressed,
  hasten,
  noisyTest,
} from './visit.ts'

const LIST = '**/api/messages/conversations?*'
const SYNC = '**/api/messages/sync?*'
const BUSY = refusal(429, 'too-many-requests', 'Please slow down.')
const DOWN = refusal(503, 'unavailable', 'Please try again later.')

noisyTest('conversations that cannot be had are asked for again', async ({ page, context }) => {
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
})

noisyTest('a conversation that cannot be had is asked for again', async ({ page, context }) => {
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
})

noisyTest('an answer that is no messages is said to be none', async ({ page, context }) => {
  const ada = await enter(context, 'ada')
  const bob = await meet('bob')
  await putBetween(ada, bob, lines(ada, bob, 2))
  await page.clock.install()
  await failUntilPressed(page, SYNC, { json: { messages: ['Line 1'] } })
  await openThread(page, bob)
  const failed = page.getByRole('alert').filter({ hasText: 'Invalid messages data received' })
  await hasten(page, failed)
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expectSaid(page, ['Line 1', 'Line 2'])

  await failUntilPressed(page, LIST, { contentType: 'text/html', body: '<p>Hello</p>' })
  await page.goto('/messages')
  await hasten(page, failed)
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(entryOf(page, bob.userName)).toContainText('Line 2')
})

noisyTest('what was read stays while nothing new can be had', async ({ page, context }) => {
  const ada = await enter(context, 'ada')
  const bob = await meet('bob')
  await putBetween(ada, bob, lines(ada, bob, 60))
  await page.clock.install()
  await openThread(page, bob)
  await expect(bubble(page, 'Line 60')).toBeVisible()
  await page.route(SYNC, (route) => route.fulfill(BUSY))
  await page.clock.fastForward(10_000)
  await expect(page.getByText('Failed to sync messages')).toBeVisible()
  await expect(bubble(page, 'Line 60')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

noisyTest('older messages that cannot be had are asked for again', async ({ page, context }) => {
  const ada = await enter(context, 'ada')
  const bob = await meet('bob')
  const said = lines(ada, bob, 60)
  await putBetween(ada, bob, said)
  await page.route('**/api/messages?*before=*', (route) => route.fulfill(BUSY))
  await openThread(page, bob)
  await thread(page).hover()
  await page.mouse.wheel(0, -20_000)
  const failed = thread(page).getByRole('alert')
  await expect(failed).toHaveText('Failed to fetch messages')
  await page.unrouteAll()
  await thread(page).getByRole('button', { name: 'Retry' }).click()
  await expectSaid(
    page,
    said.map(({ content }) => content),
  )
  await expect(failed).toBeHidden()
})

noisyTest('a search that fails says so, and the next one works', async ({ page, context }) => {
  const ada = await enter(context, 'ada')
  const bob = await meet('bob')
  await putBetween(ada, bob, lines(ada, bob, 2))
  await openThread(page, bob)
  await page.route('**/api/messages/search?*', (route) => route.abort('connectionreset'))
  await page.clock.install()
  await page.getByRole('button', { name: 'Search in conversation' }).click()
  const search = page.getByRole('search')
  await search.getByRole('searchbox').fill('Lin')
  await hasten(page, search.getByRole('alert').filter({ hasText: 'Failed to search messages' }))
  await expect(search.getByText('No messages found')).toHaveCount(0)
  await page.unrouteAll()
  await search.getByRole('searchbox').fill('Line')
  await page.clock.fastForward(300)
  await expect(search.getByText('2 matches')).toBeVisible()
  await expect(search.getByRole('alert')).toHaveCount(0)
})

noisyTest('a message that cannot be sent is given back', async ({ page, context }) => {
  const ada = await enter(context, 'ada')
  const bob = await meet('bob')
  await putBetween(ada, bob, lines(ada, bob, 1))
  await withoutSocket(page)
  await page.route('**/api/messages', (route) => route.fulfill({ status: 500, body: '' }))
  await openThread(page, bob)
  await write(page, 'Does it tick?\nOr hum?')
  const failed = bubble(page, 'Does it tick? Or hum?')
  await expect(failed.getByText('Failed', { exact: true })).toBeVisible()
  await expect(failed.getByRole('alert')).toHaveText('Failed to send message. Please try again.')
  await expect(fieldFor(page, bob)).toHaveValue('')
  await expectAccessibleInBothThemes(page)
  await expectToFit(page)

  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(failed).toHaveCount(0)
  await expect(fieldFor(page, bob)).toHaveValue('Does it tick?\nOr hum?')
  await expect(fieldFor(page, bob)).toBeFocused()
  expect(await keptBetween(ada, bob)).toHaveLength(1)

  await page.unroute('**/api/messages')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(labelOf(page, 'Does it tick? Or hum?')).toHaveText('Sent')
  expect((await keptBetween(ada, bob)).map(({ content }) => content)).toEqual([
    ...['Line 1', 'Does it tick?\nOr hum?'],
  ])
})

noisyTest(
  'a message that failed waits on the device, and goes out with the next visit',
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    const bob = await meet('bob')
    const socket = await withoutSocket(page)
    await page.route('**/api/messages', (route) => route.fulfill(DOWN))
    await openThread(page, bob)
    await write(page, 'Does it tick?')
    await expect(labelOf(page, 'Does it tick?')).toHaveText('Failed')
    await page.reload()
    await expect(bubble(page, 'Does it tick?')).toBeVisible()
    expect(await keptBetween(ada, bob)).toEqual([])
    await page.unroute('**/api/messages')
    socket.open()
    await page.reload()
    await expect(labelOf(page, 'Does it tick?')).toHaveText('Sent')
    expect(await keptBetween(ada, bob)).toHaveLength(1)
  },
)

noisyTest('an address of nobody says so', async ({ page, context, isMobile }) => {
  const ada = await enter(context, 'ada')
  for (const id of ['some-id', '0199a1de-0000-7000-8000-000000000000']) {
    await page.goto(`/messages/${id}`)
    await expect(page.getByRole('alert')).toContainText('User not found')
    await expect(page.getByRole('textbox', { name: /^Message to/ })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      isMobile ? 'User not found' : 'Messages',
    )
  }
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Back to messages' }).click()
  await expect(page).toHaveURL('/messages')
  await expect(page.getByText('No conversations yet')).toBeVisible()
  // Nobody talks to themself.
  await page.goto(`/messages/${ada.id}`)
  await expect(page).toHaveURL('/messages')
})

noisyTest(
  'somebody of whom nothing is known yet is asked about again',
  async ({ page, context }) => {
    await enter(context, 'ada')
    const bob = await meet('bob')
    await page.route('**/api/profile/user/*', (route) => route.fulfill(BUSY))
    await page.goto(`/messages/${bob.id}`)
    const failed = page.getByRole('alert')
    await expect(failed).toContainText('Failed to fetch user profile')
    await page.unrouteAll()
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(`Say hello to ${bob.userName}`)).toBeVisible()
  },
)

noisyTest(
  'whoever is not signed in any more logs in and goes on where they were',
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

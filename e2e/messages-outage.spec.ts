import type { Page, WebSocketRoute } from '@playwright/test'
import {
  openMemberBrowser,
  getConnectionStatus,
  expectMessages,
  readStoredMessages,
  getDeliveryStatus,
  openConversation,
  sendMessageByApi,
  sendMessage,
  countUnreadMessages,
} from './messaging.ts'
import { createApiCaller, signInNewMember, openSession } from './members.ts'
import { buildRefusalReply } from './posts.ts'
import { testIgnoringConsole, test } from './two-processes.ts'
import { expect, expectAccessibleInBothThemes } from './base-test.ts'

const DOWN = buildRefusalReply(503, 'unavailable', 'Please try again later.')

test('a message whose confirmation is lost is sent again under the same name, and is one message', async ({
  page,
  context,
  browser,
}) => {
  const ada = await signInNewMember(context, 'ada')
  await using bob = await openMemberBrowser(browser, 'bob')
  const posted: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(request.postDataJSON())
  })
  const sent = await dropConfirmations(page)
  await page.clock.install()
  await openConversation(bob.page, ada)
  await openConversation(page, bob)
  await expect(getConnectionStatus(page)).toHaveText('Connected')
  await page.clock.pauseAt(Date.now() + 5_000)
  await waitForSync(page, 10_000)
  await page.clock.runFor(6_000)

  await sendMessage(page, 'Said once')
  await expectMessages(bob.page, ['Said once'])
  await page.clock.runFor(100)
  await expect(getDeliveryStatus(page, 'Said once')).toHaveText('Sending...')
  await expect.poll(() => countUnreadMessages(ada, bob)).toBe(0)
  await waitForSync(page, 3_900)
  await page.clock.runFor(900)
  await expect(getDeliveryStatus(page, 'Said once')).toHaveText('Read')
  await expectMessages(page, ['Said once'])
  expect(posted).toEqual([])
  await page.clock.runFor(200)

  await expect.poll(() => posted).toHaveLength(1)
  expect(posted).toEqual(sent)
  await page.clock.resume()
  await expect(getDeliveryStatus(page, 'Said once')).toHaveText('Read')
  await expectMessages(page, ['Said once'])
  await expectMessages(bob.page, ['Said once'])
  expect(await readStoredMessages(ada, bob)).toHaveLength(1)
  await page.reload()
  await expectMessages(page, ['Said once'])
})

/** Lets time pass in which the page asks once what has changed. */
async function waitForSync(page: Page, milliseconds: number): Promise<void> {
  const synced = page.waitForResponse('**/api/messages/sync?*')
  await page.clock.runFor(milliseconds)
  await (await synced).finished()
}

/** The server takes every message, but nobody here is told. Gives what was sent. */
async function dropConfirmations(page: Page): Promise<unknown[]> {
  const sent: unknown[] = []
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((said) => {
      const { type, ...rest } = JSON.parse(String(said)) as { type: string }
      if (type === 'new_message') sent.push(rest)
      server.send(said)
    })
    server.onMessage((said) => {
      if (!String(said).includes('"new_message"')) socket.send(said)
    })
  })
  return sent
}

test('after ten attempts in vain it says so; messages go on without, and Retry connects again', async ({
  page,
  context,
  browser,
}) => {
  const ada = await signInNewMember(context, 'ada')
  await using bob = await openMemberBrowser(browser, 'bob')
  await sendMessageByApi(bob, ada, 'Before')
  let tried = 0
  let isRefused = true
  await page.routeWebSocket('**/ws', async (socket) => {
    tried += 1
    if (isRefused) await socket.close({ code: 1013 })
    else socket.connectToServer()
  })
  await page.clock.install()
  await openConversation(page, bob)
  await expect(getConnectionStatus(page)).toHaveText('Reconnecting…')
  await expect
    .poll(
      async () => {
        await page.clock.runFor(30_000)
        return getConnectionStatus(page).textContent()
      },
      { intervals: [50], timeout: 20_000 },
    )
    .toBe('Connection error')
  expect(tried).toBe(11)
  await expectAccessibleInBothThemes(page)

  await sendMessageByApi(bob, ada, 'Do you hear me?')
  await page.clock.runFor(10_000)
  await expectMessages(page, ['Before', 'Do you hear me?'])
  await sendMessage(page, 'Not at once')
  await expect(getDeliveryStatus(page, 'Not at once')).toHaveText('Sent')
  await page.clock.runFor(30_000)
  expect(tried).toBe(11)

  isRefused = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(getConnectionStatus(page)).toHaveText('Connected')
  await openConversation(bob.page, ada)
  await expect(getDeliveryStatus(page, 'Not at once')).toHaveText('Read')
})

testIgnoringConsole(
  'what could not be sent is there after a reload, and is sent once when it can be',
  async ({ page, context, browser }) => {
    const ada = await signInNewMember(context, 'ada')
    await using bob = await openMemberBrowser(browser, 'bob')
    await sendMessageByApi(bob, ada, 'Before')
    let isUnreachable = true
    await page.route('**/api/messages', (route) =>
      isUnreachable ? route.abort() : route.fulfill(DOWN),
    )
    let isRefused = true
    await page.routeWebSocket('**/ws', async (socket) => {
      if (isRefused) await socket.close({ code: 1013 })
      else socket.connectToServer()
    })
    await openConversation(page, bob)
    await expect(getConnectionStatus(page)).toHaveText('Reconnecting…')
    await sendMessage(page, 'Not lost')
    await expect(getDeliveryStatus(page, 'Not lost')).toHaveText('Failed')
    isUnreachable = false
    await page.reload()
    await expect(getDeliveryStatus(page, 'Not lost')).toHaveText('Failed')
    await expectMessages(page, ['Before', 'Not lost'])
    expect(await readStoredMessages(ada, bob)).toHaveLength(1)
    await page.unroute('**/api/messages')
    isRefused = false
    await page.reload()

    await expect(getDeliveryStatus(page, 'Not lost')).toHaveText('Sent')
    await expectMessages(page, ['Before', 'Not lost'])
    expect(await readStoredMessages(ada, bob)).toHaveLength(2)
    await page.reload()
    await expectMessages(page, ['Before', 'Not lost'])
  },
)

testIgnoringConsole(
  'when the process of the other or one’s own dies, both write on, and see everything once and in one order',
  async ({ page, context, browser, processes }) => {
    testIgnoringConsole.slow()
    const ada = await signInNewMember(context, 'ada')
    await using bob = await openMemberBrowser(browser, 'bob')
    await openConversation(page, bob)
    await openConversation(bob.page, ada)
    await expect(getConnectionStatus(bob.page)).toHaveText('Connected')
    await sendMessage(page, 'Before')
    await expect(getDeliveryStatus(page, 'Before')).toHaveText('Read')

    const others = await processes.killProcessOf(bob.context)
    await sendMessage(page, 'One')
    await sendMessage(page, 'Two')
    await expect(getConnectionStatus(bob.page)).toHaveText('Reconnecting…')
    await sendMessage(bob.page, 'Still here')
    await expect(getDeliveryStatus(bob.page, 'Still here')).toHaveText(/^(Sent|Delivered|Read)$/)
    await sendMessage(page, 'Three')

    await expect(getConnectionStatus(bob.page)).toHaveText('Connected', { timeout: 15_000 })
    await expect(getDeliveryStatus(page, 'Three')).toHaveText('Read')
    await others.restart()
    await sendMessage(bob.page, 'After')
    await expect(getDeliveryStatus(bob.page, 'After')).toHaveText('Read')
    const kept = (await readStoredMessages(ada, bob)).map(({ content }) => content)
    expect(kept.toSorted()).toEqual(['After', 'Before', 'One', 'Still here', 'Three', 'Two'])
    await expectMessages(page, kept)
    await expectMessages(bob.page, kept)

    // Bob goes back to his own process, which is not the one that dies next.
    await bob.page.reload()
    for (const each of [page, bob.page])
      await expect(getConnectionStatus(each)).toHaveText('Connected')
    await sendMessage(page, 'Four')
    await sendMessage(page, 'Five')
    const [own] = await Promise.all([
      processes.killProcessOf(context),
      sendMessage(page, 'In that moment'),
    ])
    await sendMessage(page, 'Six')
    await sendMessage(page, 'Seven')
    const written = [...kept, 'Four', 'Five', 'In that moment', 'Six', 'Seven']
    await expectMessages(page, written)
    await expectMessages(bob.page, written)
    expect((await readStoredMessages(ada, bob)).map(({ content }) => content)).toEqual(written)
    await own.restart()
    await page.reload()
    await expectMessages(page, written)
  },
)

testIgnoringConsole(
  'a member who ends their other sessions ends their live connections too, at once and for good',
  async ({ page, context, browser }) => {
    const ada = await signInNewMember(context, 'ada')
    await using bob = await openMemberBrowser(browser, 'bob')
    await sendMessageByApi(bob, ada, 'Psst')
    const { opened, closed } = await recordWebSockets(page)
    await openConversation(page, bob)
    await expect(getConnectionStatus(page)).toHaveText('Connected')

    await using elsewhere = await browser.newContext()
    await openSession(elsewhere, ada.id)
    const call = await createApiCaller(elsewhere)
    expect((await call('DELETE', '/api/users/sessions/others')).status()).toBe(200)

    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/messages/${bob.id}`)}`)
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    await expect(page.getByText('Psst')).toBeHidden()
    expect(closed).toEqual([1000])
    expect(opened).toHaveLength(1)
  },
)

/** Which connections this page opens, and with which codes the server ends them. */
async function recordWebSockets(page: Page) {
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

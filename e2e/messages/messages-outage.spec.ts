import type { Page } from '@playwright/test'
import {
  openMemberBrowser,
  recordWebSockets,
  getConnectionStatus,
  RECONNECTING,
  expectMessages,
  readStoredMessages,
  getDeliveryStatus,
  openConversation,
  sendMessageByApi,
  sendMessage,
  countUnreadMessages,
} from '../support/messaging.ts'
import { createApiCaller, signInNewMember, openSession } from '../support/members.ts'
import { buildRefusalReply } from '../support/posts.ts'
import { testIgnoringConsole, test } from '../support/two-processes.ts'
import { recordPendingRequests } from '../support/pending-requests.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  pauseClock,
  stepClockUntilVisible,
} from '../support/base-test.ts'

const UNAVAILABLE_REPLY = buildRefusalReply(503, 'unavailable', 'Please try again later.')

test('a message whose acknowledgement is lost is resent with the same temporary id and stored once', async ({
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
  const sent = await dropAcknowledgements(page)
  const pendingRequests = recordPendingRequests(page)
  await page.clock.install()
  await openConversation(bob.page, ada)
  await openConversation(page, bob)
  await expect(getConnectionStatus(page)).toHaveText('Connected')
  await pauseClock(page)
  // On a busy machine a sync was due already and is under way.
  await expect.poll(() => pendingRequests.size).toBe(0)
  await fetchMarker(page)
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

/** Moves the clock so far that the page sends one sync request, and waits for its response. */
async function waitForSync(page: Page, milliseconds: number): Promise<void> {
  const synced = page.waitForResponse('**/api/messages/sync?*')
  await page.clock.runFor(milliseconds)
  await (await synced).finished()
  await fetchMarker(page)
}

/** A response that follows the others: the page has handled those before the clock moves on. */
async function fetchMarker(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch('/robots.txt')).text())
}

/** Lets messages reach the server and drops its acknowledgements. Returns the messages that were sent. */
async function dropAcknowledgements(page: Page): Promise<unknown[]> {
  const sent: unknown[] = []
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((frame) => {
      const { type, ...rest } = JSON.parse(String(frame)) as { type: string }
      if (type === 'new_message') sent.push(rest)
      server.send(frame)
    })
    server.onMessage((frame) => {
      if (!String(frame).includes('"new_message"')) socket.send(frame)
    })
  })
  return sent
}

test('after ten failed reconnects an error is shown, messages work without a WebSocket, and Retry reconnects', async ({
  page,
  context,
  browser,
}) => {
  const ada = await signInNewMember(context, 'ada')
  await using bob = await openMemberBrowser(browser, 'bob')
  await sendMessageByApi(bob, ada, 'Before')
  let attempts = 0
  let isRefused = true
  await page.routeWebSocket('**/ws', async (socket) => {
    attempts += 1
    if (isRefused) await socket.close({ code: 1013 })
    else socket.connectToServer()
  })
  await page.clock.install()
  await openConversation(page, bob)
  await expect(getConnectionStatus(page)).toHaveText(RECONNECTING)
  await expect
    .poll(
      async () => {
        await page.clock.runFor(30_000)
        return getConnectionStatus(page).textContent()
      },
      { intervals: [50], timeout: 20_000 },
    )
    .toBe('Connection error')
  expect(attempts).toBe(11)
  await expectAccessibleInBothThemes(page)

  await sendMessageByApi(bob, ada, 'Do you hear me?')
  await page.clock.runFor(10_000)
  await expectMessages(page, ['Before', 'Do you hear me?'])
  await sendMessage(page, 'Not at once')
  await expect(getDeliveryStatus(page, 'Not at once')).toHaveText('Sent')
  await page.clock.runFor(30_000)
  expect(attempts).toBe(11)

  isRefused = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(getConnectionStatus(page)).toHaveText('Connected')
  await openConversation(bob.page, ada)
  await expect(getDeliveryStatus(page, 'Not at once')).toHaveText('Read')
})

testIgnoringConsole(
  'unsent messages survive a reload and are sent once when the server is reachable, on any page',
  async ({ page, context, browser }) => {
    const ada = await signInNewMember(context, 'ada')
    await using bob = await openMemberBrowser(browser, 'bob')
    await sendMessageByApi(bob, ada, 'Before')
    let isUnreachable = true
    await page.route('**/api/messages', (route) =>
      isUnreachable ? route.abort() : route.fulfill(UNAVAILABLE_REPLY),
    )
    let isRefused = true
    await page.routeWebSocket('**/ws', async (socket) => {
      if (isRefused) await socket.close({ code: 1013 })
      else socket.connectToServer()
    })
    await openConversation(page, bob)
    await expect(getConnectionStatus(page)).toHaveText(RECONNECTING)
    await sendMessage(page, 'Not lost')
    await expect(getDeliveryStatus(page, 'Not lost')).toHaveText('Waiting to send')
    isUnreachable = false
    await page.reload()
    await expect(getDeliveryStatus(page, 'Not lost')).toHaveText('Waiting to send')
    await expectMessages(page, ['Before', 'Not lost'])
    expect(await readStoredMessages(ada, bob)).toHaveLength(1)
    await page.unroute('**/api/messages')
    isRefused = false
    await page.goto('/posts')
    await expect.poll(() => readStoredMessages(ada, bob)).toHaveLength(2)

    await openConversation(page, bob)
    await expect(getDeliveryStatus(page, 'Not lost')).toHaveText('Sent')
    await expectMessages(page, ['Before', 'Not lost'])
    expect(await readStoredMessages(ada, bob)).toHaveLength(2)
    await page.reload()
    await expectMessages(page, ['Before', 'Not lost'])
  },
)

testIgnoringConsole(
  'when either member’s process dies, both keep writing and see every message once and in the same order',
  async ({ page, context, browser, processes }) => {
    testIgnoringConsole.slow()
    const ada = await signInNewMember(context, 'ada')
    await using bob = await openMemberBrowser(browser, 'bob')
    await bob.page.clock.install()
    await openConversation(page, bob)
    await openConversation(bob.page, ada)
    await expect(getConnectionStatus(bob.page)).toHaveText('Connected')
    await sendMessage(page, 'Before')
    await expect(getDeliveryStatus(page, 'Before')).toHaveText('Read')

    await pauseClock(bob.page)
    const readBobClock = async () => bob.page.evaluate(() => Date.now())
    const lostAt = await readBobClock()
    const bobProcess = await processes.killProcessOf(bob.context)
    await sendMessage(page, 'One')
    await sendMessage(page, 'Two')
    await expect(getConnectionStatus(bob.page)).toHaveText(RECONNECTING)
    await sendMessage(bob.page, 'Still here')
    await stepClockUntilVisible(
      bob.page,
      getDeliveryStatus(bob.page, 'Still here').filter({ hasText: /^(Sent|Delivered|Read)$/ }),
    )
    await sendMessage(page, 'Three')

    // The first attempt starts four to five seconds after the loss.
    await bob.page.clock.runFor(3_900 - ((await readBobClock()) - lostAt))
    await expect(getConnectionStatus(bob.page)).toHaveText(RECONNECTING)
    await bob.page.clock.runFor(1_200)
    await expect(getConnectionStatus(bob.page)).toHaveText('Connected')
    await bob.page.clock.resume()
    await expect(getDeliveryStatus(page, 'Three')).toHaveText('Read')
    await bobProcess.restart()
    await sendMessage(bob.page, 'After')
    await expect(getDeliveryStatus(bob.page, 'After')).toHaveText('Read')
    const stored = (await readStoredMessages(ada, bob)).map(({ content }) => content)
    expect(stored.toSorted()).toEqual(['After', 'Before', 'One', 'Still here', 'Three', 'Two'])
    await expectMessages(page, stored)
    await expectMessages(bob.page, stored)

    // The reload moves bob back to his own process, which is not the one that is killed next.
    await bob.page.reload()
    for (const client of [page, bob.page])
      await expect(getConnectionStatus(client)).toHaveText('Connected')
    await sendMessage(page, 'Four')
    await sendMessage(page, 'Five')
    const [adaProcess] = await Promise.all([
      processes.killProcessOf(context),
      sendMessage(page, 'In that moment'),
    ])
    await sendMessage(page, 'Six')
    await sendMessage(page, 'Seven')
    const expected = [...stored, 'Four', 'Five', 'In that moment', 'Six', 'Seven']
    await expectMessages(page, expected)
    await expectMessages(bob.page, expected)
    expect((await readStoredMessages(ada, bob)).map(({ content }) => content)).toEqual(expected)
    await adaProcess.restart()
    await page.reload()
    await expectMessages(page, expected)
  },
)

testIgnoringConsole(
  'ending the other sessions closes their WebSocket connections at once and for good',
  async ({ page, context, browser }) => {
    const ada = await signInNewMember(context, 'ada')
    await using bob = await openMemberBrowser(browser, 'bob')
    await sendMessageByApi(bob, ada, 'Psst')
    const { opened, closed } = await recordWebSockets(page)
    await openConversation(page, bob)
    await expect(getConnectionStatus(page)).toHaveText('Connected')

    await using otherContext = await browser.newContext()
    await openSession(otherContext, ada.id)
    const call = await createApiCaller(otherContext)
    expect((await call('DELETE', '/api/users/sessions/others')).status()).toBe(200)

    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/messages/${bob.id}`)}`)
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    await expect(page.getByText('Psst')).toBeHidden()
    expect(closed).toEqual([1000])
    expect(opened).toHaveLength(1)
  },
)

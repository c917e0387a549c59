import type { Page, WebSocketRoute } from '@playwright/test'
import {
  arrive,
  connection,
  expectSaid,
  keptBetween,
  labelOf,
  openThread,
  tell,
  write,
  unreadBetween,
} from './correspondence.ts'
import { callerOf, enter, openSession } from './members.ts'
import { refusal } from './posts.ts'
import { noisyTest, test } from './two-processes.ts'
import { expect, expectAccessibleInBothThemes } from './visit.ts'

const DOWN = refusal(503, 'unavailable', 'Please try again later.')

test('a message whose confirmation is lost is sent again under the same name, and is one message', async ({
  page,
  context,
  browser,
}) => {
  const ada = await enter(context, 'ada')
  await using bob = await arrive(browser, 'bob')
  const posted: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(request.postDataJSON())
  })
  const sent = await loseConfirmations(page)
  await page.clock.install()
  await openThread(bob.page, ada)
  await openThread(page, bob)
  await expect(connection(page)).toHaveText('Connected')
  await page.clock.pauseAt(Date.now() + 5_000)
  await untilSynced(page, 10_000)
  await page.clock.runFor(6_000)

  await write(page, 'Said once')
  await expectSaid(bob.page, ['Said once'])
  await page.clock.runFor(100)
  await expect(labelOf(page, 'Said once')).toHaveText('Sending...')
  await expect.poll(() => unreadBetween(ada, bob)).toBe(0)
  await untilSynced(page, 3_900)
  await page.clock.runFor(900)
  await expect(labelOf(page, 'Said once')).toHaveText('Read')
  await expectSaid(page, ['Said once'])
  expect(posted).toEqual([])
  await page.clock.runFor(200)

  await expect.poll(() => posted).toHaveLength(1)
  expect(posted).toEqual(sent)
  await page.clock.resume()
  await expect(labelOf(page, 'Said once')).toHaveText('Read')
  await expectSaid(page, ['Said once'])
  await expectSaid(bob.page, ['Said once'])
  expect(await keptBetween(ada, bob)).toHaveLength(1)
  await page.reload()
  await expectSaid(page, ['Said once'])
})

/** Lets time pass in which the page asks once what has changed. */
async function untilSynced(page: Page, milliseconds: number): Promise<void> {
  const synced = page.waitForResponse('**/api/messages/sync?*')
  await page.clock.runFor(milliseconds)
  await (await synced).finished()
}

/** The server takes every message, but nobody here is told. Gives what was sent. */
async function loseConfirmations(page: Page): Promise<unknown[]> {
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
  const ada = await enter(context, 'ada')
  await using bob = await arrive(browser, 'bob')
  await tell(bob, ada, 'Before')
  let tried = 0
  let isRefused = true
  await page.routeWebSocket('**/ws', async (socket) => {
    tried += 1
    if (isRefused) await socket.close({ code: 1013 })
    else socket.connectToServer()
  })
  await page.clock.install()
  await openThread(page, bob)
  await expect(connection(page)).toHaveText('Reconnecting…')
  await expect
    .poll(
      async () => {
        await page.clock.runFor(30_000)
        return connection(page).textContent()
      },
      { intervals: [50], timeout: 20_000 },
    )
    .toBe('Connection error')
  expect(tried).toBe(11)
  await expectAccessibleInBothThemes(page)

  await tell(bob, ada, 'Do you hear me?')
  await page.clock.runFor(10_000)
  await expectSaid(page, ['Before', 'Do you hear me?'])
  await write(page, 'Not at once')
  await expect(labelOf(page, 'Not at once')).toHaveText('Sent')
  await page.clock.runFor(30_000)
  expect(tried).toBe(11)

  isRefused = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(connection(page)).toHaveText('Connected')
  await openThread(bob.page, ada)
  await expect(labelOf(page, 'Not at once')).toHaveText('Read')
})

noisyTest(
  'what could not be sent is there after a reload, and is sent once when it can be',
  async ({ page, context, browser }) => {
    const ada = await enter(context, 'ada')
    await using bob = await arrive(browser, 'bob')
    await tell(bob, ada, 'Before')
    let isUnreachable = true
    await page.route('**/api/messages', (route) =>
      isUnreachable ? route.abort() : route.fulfill(DOWN),
    )
    let isRefused = true
    await page.routeWebSocket('**/ws', async (socket) => {
      if (isRefused) await socket.close({ code: 1013 })
      else socket.connectToServer()
    })
    await openThread(page, bob)
    await expect(connection(page)).toHaveText('Reconnecting…')
    await write(page, 'Not lost')
    await expect(labelOf(page, 'Not lost')).toHaveText('Failed')
    isUnreachable = false
    await page.reload()
    await expect(labelOf(page, 'Not lost')).toHaveText('Failed')
    await expectSaid(page, ['Before', 'Not lost'])
    expect(await keptBetween(ada, bob)).toHaveLength(1)
    await page.unroute('**/api/messages')
    isRefused = false
    await page.reload()

    await expect(labelOf(page, 'Not lost')).toHaveText('Sent')
    await expectSaid(page, ['Before', 'Not lost'])
    expect(await keptBetween(ada, bob)).toHaveLength(2)
    await page.reload()
    await expectSaid(page, ['Before', 'Not lost'])
  },
)

noisyTest(
  'when the process of the other or one’s own dies, both write on, and see everything once and in one order',
  async ({ page, context, browser, processes }) => {
    noisyTest.slow()
    const ada = await enter(context, 'ada')
    await using bob = await arrive(browser, 'bob')
    await openThread(page, bob)
    await openThread(bob.page, ada)
    await expect(connection(bob.page)).toHaveText('Connected')
    await write(page, 'Before')
    await expect(labelOf(page, 'Before')).toHaveText('Read')

    const others = await processes.killThatOf(bob.context)
    await write(page, 'One')
    await write(page, 'Two')
    await expect(connection(bob.page)).toHaveText('Reconnecting…')
    await write(bob.page, 'Still here')
    await expect(labelOf(bob.page, 'Still here')).toHaveText(/^(Sent|Delivered|Read)$/)
    await write(page, 'Three')

    await expect(connection(bob.page)).toHaveText('Connected', { timeout: 15_000 })
    await expect(labelOf(page, 'Three')).toHaveText('Read')
    await others.restart()
    await write(bob.page, 'After')
    await expect(labelOf(bob.page, 'After')).toHaveText('Read')
    const kept = (await keptBetween(ada, bob)).map(({ content }) => content)
    expect(kept.toSorted()).toEqual(['After', 'Before', 'One', 'Still here', 'Three', 'Two'])
    await expectSaid(page, kept)
    await expectSaid(bob.page, kept)

    // Bob goes back to his own process, which is not the one that dies next.
    await bob.page.reload()
    for (const each of [page, bob.page]) await expect(connection(each)).toHaveText('Connected')
    await write(page, 'Four')
    await write(page, 'Five')
    const [own] = await Promise.all([processes.killThatOf(context), write(page, 'In that moment')])
    await write(page, 'Six')
    await write(page, 'Seven')
    const written = [...kept, 'Four', 'Five', 'In that moment', 'Six', 'Seven']
    await expectSaid(page, written)
    await expectSaid(bob.page, written)
    expect((await keptBetween(ada, bob)).map(({ content }) => content)).toEqual(written)
    await own.restart()
    await page.reload()
    await expectSaid(page, written)
  },
)

noisyTest(
  'a member who ends their other sessions ends their live connections too, at once and for good',
  async ({ page, context, browser }) => {
    const ada = await enter(context, 'ada')
    await using bob = await arrive(browser, 'bob')
    await tell(bob, ada, 'Psst')
    const { opened, closed } = await watchSockets(page)
    await openThread(page, bob)
    await expect(connection(page)).toHaveText('Connected')

    await using elsewhere = await browser.newContext()
    await openSession(elsewhere, ada.id)
    const call = await callerOf(elsewhere)
    expect((await call('DELETE', '/api/users/sessions/others')).status()).toBe(200)

    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/messages/${bob.id}`)}`)
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    await expect(page.getByText('Psst')).toBeHidden()
    expect(closed).toEqual([1000])
    expect(opened).toHaveLength(1)
  },
)

/** Which connections this page opens, and with which codes the server ends them. */
async function watchSockets(page: Page) {
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

import {
  test as playwrightTest,
  expect,
  type Locator,
  type Page,
  type Route,
} from '@playwright/test'
import { recordAnnouncements } from './announcements.ts'

const base = playwrightTest.extend<{ ownContexts: void }>({
  // A reply that a test still changes when it ends must not fail it.
  page: async ({ page }, use) => {
    await use(page)
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  // Closes the contexts that a test opened: a page that stays open goes on working, and gets into the screenshots of later tests.
  ownContexts: [
    async ({ browser }, use) => {
      browser.on('context', recordAnnouncements)
      await use()
      browser.off('context', recordAnnouncements)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})

/** A test that fails on any console message or page error. */
export const test = base.extend<{ silentConsole: void }>({
  silentConsole: [
    async ({ page }, use) => {
      const messages: string[] = []
      page.on('console', (message) => {
        if (message.text() !== SERVICE_WORKER_BLOCKED_MESSAGE)
          messages.push(`${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => messages.push(`error: ${error.message}`))
      await use()
      expect(messages, 'the console must be silent').toEqual([])
    },
    { auto: true },
  ],
})

/** Playwright logs this message itself where it blocks the registration of the service worker. */
const SERVICE_WORKER_BLOCKED_MESSAGE = 'Service Worker registration blocked by Playwright'

/** For tests that provoke failures, which the browser reports on the console. */
export const testIgnoringConsole = base

export { expect }
export { expectAnnouncement } from './announcements.ts'
export {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
} from './accessibility.ts'

/** Waits until React has hydrated the page: keyboard shortcuts do nothing before that. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

/**
 * Runs an action that makes a member's page connect (opening it, or moving its clock forward like a sleep) and waits for the
 * connection: moving the clock while it connects would trigger the connection timeout.
 */
export async function waitForWebSocketAfter(
  page: Page,
  action: () => Promise<unknown>,
): Promise<void> {
  const connected = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived'))
  await action()
  await connected
}

/** Pauses the page's installed clock, a little later than now: the call takes time, and a clock does not go back. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 5_000)
}

/**
 * Moves the page's paused clock in steps so small that what the page shows for two or three seconds is still there: the clock
 * moves by less than two seconds in all.
 */
export async function stepClockUntilVisible(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(target).toBeVisible({ timeout: 100 })
  }).toPass({ timeout: 9_000, intervals: [0] })
}

/** Moves the page's installed clock forward until `target` is visible, so that retries with a delay run at once. */
export async function fastForwardUntilVisible(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(2_000)
    await expect(target).toBeVisible({ timeout: 200 })
  }).toPass()
}

/**
 * Fails every request to `url` until the first pointer press: an automatic retry could otherwise succeed before the test
 * clicks. Call it before the page is opened.
 */
export async function failUntilPointerDown(
  page: Page,
  url: string | RegExp,
  reply: MockReply,
): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('pointerdown', () => Object.assign(window, { hasPointerDown: true }), true),
  )
  await page.route(url, async (route) => {
    if (await page.evaluate(() => 'hasPointerDown' in window)) await route.fallback()
    else if (reply === 'network-error') await route.abort()
    else await route.fulfill(reply)
  })
}

type MockReply = NonNullable<Parameters<Route['fulfill']>[0]> | 'network-error'

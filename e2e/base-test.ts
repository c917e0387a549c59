import { test as base, expect, type Locator, type Page, type Route } from '@playwright/test'

/** A test whose page must stay silent: any console message or page error fails it. */
export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ page }, use) => {
      const said: string[] = []
      page.on('console', (message) => {
        if (message.text() !== SERVICE_WORKER_BLOCKED_MESSAGE)
          said.push(`${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => said.push(`error: ${error.message}`))
      await use()
      expect(said, 'the console must be silent').toEqual([])
    },
    { auto: true },
  ],
})

/** Said by Playwright itself where it keeps the service worker from being registered. */
const SERVICE_WORKER_BLOCKED_MESSAGE = 'Service Worker registration blocked by Playwright'

/** A test that provokes failures, which the browser reports on the console. */
export const testIgnoringConsole = base

export { expect }
export {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectAccessibleOnBothScreens,
} from './accessibility.ts'

/** Until the page's script has taken over all that was there before it: a shortcut before that does nothing. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('html[data-page="awake"]').waitFor({ state: 'attached' })
}

/**
 * Does what makes a member's page connect: opens it, or moves its clock so far that it thinks it has slept. Waits until it is
 * connected: if the clock were moved meanwhile, it would give up.
 */
export async function waitForWebSocketAfter(
  page: Page,
  act: () => Promise<unknown>,
): Promise<void> {
  const live = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await act()
  await live
}

/** Lets time run until this is seen: what fails is tried again after a while. The page's clock must be installed. */
export async function fastForwardUntilVisible(page: Page, awaited: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(2_000)
    await expect(awaited).toBeVisible({ timeout: 200 })
  }).toPass()
}

/**
 * Fails every call of this until somebody presses something: a page that asks again by itself could otherwise be well
 * before it is pressed. Call it before the page is opened.
 */
export async function failUntilPointerDown(
  page: Page,
  url: string | RegExp,
  reply: MockReply,
): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('pointerdown', () => Object.assign(window, { isPressed: true }), true),
  )
  await page.route(url, async (route) => {
    if (await page.evaluate(() => 'isPressed' in window)) await route.fallback()
    else if (reply === 'none') await route.abort()
    else await route.fulfill(reply)
  })
}

type MockReply = NonNullable<Parameters<Route['fulfill']>[0]> | 'none'

/** However long the words are, nobody has to scroll sideways to read them. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  await expect.poll(() => page.evaluate(tooWide)).toBeLessThanOrEqual(0)
}

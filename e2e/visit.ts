import { test as base, expect, type Locator, type Page, type Route } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'

/** A test whose page must stay silent: any console message or page error fails it. */
export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ page }, use) => {
      const said: string[] = []
      page.on('console', (message) => {
        if (message.text() !== WORKER_KEPT_OUT) said.push(`${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => said.push(`error: ${error.message}`))
      await use()
      expect(said, 'the console must be silent').toEqual([])
    },
    { auto: true },
  ],
})

/** Said by Playwright itself where it keeps the service worker from being registered. */
const WORKER_KEPT_OUT = 'Service Worker registration blocked by Playwright'

/** A test that provokes failures, which the browser reports on the console. */
export const noisyTest = base

export { expect }

interface Rules {
  /** Those that do not apply. */
  except?: string[]
}

/** Nothing on the page hinders anybody, as far as a machine can tell. */
export async function expectAccessible(page: Page, { except = [] }: Rules = {}): Promise<void> {
  await expectNothingFound(
    axe(page)
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .disableRules(except),
  )
}

/** The same in light and in dark: of the rules, only those about colours can tell the two apart. */
export async function expectAccessibleInBothThemes(page: Page, rules?: Rules): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, rules)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNothingFound(axe(page).withRules(['color-contrast', 'link-in-text-block']))
}

/** Without a second page to put the reports of frames together: the product has no frames. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true)
}

async function expectNothingFound(builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

/** Until the page's script has taken over all that was there before it: a shortcut before that does nothing. */
export async function untilAlive(page: Page): Promise<void> {
  await page.locator('html[data-page="awake"]').waitFor({ state: 'attached' })
}

/**
 * Does what makes a member's page connect: opens it, or moves its clock so far that it thinks it has slept. Waits until it is
 * connected: if the clock were moved meanwhile, it would give up.
 */
export async function untilLive(page: Page, act: () => Promise<unknown>): Promise<void> {
  const live = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await act()
  await live
}

/** Lets time run until this is seen: what fails is tried again after a while. The page's clock must be installed. */
export async function hasten(page: Page, awaited: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(2_000)
    await expect(awaited).toBeVisible({ timeout: 200 })
  }).toPass()
}

/**
 * Fails every call of this until somebody presses something: a page that asks again by itself could otherwise be well
 * before it is pressed. Call it before the page is opened.
 */
export async function failUntilPressed(
  page: Page,
  url: string | RegExp,
  reply: Reply,
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

type Reply = NonNullable<Parameters<Route['fulfill']>[0]> | 'none'

/** However long the words are, nobody has to scroll sideways to read them. */
export async function expectToFit(page: Page): Promise<void> {
  const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  await expect.poll(() => page.evaluate(tooWide)).toBeLessThanOrEqual(0)
}

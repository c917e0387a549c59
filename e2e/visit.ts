import { test as base, expect, type Page } from '@playwright/test'
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

/** Until the page's script has taken over what was there before it: a press before that does nothing. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const control = document.querySelector('main button') ?? {}
    return Object.keys(control).some((key) => key.startsWith('__reactProps'))
  })
}

/** However long the words are, nobody has to scroll sideways to read them. */
export async function expectToFit(page: Page): Promise<void> {
  const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  await expect.poll(() => page.evaluate(tooWide)).toBeLessThanOrEqual(0)
}

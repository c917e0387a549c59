import { test as base, expect, type Page } from '@playwright/test'
import { AxeBuilder } from '@axe-core/playwright'

/** A test whose page must stay silent: any console message or page error fails it. */
export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ page }, use) => {
      const said: string[] = []
      page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => said.push(`error: ${error.message}`))
      await use()
      expect(said, 'the console must be silent').toEqual([])
    },
    { auto: true },
  ],
})

/** A test that provokes failures, which the browser reports on the console. */
export const noisyTest = base

export { expect }

/** Nothing on the page hinders anybody, as far as a machine can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

import { test as base, expect, type Page } from '@playwright/test'
import { waitForStablePage, freezeClock } from '../screenshot-setup.ts'

const SCREENS = [
  { width: 390, height: 844 },
  { width: 768, height: 800 },
  { width: 1280, height: 800 },
]

/** A test in whose browser it is always the same moment. */
export const test = base.extend<{ stopped: void }>({
  stopped: [
    async ({ page }, use) => {
      await freezeClock(page)
      await use()
    },
    { auto: true },
  ],
})

export { expect }

/** What is on the page now looks as it did, on three screens and in both themes. */
export async function expectScreenshots(page: Page, name: string, { whole = false } = {}) {
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await waitForStablePage(page)
      await expect
        .soft(page)
        // A long page is told whole once; the other screens show how it begins.
        .toHaveScreenshot(`${name}-${screen.width}-${colorScheme}.png`, {
          fullPage: whole && screen.width !== 768,
        })
    }
  }
}

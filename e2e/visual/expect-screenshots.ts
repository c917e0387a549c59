import { test as base, expect, type Page } from '@playwright/test'
import { waitForStablePage, freezeClock } from '../support/screenshot-setup.ts'

const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 768, height: 800 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]

/** A test whose browser clock is frozen. */
export const test = base.extend<{ frozenClock: void }>({
  frozenClock: [
    async ({ page }, use) => {
      await freezeClock(page)
      await use()
    },
    { auto: true },
  ],
})

export { expect }

/** The page looks as in its stored screenshots, in both themes, at three viewport sizes or at those that `widths` names. */
export async function expectScreenshots(
  page: Page,
  name: string,
  { fullPage = false, widths = [390, 768, 1280] } = {},
) {
  for (const viewport of VIEWPORTS.filter(({ width }) => widths.includes(width))) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await waitForStablePage(page)
      await expect
        .soft(page)
        // The middle viewport shows only the first screen: its layout further down is covered by the other two.
        .toHaveScreenshot(`${name}-${viewport.width}-${colorScheme}.png`, {
          fullPage: fullPage && viewport.width !== 768,
        })
    }
  }
}

import type { BrowserContextOptions, Page } from '@playwright/test'
import { waitForHydration } from './base-test.ts'

/** The time shown in screenshots: the sample data is dated back from it, and the browser's clock is frozen at it. */
export const SCREENSHOT_TIME = new Date('2026-11-02T16:20:00Z')

/** Draws letters as on a screen of high density: hinting moves them to whole pixels, with uneven distances between them. */
export const SCREENSHOT_CHROMIUM_ARGS = ['--font-render-hinting=none']

/** Browser settings that would otherwise make two screenshots of the same page differ. */
export const SCREENSHOT_CONTEXT = {
  locale: 'en-US',
  timezoneId: 'UTC',
  deviceScaleFactor: 1,
  reducedMotion: 'reduce',
  serviceWorkers: 'block',
} satisfies BrowserContextOptions

export async function freezeClock(page: Page): Promise<void> {
  await page.clock.setFixedTime(SCREENSHOT_TIME)
}

/** Waits until the page is hydrated, and no request, picture or font is still loading. */
export async function waitForStablePage(page: Page): Promise<void> {
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    await document.fonts.ready
    // A picture below the screen is otherwise never loaded, and a screenshot of the whole page shows it.
    for (const image of document.images) image.loading = 'eager'
    const visibleImages = [...document.images].filter(
      (image) => image.checkVisibility() && image.src,
    )
    await Promise.all(visibleImages.map(async (image) => image.decode().catch(() => {})))
  })
}

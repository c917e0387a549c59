import type { BrowserContextOptions, Page } from '@playwright/test'

/** When it is in pictures: the sample world is dated back from here, and the browser's clock stands there. */
export const SCREENSHOT_TIME = new Date('2026-11-02T16:20:00Z')

/** Whatever would differ between two pictures of the same thing is told once. */
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

/** Nothing is on its way any more: no reply, no face, no letter. */
export async function waitForStablePage(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    await document.fonts.ready
    const shown = [...document.images].filter((image) => image.checkVisibility() && image.src)
    await Promise.all(shown.map(async (image) => image.decode().catch(() => {})))
  })
}

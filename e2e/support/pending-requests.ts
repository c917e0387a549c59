import { expect, type Page, type Request } from '@playwright/test'

/**
 * Follows the requests of the page, and returns a function that waits until none is under way and the page has handled what
 * they brought. Playwright's `networkidle` is over after half a second without requests, also while a page is merely slow.
 */
export function trackRequests(page: Page): () => Promise<void> {
  const pending = recordPendingRequests(page)
  return async () =>
    expect(async () => {
      expect(pending.size).toBe(0)
      await waitForIdlePage(page)
      expect(pending.size).toBe(0)
    }).toPass({ timeout: 9_000 })
}

/** The requests of the page that are under way. */
export function recordPendingRequests(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return pending
}

/** The page has nothing left to do: timers without a delay, frames and effects have run. */
async function waitForIdlePage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let round = 0; round < 2; round += 1) {
      await new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve)))
      await new Promise((resolve) => requestIdleCallback(resolve))
    }
  })
}

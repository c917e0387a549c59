import type { Page } from '@playwright/test'

/** From the next page on, what moves by itself is counted. */
export async function observeLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export async function readLayoutShift(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(window, 'shift')))
}

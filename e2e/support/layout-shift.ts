import type { Page } from '@playwright/test'

/** Sums up layout shifts from the next navigation on. */
export async function observeLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { layoutShift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Object.assign(window, {
          layoutShift: Reflect.get(window, 'layoutShift') + Reflect.get(entry, 'value'),
        })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export async function readLayoutShift(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(window, 'layoutShift')))
}

import type { Locator, Page } from '@playwright/test'
import { expect } from './visit.ts'

/** Goes from stop to stop until `target` is reached, which must not take forever. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < 40; stops += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) break
  }
  await expect(target).toBeFocused()
}

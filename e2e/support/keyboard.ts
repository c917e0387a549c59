import type { Locator, Page } from '@playwright/test'
import { expect } from './base-test.ts'

const TAB_STOPS_MAX = 40

/** Presses Tab until `target` is focused, at most `TAB_STOPS_MAX` times. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < TAB_STOPS_MAX; stops += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) break
  }
  await expect(target).toBeFocused()
}

/** As `tabTo`, and at every stop the focused element has a visible focus indicator. */
export async function tabWithVisibleFocusTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
) {
  await expect(target).toBeVisible()
  const isFocused = async () =>
    target.evaluateAll((all) => all.some((element) => element === document.activeElement))
  for (let stops = 0; stops < TAB_STOPS_MAX && !(await isFocused()); stops += 1) {
    await page.keyboard.press(key)
    expect(await findInvisibleFocus(page), 'the focus must be visible').toBe('')
  }
  await expect(target).toBeFocused()
}

/** The HTML of the focused element if neither it nor one of its two closest ancestors shows an outline or a ring. */
async function findInvisibleFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return ''
    const hasOutline = (part: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(part)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }
    const candidates = [element, element.parentElement, element.parentElement?.parentElement]
    const isVisible =
      candidates.some((part) => part && hasOutline(part)) ||
      getComputedStyle(element).boxShadow !== 'none'
    return isVisible ? '' : element.outerHTML.slice(0, 200)
  })
}

import type { Locator, Page } from '@playwright/test'
import { expect } from './base-test.ts'

const TAB_STOPS_MAX = 40

/** Goes from stop to stop until `target` is reached, which must not take forever. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < TAB_STOPS_MAX; stops += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) break
  }
  await expect(target).toBeFocused()
}

/** The same for whoever looks at the screen: at every stop it is shown where one is. */
export async function tabWithVisibleFocusTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
) {
  const isThere = async () =>
    target.evaluateAll((all) => all.some((element) => element === document.activeElement))
  for (let stops = 0; stops < TAB_STOPS_MAX && !(await isThere()); stops += 1) {
    await page.keyboard.press(key)
    expect(await findInvisibleFocus(page), 'where the keyboard is must be seen').toBe('')
  }
  await expect(target).toBeFocused()
}

/** What has the focus without an outline or a ring around it, or around the frame that it fills. */
async function findInvisibleFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return ''
    const hasOutline = (part: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(part)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }
    const frames = [element, element.parentElement, element.parentElement?.parentElement]
    const isShown =
      frames.some((part) => part && hasOutline(part)) ||
      getComputedStyle(element).boxShadow !== 'none'
    return isShown ? '' : element.outerHTML.slice(0, 200)
  })
}

import { expect, type BrowserContext, type Page } from '@playwright/test'

/** Toasts, and banners and states of a form or page. A toast also has a hidden copy for screen readers, which does not count. */
const SELECTOR =
  '[aria-label=Announcements] [role=dialog], :is([role=status], [role=alert]):not([aria-label=Announcements] *)'

/** Records toasts and banners of every page of this context as they appear. */
export async function recordAnnouncements(context: BrowserContext): Promise<void> {
  await context.addInitScript((selector) => {
    const shown: string[] = []
    const lastTexts = new WeakMap<Element, string>()
    Object.assign(window, { announcements: shown })
    new MutationObserver(() => {
      for (const element of document.querySelectorAll(selector)) {
        const text = element.textContent
        if (lastTexts.get(element) === text || !element.checkVisibility()) continue
        lastTexts.set(element, text)
        shown.push(text)
      }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  }, SELECTOR)
}

/**
 * A toast or banner with this text is shown, or was shown since the page was loaded and not expected yet: it lives for two or
 * three seconds, and a test on a busy machine may look later than that.
 */
export async function expectAnnouncement(page: Page, text: string): Promise<void> {
  const takeAnnouncement = async () =>
    page.evaluate(
      ([selector, expected]) => {
        const shown = Reflect.get(window, 'announcements') as string[]
        const index = shown.findIndex((each) => each.includes(expected))
        if (index !== -1) return shown.splice(index, 1).length === 1
        return [...document.querySelectorAll(selector)].some(
          (element) => element.textContent.includes(expected) && element.checkVisibility(),
        )
      },
      [SELECTOR, text] as const,
    )
  // A page that is being replaced by the next one cannot be read; the next one can.
  await expect.poll(() => takeAnnouncement().catch(() => false), `shows “${text}”`).toBe(true)
}

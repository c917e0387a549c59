import type { Page } from '@playwright/test'
import type { FaultPage } from './pages.ts'

interface PageState {
  /** What the page lacks to be complete. */
  missing: string[]
  /** What the page says is wrong, if it also offers a way on; otherwise empty. */
  complaint: string
  /** The visible text of the page. */
  screen: string
}

/** The names of the buttons that lead on from an error. */
const WAY_ON = '^(reload|try again|refresh page|retry|retry now)$'

/** Reads what a person sees. Before the first paint that is nothing, whatever the document contains: a stylesheet that is awaited holds it back. */
export async function inspectPage(
  page: Page,
  { landmarks, text = '', isMember }: FaultPage,
): Promise<PageState> {
  return page.evaluate(
    (expected) => {
      const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0
      const isSeen = (element: Element) =>
        isPainted && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      const readText = (element: Element | null | undefined) =>
        (element instanceof HTMLElement ? element.innerText : '').replaceAll(/\s+/g, ' ').trim()
      const isFound = (selector: string) => [...document.querySelectorAll(selector)].some(isSeen)
      const header = document.querySelector('header')

      const checks: Record<string, boolean> = {
        paint: isPainted,
        hydration: 'hydrated' in document.documentElement.dataset,
        styles: header !== null && getComputedStyle(header).position === 'sticky',
        'end of loading': !isFound('main [aria-busy=true]'),
        [`text ${expected.text}`]: readText(document.querySelector('main')).includes(expected.text),
      }
      for (const selector of expected.landmarks) checks[selector] = isFound(selector)
      if (expected.isMember) {
        checks['account menu'] = readText(header).includes('Account of')
        checks['bell'] = isFound('header [aria-label*=otification]')
      }

      const wayOn = new RegExp(expected.wayOn, 'i')
      const button = [...document.querySelectorAll('button, a')].find(
        (candidate) => isSeen(candidate) && wayOn.test(readText(candidate)),
      )
      // Without the name of the button itself.
      const explanation = readText(button?.closest('[role=alert], section, main'))
        .replace(readText(button), '')
        .trim()
      return {
        missing: Object.keys(checks).filter((name) => checks[name] === false),
        complaint: explanation.slice(0, 160),
        screen: isPainted ? readText(document.body).slice(0, 240) : '',
      }
    },
    { landmarks, text, isMember, wayOn: WAY_ON },
  )
}

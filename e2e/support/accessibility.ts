import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isLongRun } from '@dolph/api/testing/test-size'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The only rules whose result depends on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** The rules whose result depends on the size of the screen. */
const LAYOUT_RULES = [...COLOUR_RULES, 'target-size', 'scrollable-region-focusable']
const PHONE = { width: 390, height: 844 }

/** axe-core as installed by `@axe-core/playwright`, injected directly: that package's runner is three times as slow. */
const AXE_PATH = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core')
const axeSource = readFile(AXE_PATH.replace(/axe\.js$/, 'axe.min.js'), 'utf8')

interface AccessibilityOptions {
  /** Ids of axe rules that do not apply to the page. */
  disabledRules?: string[]
}

interface RunOptions {
  runOnly: { type: 'tag' | 'rule'; values: string[] }
  rules?: Record<string, { enabled: boolean }>
}

interface AxeEngine {
  run: (
    context: { exclude: Element[] },
    options: RunOptions & { resultTypes: string[]; preload: boolean },
  ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** axe finds no violation on the page in its current state. */
export async function expectAccessible(
  page: Page,
  { disabledRules = [] }: AccessibilityOptions = {},
): Promise<void> {
  const rules = Object.fromEntries(disabledRules.map((id) => [id, { enabled: false }]))
  await expectNoViolation(page, { runOnly: { type: 'tag', values: TAGS }, rules })
}

/** axe finds no violation in the light and the dark theme. */
export async function expectAccessibleInBothThemes(
  page: Page,
  options?: AccessibilityOptions,
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, options)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolation(page, { runOnly: { type: 'rule', values: COLOUR_RULES } })
}

/**
 * axe finds no violation in the light theme at the current viewport. In the dark theme at phone size with a touch screen, it finds
 * none of the rules that depend on theme and size, and the page does not scroll sideways. That is what a journey costs;
 * every-page.spec.ts and component-kit.spec.ts run all rules on both screens.
 */
export async function expectAccessibleOnBothScreens(
  page: Page,
  options?: AccessibilityOptions,
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, options)
  await atPhoneSize(page, async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoViolation(page, { runOnly: { type: 'rule', values: LAYOUT_RULES } })
    await expectNoHorizontalScroll(page)
  })
}

/**
 * axe finds no violation by any rule, in the light theme at the current viewport and in the dark theme at phone size; in the
 * long form in both themes on both screens.
 */
export async function expectAccessibleOnEveryScreen(page: Page): Promise<void> {
  if (isLongRun) await expectAccessibleInBothThemes(page)
  else {
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page)
  }
  await atPhoneSize(page, async () => {
    if (isLongRun) await expectAccessibleInBothThemes(page)
    else {
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page)
    }
  })
}

/** The page does not scroll sideways, however long its words are. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const readOverflow = () =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth
  await expect.poll(() => page.evaluate(readOverflow)).toBeLessThanOrEqual(0)
}

/** Emulates a phone's viewport and touch screen while `check` runs. */
async function atPhoneSize(page: Page, check: () => Promise<void>): Promise<void> {
  const size = page.viewportSize()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
  await page.setViewportSize(PHONE)
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  await check()
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await devtools.detach()
  if (size) await page.setViewportSize(size)
}

/**
 * Runs axe inside the page, injected once per document. Only violations are reported: describing passed rules takes most of the
 * time of a run. Of a list, the first three items and the last are looked at, because the others are built alike; in the long form
 * all are.
 */
async function expectNoViolation(page: Page, options: RunOptions): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource)
  const violations = await page.evaluate(
    async ([runOptions, isEveryItemChecked]) => {
      const axe = Reflect.get(window, 'axe') as AxeEngine
      // Colors are checked as they end: an element that is still fading in has less contrast for a moment.
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
      }
      const innerItems =
        'article:nth-child(n + 4):not(:last-child), li:nth-child(n + 4):not(:last-child)'
      const exclude = isEveryItemChecked ? [] : [...document.querySelectorAll(innerItems)]
      const result = await axe.run(
        { exclude },
        { ...runOptions, resultTypes: ['violations'], preload: false },
      )
      return result.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
    },
    [options, isLongRun] as const,
  )
  expect(violations).toEqual([])
}

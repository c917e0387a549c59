import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Of the rules, only these can tell light from dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const PHONE = { width: 390, height: 844 }

/** The engine that comes with `@axe-core/playwright`, whose own runner is three times as slow. */
const ENGINE = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core')
const source = readFile(ENGINE.replace(/axe\.js$/, 'axe.min.js'), 'utf8')

interface Rules {
  /** Those that do not apply. */
  except?: string[]
}

interface RunOptions {
  runOnly: { type: 'tag' | 'rule'; values: string[] }
  rules?: Record<string, { enabled: boolean }>
}

interface Engine {
  run: (options: RunOptions & { resultTypes: string[]; preload: boolean }) => Promise<{
    violations: { id: string; nodes: { html: string }[] }[]
  }>
}

/** axe finds no violation on the page as it is shown now. */
export async function expectAccessible(page: Page, { except = [] }: Rules = {}): Promise<void> {
  const rules = Object.fromEntries(except.map((id) => [id, { enabled: false }]))
  await expectNoViolation(page, { runOnly: { type: 'tag', values: TAGS }, rules })
}

/** axe finds no violation in light and in dark. */
export async function expectAccessibleInBothThemes(page: Page, rules?: Rules): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, rules)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolation(page, { runOnly: { type: 'rule', values: COLOUR_RULES } })
}

/**
 * axe finds no violation in light and in dark, at the size of the page and at the size of a phone with a touch screen. It
 * saves loading the page again on a phone. For tests that are not tagged `@phone`.
 */
export async function expectAccessibleOnBothScreens(page: Page, rules?: Rules): Promise<void> {
  await expectAccessibleInBothThemes(page, rules)
  await atPhoneSize(page, async () => expectAccessibleInBothThemes(page, rules))
}

/** Makes the browser a phone while `check` runs: its size and its touch screen. */
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
 * Runs axe in the page itself, loaded once per document. Only violations are described: describing what passed takes most of
 * the time of a run.
 */
async function expectNoViolation(page: Page, options: RunOptions): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source)
  const violations = await page.evaluate(async (chosen) => {
    const axe = Reflect.get(window, 'axe') as Engine
    const found = await axe.run({ ...chosen, resultTypes: ['violations'], preload: false })
    return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
  }, options)
  expect(violations).toEqual([])
}

import { isLongRun } from '@dolph/api/testing/test-size'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/base-test.ts'
import { renderSampleMails } from './mail-samples.ts'

const READING_PANE = { width: 700, height: 700 }
const PHONE = { width: 390, height: 844 }
/** In a reading pane in the light theme and on a phone in the dark one; in the long form in both themes on both. */
const VIEWS = [
  { name: 'desktop-light', size: READING_PANE, colorScheme: 'light' },
  ...(isLongRun
    ? [{ name: 'desktop-dark', size: READING_PANE, colorScheme: 'dark' } as const]
    : []),
  ...(isLongRun ? [{ name: 'phone-light', size: PHONE, colorScheme: 'light' } as const] : []),
  { name: 'phone-dark', size: PHONE, colorScheme: 'dark' },
] as const

test('every email is accessible in both themes, in a reading pane and on a phone', async ({
  page,
}) => {
  test.setTimeout(120_000)
  for (const [name, mail] of renderSampleMails()) {
    await test.step(name, async () => {
      await page.setContent(mail.html)
      for (const view of VIEWS) {
        await page.setViewportSize(view.size)
        await page.emulateMedia({ colorScheme: view.colorScheme })
        await keepPicture(page, `${name}-${view.name}`)
        await expectAccessible(page)
        await expectNoHorizontalScroll(page)
      }
    })
  }
})

test('every email reads well as plain text', async ({ page }) => {
  for (const [name, { subject, text }] of renderSampleMails()) {
    await page.setContent('<pre style="white-space:pre-wrap;overflow-wrap:anywhere"></pre>')
    await page.locator('pre').evaluate((element, content) => {
      element.textContent = content
    }, `${subject}\n\n${text}`)
    await page.setViewportSize({ width: 640, height: 480 })
    await keepPicture(page, `${name}-text`)
    expect(text).not.toMatch(/undefined|<|&#/)
    expect(text).toContain('https://dolph.example')
  }
})

/** The long form keeps a picture of each email in artifacts/mails, to be looked at. */
async function keepPicture(page: Page, name: string): Promise<void> {
  if (isLongRun) await page.screenshot({ path: `../artifacts/mails/${name}.png`, fullPage: true })
}

import { expect, expectAccessible, test } from './base-test.ts'
import { renderSampleMails } from './mail-samples.ts'

const VIEWPORTS = [
  { name: 'desktop', size: { width: 700, height: 700 } },
  { name: 'phone', size: { width: 390, height: 844 } },
] as const

/** The screenshots of each email stay in artifacts/mails. */
test('every email is accessible in both themes, in a reading pane and on a phone', async ({
  page,
}) => {
  test.setTimeout(120_000)
  for (const [name, mail] of renderSampleMails()) {
    await test.step(name, async () => {
      await page.setContent(mail.html)
      for (const viewport of VIEWPORTS) {
        await page.setViewportSize(viewport.size)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const path = `../artifacts/mails/${name}-${viewport.name}-${colorScheme}.png`
          await page.screenshot({ path, fullPage: true })
          await expectAccessible(page)
          const isTooWide = () => document.documentElement.scrollWidth > window.innerWidth
          expect(await page.evaluate(isTooWide)).toBe(false)
        }
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
    await page.screenshot({ path: `../artifacts/mails/${name}-text.png`, fullPage: true })
    expect(text).not.toMatch(/undefined|<|&#/)
    expect(text).toContain('https://dolph.example')
  }
})

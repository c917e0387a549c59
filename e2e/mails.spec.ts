import { accountMails } from '@dolph/api/features/accounts/mails'
import { expect, expectAccessible, test } from './visit.ts'

const DATA = {
  firstName: 'Ada',
  code: '314159',
  token: 'q7Jx0b8kP2mVwYtR5cZsLhNfGdKaXeUo1I3B4v6T9yM',
  hint: 'n***@example.test',
  hasPassword: true,
}
const READING_PANE = 700

/** A picture of each mail is left in artifacts/mails. */
for (const mail of accountMails) {
  test(
    `the mail "${mail.name}" is readable in both themes`,
    { tag: '@phone' },
    async ({ page }, { project }) => {
      if (project.name === 'desktop')
        await page.setViewportSize({ width: READING_PANE, height: 700 })
      await page.setContent(mail.read(DATA, 'https://dolph.example').html)

      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const path = `../artifacts/mails/${mail.name}-${project.name}-${colorScheme}.png`
        await page.screenshot({ path, fullPage: true })
        await expectAccessible(page)
        const isTooWide = () => document.documentElement.scrollWidth > window.innerWidth
        expect(await page.evaluate(isTooWide)).toBe(false)
      }
    },
  )
}

import { accountMails } from '@dolph/api/features/accounts/mails'
import { expect, expectAccessible, test } from './base-test.ts'

const DATA = {
  firstName: 'Ada',
  code: '314159',
  token: 'q7Jx0b8kP2mVwYtR5cZsLhNfGdKaXeUo1I3B4v6T9yM',
  hint: 'n***@example.test',
  hasPassword: true,
  userName: 'ada_l',
}
const VIEWPORTS = [
  { name: 'desktop', size: { width: 700, height: 700 } },
  { name: 'phone', size: { width: 390, height: 844 } },
] as const

/** The screenshots of each email stay in artifacts/mails. */
test('every email is accessible in both themes, in a reading pane and on a phone', async ({
  page,
}) => {
  test.setTimeout(60_000)
  for (const mail of accountMails) {
    await test.step(mail.name, async () => {
      await page.setContent(mail.parseAndRender(DATA, 'https://dolph.example').html)
      for (const { name, size } of VIEWPORTS) {
        await page.setViewportSize(size)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const path = `../artifacts/mails/${mail.name}-${name}-${colorScheme}.png`
          await page.screenshot({ path, fullPage: true })
          await expectAccessible(page)
          const isTooWide = () => document.documentElement.scrollWidth > window.innerWidth
          expect(await page.evaluate(isTooWide)).toBe(false)
        }
      }
    })
  }
})

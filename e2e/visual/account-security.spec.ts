import type { Page } from '@playwright/test'
import { signInAsSampleMember } from '../support/sample-data.ts'
import { expect, expectScreenshots, test } from './expect-screenshots.ts'

/** The states of the settings are laid out alike at the middle width. */
const TWO_WIDTHS = { widths: [390, 1280] }

const APP_OFF = { onSince: null, recoveryCodesLeft: 0 }
const SECRET = 'DOLPHDOLPHDOLPHDOLPHDOLPHDOLPHDO'
const SETUP = {
  secret: SECRET,
  uri: `otpauth://totp/Dolph:ada%40example.test?secret=${SECRET}&issuer=Dolph`,
  recoveryCodes: Array.from({ length: 10 }, (_, nth) => `k7xq-2m5t-d4hn-ra${nth}z`),
}
const PASSKEYS = [
  {
    _id: '0198c5a0-0000-7000-8000-000000000001',
    name: 'Chrome on Linux',
    isBackedUp: false,
    createdAt: '2026-10-30T09:00:00Z',
    lastUsedAt: null,
  },
  {
    _id: '0198c5a0-0000-7000-8000-000000000002',
    name: 'The phone with the blue case that my sister gave me',
    isBackedUp: true,
    createdAt: '2026-08-01T09:00:00Z',
    lastUsedAt: '2026-11-02T15:58:00Z',
  },
]
const READY = {
  state: 'ready',
  size: 3_250_000,
  until: '2026-11-09T16:00:00Z',
  nextAt: '2026-11-03T16:00:00Z',
}

test('the settings of a member with every way to sign in look unchanged', async ({
  page,
  context,
}) => {
  await signInAsSampleMember(context, 'ada')
  await mockData(page, '**/api/users/passkeys', PASSKEYS)
  await mockData(page, '**/api/users/totp', {
    onSince: '2026-10-30T09:00:00Z',
    recoveryCodesLeft: 2,
  })
  await mockData(page, '**/api/profile/export', READY)
  await page.route('**/api/users/me', async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: object }
    const data = {
      ...reply.data,
      githubLogin: 'octocat',
      signInMethods: ['password', 'passkey', 'github'],
    }
    await route.fulfill({ response, json: { ...reply, data } })
  })
  await page.goto('/settings')
  await expect(page.getByText('Connected as octocat')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Download/ })).toBeVisible()
  await expectScreenshots(page, 'settings-secured', { ...TWO_WIDTHS, fullPage: true })
})

test('the steps to an authenticator app look unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await page.route('**/api/users/totp', (route) =>
    route.fulfill({
      json: { success: true, data: route.request().method() === 'GET' ? APP_OFF : SETUP },
    }),
  )
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(page.getByText('Your recovery codes')).toBeFocused()
  await expectSectionScreenshots(page, 'Authenticator app', 'recovery-codes')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  await download
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  await expectSectionScreenshots(page, 'Authenticator app', 'scan-code')
})

test('a copy that is made and one that waits look unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  for (const [name, data] of [
    ['copy-making', { state: 'making', done: 4_200, of: 12_000 }],
    ['copy-failed', { state: 'failed', done: 4_200, of: 12_000, retryAt: '2026-11-02T16:28:00Z' }],
  ] as const) {
    await mockData(page, '**/api/profile/export', data)
    await page.goto('/settings')
    await expect(page.getByRole('progressbar', { name: 'Your copy' })).toBeVisible()
    await expectSectionScreenshots(page, 'Copy of your data', name)
  }
})

test('a sign-in with a recovery code looks unchanged', async ({ page }) => {
  await page.goto('/login?step=code')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expectScreenshots(page, 'login-recovery-code', TWO_WIDTHS)
})

async function mockData(page: Page, url: string, data: unknown): Promise<void> {
  await page.unroute(url)
  await page.route(url, (route) => route.fulfill({ json: { success: true, data } }))
}

/** The window with the title of a section near its top, at each width: another width moves the page. */
async function expectSectionScreenshots(page: Page, title: string, name: string): Promise<void> {
  for (const width of TWO_WIDTHS.widths) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 800 })
    await page.getByRole('heading', { name: title, exact: true }).evaluate((heading) => {
      heading.scrollIntoView()
      scrollBy({ top: -100 })
    })
    await expectScreenshots(page, name, { widths: [width] })
  }
}

import { MEMBERS, PUBLIC } from './addresses.ts'
import { expect, expectAccessibleInBothThemes, noisyTest, test } from './visit.ts'

for (const path of PUBLIC) {
  test(
    `${path} has one heading, no barrier in either theme and a silent console`,
    { tag: '@phone' },
    async ({ page }) => {
      const reply = await page.goto(path)
      expect(reply?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page).toHaveTitle(/Dolph/)
      if (path === '/browse') await expect(page.getByRole('article').first()).toBeVisible()
      await expectAccessibleInBothThemes(page)
    },
  )
}

test(
  'members’ pages ask a visitor to log in and remember where they wanted to go',
  { tag: '@phone' },
  async ({ page }) => {
    for (const path of MEMBERS) {
      await page.goto(path)
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
    }
  },
)

for (const path of ['/verify-email/some-token', '/choose-username']) {
  noisyTest(
    `${path} tells a stranger what is wrong, without a barrier`,
    { tag: '@phone' },
    async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expectAccessibleInBothThemes(page)
    },
  )
}

noisyTest('an unknown address is a 404 with a way back', { tag: '@phone' }, async ({ page }) => {
  const reply = await page.goto('/no/such/page')
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).not.toHaveURL('/no/such/page')
})

noisyTest(
  'a page that breaks says so, with Refresh Page and Go Home',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/')
    await page.route('**/assets/browse-page*', (route) => route.abort())
    await page
      .getByRole('link', { name: 'Browse Projects' })
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
    await expect(page.getByText('Go Home')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  },
)

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the public pages can be read', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/about')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }),
    ).toBeVisible()
  })
})

test('the footer leads to every page of the house', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  for (const [name, path] of [
    ['About Us', '/about'],
    ['Contact', '/contact'],
    ['Help Center', '/help'],
    ['Community Guidelines', '/community-guidelines'],
    ['Privacy Policy', '/privacy'],
    ['Terms of Service', '/terms'],
    ['Cookie Policy', '/cookies'],
  ] as const) {
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', path)
  }
})

test(
  'the chosen theme holds from the first paint of the next page on',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/')
    // A press before the page is alive does nothing.
    const dark = page.getByRole('menuitemradio', { name: 'Dark' })
    await expect(async () => {
      await page.getByRole('button', { name: /theme/i }).first().click()
      await expect(dark).toBeVisible({ timeout: 1000 })
    }).toPass()
    await dark.click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

    await page.goto('/about', { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  },
)

test(
  'the skip link is the first stop of the keyboard',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    if (isMobile) return
    await page.keyboard.press('Enter')
    await expect(page.locator('#main')).toBeFocused()
  },
)

import { blockScriptsOf } from '../support/missing-code.ts'
import { MEMBER_PATHS } from '../support/page-paths.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  testIgnoringConsole,
  test,
  waitForHydration,
} from '../support/base-test.ts'

test('members’ pages redirect a visitor to the login and remember the page', async ({ page }) => {
  for (const path of MEMBER_PATHS) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
  }
})

testIgnoringConsole('an unknown URL is a 404 with a link back', async ({ page }) => {
  const reply = await page.goto('/no/such/page')
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessibleOnBothScreens(page)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 256 })
  await expectNoHorizontalScroll(page)
  if (size) await page.setViewportSize(size)
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).not.toHaveURL('/no/such/page')
})

testIgnoringConsole(
  'a page whose code cannot be loaded shows an error with Refresh Page and Go Home',
  async ({ page }) => {
    await page.goto('/')
    // Before, the link would load the document of /browse instead of its code.
    await waitForHydration(page)
    await blockScriptsOf(page, '/browse')
    await page
      .getByRole('link', { name: 'Browse Projects' })
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
    await expect(page.getByText('Go Home')).toBeVisible()
    await expectAccessibleOnBothScreens(page)
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the public pages are readable', async ({ page }) => {
    await page.goto('/about')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }),
    ).toBeVisible()
  })
})

test('the footer links are correct, the skip link works by keyboard, and the chosen theme is kept', async ({
  page,
}) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()

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

  // A click before hydration does nothing.
  const darkOption = page.getByRole('menuitemradio', { name: 'Dark' })
  await expect(async () => {
    await page.getByRole('button', { name: /theme/i }).first().click()
    await expect(darkOption).toBeVisible({ timeout: 1000 })
  }).toPass()
  await darkOption.click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.goto('/about', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

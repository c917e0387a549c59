import { expect, expectScreenshots, test } from './expect-screenshots.ts'

const FULL_PAGE_PATHS = {
  landing: '/',
  about: '/about',
}

const VIEWPORT_PATHS = {
  help: '/help',
  contact: '/contact',
  'community-guidelines': '/community-guidelines',
  privacy: '/privacy',
  terms: '/terms',
  cookies: '/cookies',
  login: '/login',
  signup: '/signup',
  'check-email': '/check-email',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password/some-token',
  'undo-email-change': '/undo-email-change/some-token',
  'keep-second-factor': '/keep-second-factor/some-token',
  'second-factor': '/login?step=code',
}

for (const [name, path] of Object.entries(FULL_PAGE_PATHS)) {
  test(`${path} looks unchanged over its full height`, async ({ page }) => {
    await page.goto(path)
    await expectScreenshots(page, name, { fullPage: true })
  })
}

for (const [name, path] of Object.entries(VIEWPORT_PATHS)) {
  test(`${path} looks unchanged`, async ({ page }) => {
    await page.goto(path)
    await expectScreenshots(page, name)
  })
}

test('/browse looks unchanged, as a grid and as a list', async ({ page }) => {
  await page.goto('/browse')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectScreenshots(page, 'browse')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expectScreenshots(page, 'browse-list')
})

test('the phone menu looks unchanged', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  // A resting mouse would open the tooltip of the menu's own button, which appears below it.
  await page.mouse.move(195, 800)
  await expect(page.locator('[data-tooltip-popup]')).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.soft(page).toHaveScreenshot(`menu-390-${colorScheme}.png`)
  }
})

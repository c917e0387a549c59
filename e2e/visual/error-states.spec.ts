import { logIn } from '../support/accounts.ts'
import { blockScriptsOf } from '../support/missing-code.ts'
import { buildRefusalReply } from '../support/posts.ts'
import { signInAsSampleMember } from '../support/sample-data.ts'
import { waitForStablePage } from '../support/screenshot-setup.ts'
import { expect, expectScreenshots, test } from './expect-screenshots.ts'

const MISSING_POST_ID = '01890000-0000-7000-8000-000000000000'

const VISITOR_ERROR_PATHS = {
  'verify-email-failed': '/verify-email/some-token',
  'choose-username-failed': '/choose-username',
  'not-found': '/no/such/page',
}

const MEMBER_ERROR_PATHS = {
  'post-missing': `/posts/${MISSING_POST_ID}`,
  'edit-missing': `/posts/edit/${MISSING_POST_ID}`,
  'profile-missing': '/profile/nobody-at-all',
  'conversation-missing': `/messages/${MISSING_POST_ID}`,
  'confirm-email-failed': '/confirm-email/some-token',
}

for (const [name, path] of Object.entries(VISITOR_ERROR_PATHS)) {
  test(`${path} looks unchanged to a visitor`, async ({ page }) => {
    await page.goto(path)
    await expectScreenshots(page, name)
  })
}

for (const [name, path] of Object.entries(MEMBER_ERROR_PATHS)) {
  test(`${name.replace('-', ': ')} looks unchanged to a member`, async ({ page }) => {
    await signInAsSampleMember(page.context(), 'ada')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectScreenshots(page, name)
  })
}

test('a page whose code cannot be loaded looks unchanged', async ({ page }) => {
  await page.goto('/about')
  await waitForStablePage(page)
  await blockScriptsOf(page, '/contact')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  await expectScreenshots(page, 'broken')
})

test('a list that cannot be loaded looks unchanged', async ({ page }) => {
  await page.route('**/api/posts/browse*', (route) =>
    route.fulfill(buildRefusalReply(429, 'too-many-requests', 'Please slow down.')),
  )
  await page.goto('/browse?type=showcase')
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
  const toast = page.getByText('Failed to load projects', { exact: true })
  await expect(toast).toBeVisible()
  await expect(toast).toBeHidden()
  await expectScreenshots(page, 'browse-failed')
})

test('a refused login looks unchanged', async ({ page }) => {
  await logIn(page, 'nobody@example.test', 'Not his 123')
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await expectScreenshots(page, 'login-refused')
})

test('a sign-up form submitted empty looks unchanged', async ({ page }) => {
  await page.goto('/signup')
  await page.waitForLoadState('networkidle')
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(/required/i).first()).toBeVisible()
  await expectScreenshots(page, 'signup-refused')
})

test('a post form submitted empty looks unchanged', async ({ page }) => {
  await signInAsSampleMember(page.context(), 'ada')
  await page.goto('/posts/create')
  await page.getByRole('button', { name: 'Create Project' }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  await expectScreenshots(page, 'create-refused')
})

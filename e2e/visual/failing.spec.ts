import { logIn } from '../people.ts'
import { refusal } from '../posts.ts'
import { signInAs } from '../sample-people.ts'
import { expect, expectPictures, test } from './picture.ts'

const NO_POST = '01890000-0000-7000-8000-000000000000'

const VISITOR = {
  'verify-email-failed': '/verify-email/some-token',
  'choose-username-failed': '/choose-username',
  'not-found': '/no/such/page',
}

const MEMBER = {
  'post-missing': `/posts/${NO_POST}`,
  'edit-missing': `/posts/edit/${NO_POST}`,
  'profile-missing': '/profile/nobody-at-all',
  'conversation-missing': `/messages/${NO_POST}`,
  'confirm-email-failed': '/confirm-email/some-token',
}

for (const [name, path] of Object.entries(VISITOR)) {
  test(`${path} looks as it did to a stranger`, async ({ page }) => {
    await page.goto(path)
    await expectPictures(page, name)
  })
}

for (const [name, path] of Object.entries(MEMBER)) {
  test(`${name.replace('-', ': ')} looks as it did to a member`, async ({ page }) => {
    await signInAs(page.context(), 'ada')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectPictures(page, name)
  })
}

test('a page that breaks looks as it did', async ({ page }) => {
  await page.goto('/about')
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/contact-page*', (route) => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  await expectPictures(page, 'broken')
})

test('a list that cannot be loaded looks as it did', async ({ page }) => {
  await page.route('**/api/posts/browse*', (route) =>
    route.fulfill(refusal(429, 'too-many-requests', 'Please slow down.')),
  )
  await page.goto('/browse?type=showcase')
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
  const toast = page.getByText('Failed to load projects', { exact: true })
  await expect(toast).toBeVisible()
  await expect(toast).toBeHidden()
  await expectPictures(page, 'browse-failed')
})

test('a refused login looks as it did', async ({ page }) => {
  await logIn(page, 'nobody@example.test', 'Not his 123')
  // Once in the form, and once in a toast that goes after three seconds.
  await expect(page.getByText('Invalid email or password')).toHaveCount(2)
  await expect(page.getByText('Invalid email or password')).toHaveCount(1)
  await expectPictures(page, 'login-refused')
})

test('a form that was sent empty looks as it did', async ({ page }) => {
  await page.goto('/signup')
  await page.waitForLoadState('networkidle')
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(/required/i).first()).toBeVisible()
  await expectPictures(page, 'signup-refused')
})

test('a post that was sent empty looks as it did', async ({ page }) => {
  await signInAs(page.context(), 'ada')
  await page.goto('/posts/create')
  await page.getByRole('button', { name: 'Create Project' }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  await expectPictures(page, 'create-refused')
})

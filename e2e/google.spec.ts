import type { Page } from '@playwright/test'
import { enter } from './members.ts'
import { somebody, type Person } from './people.ts'
import { givePassword } from './returning.ts'
import { expect, expectAccessibleInBothThemes, noisyTest as test } from './visit.ts'

test('the first time one chooses a name, the second time one is simply in, and deleting asks Google again', async ({
  page,
}) => {
  const grace = somebody('grace')
  await arriveFromGoogle(page, grace)
  await expect(page).toHaveURL('/choose-username')
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('Username').fill(grace.userName)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/posts')

  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await arriveFromGoogle(page, grace)
  await expect(page).toHaveURL('/posts')

  await page.clock.install()
  await page.goto('/settings')
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await page
    .getByRole('button', { name: /delete account/i })
    .first()
    .click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('button', { name: 'Continue to Google' }).click()
  await chooseAtGoogle(page, grace)
  await expect(page).toHaveURL(/\/settings\?reauthenticated=1/)
  await dialog.getByRole('button', { name: /delete/i }).click()

  await expect(
    page.getByText('Account deleted successfully. Redirecting to homepage...').first(),
  ).toBeVisible()
  await page.clock.fastForward(3_000)
  await expect(page).toHaveURL('/')
})

test('an address that has an account with a password is never taken over', async ({
  page,
  context,
}) => {
  const ada = await enter(context, 'ada')
  await givePassword(ada)
  await context.clearCookies()
  await arriveFromGoogle(page, { ...ada, email: `${ada.userName}@example.test` })

  await expect(page).toHaveURL('/login?error=google-email')
  expect((await page.request.get('/api/users/me')).status()).toBe(401)
})

test('an address that Google has not verified is refused, and refusing at Google leads back to the login', async ({
  page,
}) => {
  await arriveFromGoogle(page, somebody('mallory'), { verified: false })
  await expect(page.getByText('Failed to initiate Google login. Please try again.')).toBeVisible()

  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Failed to initiate Google login. Please try again.')).toBeVisible()
})

async function arriveFromGoogle(page: Page, person: Person, { verified = true } = {}) {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await chooseAtGoogle(page, person, verified)
}

async function chooseAtGoogle(page: Page, { email }: Person, verified = true) {
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  if (!verified) await page.getByLabel('E-mail verified').uncheck()
  await page.getByRole('button', { name: 'Continue' }).click()
}

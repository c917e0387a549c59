import type { Page } from '@playwright/test'
import { signInNewMember } from '../support/members.ts'
import { generateUser, type GeneratedUser } from '../support/accounts.ts'
import { openProfileEditor, saveProfile } from '../support/own-profile.ts'
import { setSamplePassword } from '../support/sessions.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  testIgnoringConsole as test,
  expectAnnouncement,
} from '../support/base-test.ts'

test('the first sign-in asks for a username, the second does not, and a new email and deleting ask Google again', async ({
  page,
}) => {
  const grace = generateUser('grace')
  await signInWithGoogle(page, grace)
  await expect(page).toHaveURL('/choose-username')
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('Username').fill(grace.userName)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/posts')

  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await signInWithGoogle(page, grace)
  await expect(page).toHaveURL('/posts')

  await openProfileEditor(page)
  await page.getByLabel('Email', { exact: true }).fill(generateUser('admiral').email)
  await saveProfile(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await submitGoogleAccount(page, grace)
  await expect(page).toHaveURL('/profile')
  await expectAnnouncement(page, 'Confirmed. You can save your changes now.')
  await saveProfile(page)
  await expect(page.getByText('Waiting for confirmation at')).toBeVisible()

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
  await submitGoogleAccount(page, grace)
  await expect(page).toHaveURL(/\/settings\?reauthenticated=1/)
  await dialog.getByRole('button', { name: /delete/i }).click()

  await expectAnnouncement(page, 'Account deleted successfully. Redirecting to homepage...')
  await page.clock.fastForward(3_000)
  await expect(page).toHaveURL('/')
})

test('an email address with a password account is never taken over', async ({ page, context }) => {
  const ada = await signInNewMember(context, 'ada')
  await setSamplePassword(ada)
  await context.clearCookies()
  await signInWithGoogle(page, { ...ada, email: `${ada.userName}@example.test` })

  await expect(page.getByText(/Please log in with its password/)).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect((await page.request.get('/api/users/me')).status()).toBe(401)
})

test('an email address that Google has not verified is refused, and cancelling at Google returns to the login', async ({
  page,
}) => {
  await signInWithGoogle(page, generateUser('mallory'), { verified: false })
  await expect(page.getByText('Google has not verified the email address')).toBeVisible()
  await expect(page).toHaveURL('/login')

  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText('You cancelled the sign-in at Google.')).toBeVisible()
  await expect(page).toHaveURL('/login')
})

async function signInWithGoogle(page: Page, user: GeneratedUser, { verified = true } = {}) {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await submitGoogleAccount(page, user, verified)
}

async function submitGoogleAccount(page: Page, { email }: GeneratedUser, verified = true) {
  // The page that is left has a field of the same label.
  await expect(page.getByRole('heading', { name: 'Choose a sample account' })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  if (!verified) await page.getByLabel('Email verified').uncheck()
  await page.getByRole('button', { name: 'Continue' }).click()
}

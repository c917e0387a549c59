import type { Page } from '@playwright/test'
import { generateUser, type GeneratedUser } from '../support/accounts.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectAnnouncement,
  testIgnoringConsole as test,
} from '../support/base-test.ts'
import { extractCode, waitForMail } from '../support/mailbox.ts'
import { openProfileEditor, saveProfile } from '../support/own-profile.ts'
import { setSamplePassword } from '../support/sessions.ts'
import { signInNewMember } from '../support/members.ts'
import { SAMPLE_PASSWORD } from '@dolph/api/seed/seed'

test('GitHub opens an account, signs in again, and a code proves the member; a member with a password connects and disconnects it', async ({
  page,
  context,
}) => {
  const mona = generateUser('mona')
  await signInWithGitHub(page, mona)
  await expect(page).toHaveURL('/choose-username?with=github')
  await expectAccessibleInBothThemes(page)
  await expect(page.getByLabel('Username')).toHaveValue(mona.userName)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/posts')

  await context.clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await signInWithGitHub(page, mona)
  await expect(page).toHaveURL('/posts')

  await openProfileEditor(page)
  await page.getByRole('button', { name: `Use github.com/${mona.userName}` }).click()
  await expect(page.getByLabel('GitHub')).toHaveValue(`https://github.com/${mona.userName}`)
  await page.getByLabel('Email', { exact: true }).fill(generateUser('new').email)
  await saveProfile(page)
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await expect(dialog.getByText(`We sent a code to ${mona.email}`)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  const code = extractCode(await waitForMail(mona.email))
  await dialog.getByLabel('Verification code').fill(code)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Waiting for confirmation at')).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByText('It is your only way to log in')).toBeVisible()
  await context.clearCookies()

  const ada = await signInNewMember(context, 'ada')
  await setSamplePassword(ada)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  await page.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD)
  await page.getByRole('button', { name: 'Confirm' }).click()
  const octocat = generateUser('octocat')
  await submitGitHubAccount(page, octocat)
  await expect(page).toHaveURL('/settings')
  const section = page.getByRole('region', { name: 'GitHub' })
  await expect(section.getByText(`Connected as ${octocat.userName}`)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await waitForMail(`${ada.userName}@example.test`)
  await section.getByRole('button', { name: 'Disconnect' }).click()
  await expectAnnouncement(page, 'GitHub disconnected')
  await expect(section.getByRole('button', { name: 'Connect GitHub' })).toBeVisible()
  await waitForMail(`${ada.userName}@example.test`, 2)
})

test('an account with a password is never taken over by its email address, and refusing at GitHub returns to the login', async ({
  page,
  context,
}) => {
  const ada = await signInNewMember(context, 'ada')
  await context.clearCookies()
  await signInWithGitHub(page, { ...ada, email: `${ada.userName}@example.test` })
  await expect(page.getByText(/connect GitHub in your settings/)).toBeVisible()
  expect((await page.request.get('/api/users/me')).status()).toBe(401)
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Sign in with GitHub' }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText('You cancelled the sign-in at GitHub.')).toBeVisible()
  await expect(page).toHaveURL('/login')
})

async function signInWithGitHub(page: Page, user: Pick<GeneratedUser, 'userName' | 'email'>) {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with GitHub' }).click()
  await submitGitHubAccount(page, user)
}

async function submitGitHubAccount(
  page: Page,
  { userName, email }: Pick<GeneratedUser, 'userName' | 'email'>,
) {
  // The page that is left has a field of the same label.
  await expect(page.getByRole('heading', { name: 'Choose a sample account' })).toBeVisible()
  await page.getByLabel('Login').fill(userName)
  await page.getByLabel('Name').fill('Mona Octocat')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

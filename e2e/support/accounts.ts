import type { Page } from '@playwright/test'

export const PASSWORD = 'Correct horse 7'

/** Generates a username and an email address that no other test uses. */
export function generateUser(name: string) {
  const userName = `${name}-${Math.random().toString(36).slice(2, 8)}`
  return { userName, email: `${userName}@example.test` }
}
export type GeneratedUser = ReturnType<typeof generateUser>

export async function submitSignUpForm(
  page: Page,
  user: GeneratedUser,
  path = '/signup',
): Promise<void> {
  await page.goto(path)
  await completeSignUpForm(page, user)
}

/** Fills in the form of the page at hand, and sends it. */
export async function completeSignUpForm(
  page: Page,
  { userName, email }: GeneratedUser,
): Promise<void> {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Username').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
}

export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

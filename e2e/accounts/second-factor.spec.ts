import { computeTotpCode, getTotpStep } from '@dolph/api/features/accounts/second-factor/totp-code'
import { SAMPLE_PASSWORD } from '@dolph/api/seed/seed'
import type { Page } from '@playwright/test'
import { database, signInNewMember, type Member } from '../support/members.ts'
import { setSamplePassword, submitLoginForm } from '../support/sessions.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  expectAnnouncement,
  testIgnoringConsole as test,
} from '../support/base-test.ts'

test('setting up an authenticator app, logging in with it, losing the phone and switching it off @phone', async ({
  page,
  context,
}) => {
  const ada = await signInNewMember(context, 'ada')
  await setSamplePassword(ada)
  await page.goto('/settings#sign-in')
  const part = page.getByRole('region', { name: 'Sign-in and security' })
  await expect(part).toBeInViewport()
  await part.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD)
  await page.getByRole('button', { name: 'Confirm' }).click()

  await expect(part.getByText('Your recovery codes')).toBeFocused()
  const [recoveryCode = ''] = await part.getByRole('listitem').allTextContents()
  await expectAccessibleOnBothScreens(page)
  const download = page.waitForEvent('download')
  await part.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('dolph-recovery-codes.txt')
  await part.getByRole('button', { name: 'Continue' }).click()

  await expect(part.getByRole('img', { name: 'QR code' })).toBeVisible()
  await expectAccessibleOnBothScreens(page)
  const secret = ((await part.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await part.getByLabel('Code that the app shows').fill(await readCode(ada, secret))
  await part.getByRole('button', { name: 'Switch on' }).click()
  await expect(part.getByText('10 recovery codes are left.')).toBeVisible()
  await expectAccessibleOnBothScreens(page)

  await logInAgain(page, ada)
  await expect(page.getByText('Enter the code from your authenticator app.')).toBeVisible()
  await expectAccessibleOnBothScreens(page)
  // A reload keeps the step.
  await page.reload()
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.keyboard.type(await readCode(ada, secret))
  await expect(page).toHaveURL('/posts')

  await logInAgain(page, ada)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expectAccessibleOnBothScreens(page)
  await page.keyboard.type(recoveryCode)
  await page.keyboard.press('Enter')
  await expectAnnouncement(
    page,
    '9 recovery codes are left. Lost your phone? Switch the authenticator app off in your settings.',
  )
  await page.goto('/settings#sign-in')
  await part.getByRole('button', { name: 'Switch off' }).click()
  // A sign-in with a recovery code is proof enough.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(part.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
  await logInAgain(page, ada)
  await expect(page).toHaveURL('/posts')
})

async function logInAgain(page: Page, member: Member): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/login')
  await submitLoginForm(page, member)
}

/** The code that the app shows. Time does not pass here, so earlier codes count as not used. */
async function readCode({ id }: Member, secret: string): Promise<string> {
  await database.updateTable('totp').set({ last_step: 0 }).where('member_id', '=', id).execute()
  return computeTotpCode(secret, getTotpStep(Date.now()))
}

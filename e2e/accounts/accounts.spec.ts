import { holdRequests } from '../support/comments.ts'
import { observeLayoutShift, readLayoutShift } from '../support/layout-shift.ts'
import { SAMPLE_PASSWORD } from '@dolph/api/seed/seed'
import type { BrowserContext } from '@playwright/test'
import { extractCode, extractLink, waitForMail } from '../support/mailbox.ts'
import { signInNewMember } from '../support/members.ts'
import { submitSignUpForm, logIn, generateUser, PASSWORD } from '../support/accounts.ts'
import { setSamplePassword } from '../support/sessions.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  testIgnoringConsole as test,
  expectAnnouncement,
  pauseClock,
  stepClockUntilVisible,
} from '../support/base-test.ts'

/** At least as long as a page shows its success message before it redirects. */
const REDIRECT_DELAY_MS = 3_000

test('signing up with the code, then logging in', async ({ page }) => {
  const ada = generateUser('ada')
  await page.clock.install()
  await submitSignUpForm(page, ada)
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible()
  await expectAccessibleOnBothScreens(page)
  await page.getByLabel('Verification code').fill(extractCode(await waitForMail(ada.email)))
  await expectAnnouncement(page, 'Email verified successfully! You can now log in.')
  await page.clock.fastForward(REDIRECT_DELAY_MS)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('Email')).toHaveValue(ada.email)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')

  await expectAnnouncement(page, 'Successfully logged in!')
  await expect(page).toHaveURL('/posts')
  expect(await page.evaluate(() => sessionStorage.getItem('auth'))).not.toBeNull()
})

test('the link in the email verifies the address and redirects to the login after three seconds', async ({
  page,
}) => {
  const ada = generateUser('ada')
  await page.clock.install()
  await submitSignUpForm(page, ada)
  const link = extractLink(await waitForMail(ada.email), 'verify-email')
  await pauseClock(page)
  await page.goto(link)
  await stepClockUntilVisible(page, page.getByText('Email Verified Successfully!'))
  await expect(page).toHaveURL(link)
  await page.clock.runFor(REDIRECT_DELAY_MS)
  await page.clock.resume()
  await expect(page).toHaveURL(/\/login/)
})

test('a visitor who wanted a page is on it after signing up, verifying by the link in another browser, and logging in', async ({
  page,
  browser,
}) => {
  const ada = generateUser('ada')
  await page.goto('/posts/create')
  await expect(page).toHaveURL('/login?next=%2Fposts%2Fcreate')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL('/signup?next=%2Fposts%2Fcreate')
  await submitSignUpForm(page, ada, page.url())
  await using phone = await browser.newContext()
  const mail = await phone.newPage()
  await mail.goto(extractLink(await waitForMail(ada.email), 'verify-email'))
  await mail.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(mail.getByLabel('Email')).toHaveValue(ada.email)
  await mail.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await mail.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(mail).toHaveURL('/posts/create')
})

test('an invalid verification link shows an error', async ({ page }) => {
  await page.goto('/verify-email/not-a-token')
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
  await expect(page.getByText('Verification failed. Invalid or expired token.')).toBeVisible()
})

test('logging in before verifying asks for the code first', async ({ page }) => {
  const ada = generateUser('ada')
  await page.clock.install()
  await submitSignUpForm(page, ada)
  const code = extractCode(await waitForMail(ada.email))
  await logIn(page, ada.email)
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible()
  await page.getByLabel('Verification code').fill(code)
  await expectAnnouncement(page, 'Email verified successfully!')
  await page.clock.fastForward(REDIRECT_DELAY_MS)
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await logIn(page, ada.email)
  await expect(page).toHaveURL('/posts')
})

test('after five wrong codes a new one is needed, also after a reload', async ({ page }) => {
  const ada = generateUser('ada')
  await submitSignUpForm(page, ada)
  const code = extractCode(await waitForMail(ada.email))
  for (const [index, distance] of [1, 2, 3, 4, 5, 0].entries()) {
    const guess = String((Number(code) + distance) % 1_000_000).padStart(6, '0')
    if (index === 5) await page.reload()
    const response = page.waitForResponse('**/api/users/verify-code')
    await page.getByLabel('Verification code').fill(guess)
    expect((await response).status()).toBe(400)
    const text = index < 4 ? 'Invalid or expired verification code.' : 'This code no longer works.'
    await expect(page.getByText(text)).toBeVisible()
  }
  await expect(page.getByRole('button', { name: /^Resend code in \d+ s$/ })).toBeDisabled()
})

test('a forgotten password is reset by the link in the email', async ({ page, context }) => {
  const ada = await signInMemberWithPassword(context)
  await context.clearCookies()
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(ada.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page).toHaveURL('/check-email')
  await expect(page.getByRole('link', { name: 'Return to Homepage' })).toBeVisible()
  await page.goto(extractLink(await waitForMail(ada.email), 'reset-password'))
  await page.getByLabel('New password', { exact: true }).fill('Brand new 9')
  await page.getByLabel('Confirm new password').fill('Brand new 9')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, ada.email, 'Brand new 9')
  await expect(page).toHaveURL('/posts')
})

test('after the login a visitor returns to the page they asked for', async ({ page }) => {
  await page.goto('/settings')
  await expect(page).toHaveURL('/login?next=%2Fsettings')
  await page.getByLabel('Email').fill('carla@example.test')
  await page.getByLabel('Password', { exact: true }).fill('Hunter22')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/settings')
})

test('the settings do not move while sessions and activity load', async ({ page, context }) => {
  await signInNewMember(context, 'ada')
  const [now, device] = [new Date().toISOString(), 'Firefox on Linux']
  const ids = Array.from({ length: 8 }, (_, index) => `01890000-0000-7000-8000-00000000000${index}`)
  const sessions = ids.map((_id, index) => ({
    _id,
    device,
    signedInAt: now,
    lastSeenAt: now,
    isThisOne: index === 0,
  }))
  const events = ids.map((_id) => ({
    _id,
    kind: 'signed-in',
    method: 'password',
    device,
    createdAt: now,
  }))
  await page.route('**/api/users/sessions', (route) =>
    route.fulfill({ json: { success: true, data: sessions } }),
  )
  await page.route('**/api/users/activity*', (route) =>
    route.fulfill({ json: { success: true, data: events, nextCursor: null } }),
  )
  const heldActivity = await holdRequests(page, '**/api/users/activity*')
  const heldSessions = await holdRequests(page, '**/api/users/sessions')
  await observeLayoutShift(page)
  // High enough to show the sections below the lists.
  await page.setViewportSize({ width: 1280, height: 1600 })
  await page.goto('/settings')
  await expect(page.getByText('Loading sessions')).toBeAttached()
  heldSessions.release()
  await expect(page.getByText(device)).toHaveCount(8)
  await expect(page.getByText('Loading activity')).toBeAttached()
  heldActivity.release()
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible()
  expect(await readLayoutShift(page)).toBeLessThan(0.02)
})

test('a wrong password is refused in the form and in a toast', async ({ page }) => {
  await logIn(page, 'dan@example.test', 'Not his 123')
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('logging out in one tab logs out the other at once', async ({ page, context }) => {
  const ada = await signInNewMember(context, 'ada')
  await page.goto('/posts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const otherTab = await context.newPage()
  await otherTab.goto('/settings')
  await expect(otherTab.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: `Account of ${ada.userName}` }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(otherTab).toHaveURL(/\/login/)
})

test('changing the password signs the other browser out', async ({ page, context, browser }) => {
  const ada = await signInMemberWithPassword(context)
  const otherPage = await (await browser.newContext()).newPage()
  await logIn(otherPage, ada.email, SAMPLE_PASSWORD)
  await expect(otherPage).toHaveURL('/posts')

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill(SAMPLE_PASSWORD)
  await page.getByLabel('New password', { exact: true }).fill('Brand new 9')
  await page.getByLabel('Confirm new password').fill('Brand new 9')
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expect(page.getByText('Verification code sent to your email').first()).toBeVisible()
  await page.getByLabel('Verification code').fill(extractCode(await waitForMail(ada.email)))
  await page.getByRole('button', { name: 'Update password' }).click()
  await expectAnnouncement(page, 'Password updated successfully')

  const me = await otherPage.request.get('/api/users/me')
  expect(me.status()).toBe(401)
  await otherPage.goto('/settings')
  await expect(otherPage).toHaveURL(/\/login/)
})

test('deleting the account redirects to the home page after two seconds and ends the session', async ({
  page,
  context,
}) => {
  await signInMemberWithPassword(context)
  const cookies = await context.cookies()
  await page.clock.install()
  await page.goto('/settings')
  await page
    .getByRole('button', { name: /delete account/i })
    .first()
    .click()
  await expect(
    page.getByText('Are you sure you want to delete your account? This action cannot be undone.'),
  ).toBeVisible()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD)
  await dialog.getByRole('button', { name: /delete/i }).click()
  await expectAnnouncement(page, 'Account deleted successfully. Redirecting to homepage...')
  await page.clock.fastForward(REDIRECT_DELAY_MS)
  await expect(page).toHaveURL('/')
  await context.addCookies(cookies)
  expect((await page.request.get('/api/users/me')).status()).toBe(401)
})

/** Signs in a new member who has the password of the sample members. */
async function signInMemberWithPassword(context: BrowserContext) {
  const ada = await signInNewMember(context, 'ada')
  await setSamplePassword(ada)
  return { ...ada, email: `${ada.userName}@example.test` }
}

import type { Page } from '@playwright/test'
import { SAMPLE_PASSWORD } from '@dolph/api/seed/seed'
import { extractLink, waitForMail } from '../support/mailbox.ts'
import { type Member, signInNewMember } from '../support/members.ts'
import { logIn, generateUser } from '../support/accounts.ts'
import {
  openProfileEditor,
  readProfileByApi,
  saveProfile,
  saveProfileByApi,
} from '../support/own-profile.ts'
import { setSamplePassword, submitLoginForm } from '../support/sessions.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  testIgnoringConsole,
  expectAnnouncement,
} from '../support/base-test.ts'

const INVALID_LINK_TEXT = 'This link is invalid or has expired.'
const EMAIL_UPDATED_TEXT = 'Email updated successfully'

testIgnoringConsole(
  'a new email address takes effect after the requesting member has followed the link sent to it',
  async ({ page, context, browser }) => {
    testIgnoringConsole.setTimeout(60_000)
    const ada = await signInNewMember(context, 'ada')
    const oldEmail = `${ada.userName}@example.test`
    const newEmail = generateUser('countess').email
    await setSamplePassword(ada)
    await saveProfileByApi(ada, { firstName: 'Ada' })
    await openProfileEditor(page)
    await page.getByLabel('Email', { exact: true }).fill(` ${newEmail.toUpperCase()} `)
    await page.getByLabel('Location').fill('London')
    await saveProfile(page)
    await expectNothingSavedBeforeProof(page, ada)
    await giveProof(page)
    await expectAnnouncement(page, 'Profile updated successfully')
    await expectAnnouncement(page, `Check ${newEmail} for a link to confirm it`)
    await expect(page.getByText(`Waiting for confirmation at ${newEmail}`)).toBeVisible()
    await expect(page.getByText('London')).toBeVisible()
    await expectAccessibleInBothThemes(page)

    const confirmationMail = await waitForMail(newEmail)
    expect(confirmationMail.subject).toBe('Confirm your new email for Dolph')
    expect(confirmationMail.text).not.toContain(ada.userName)
    const noticeMail = await waitForMail(oldEmail)
    expect(noticeMail.subject).toBe('Your Dolph email is about to change')
    expect(noticeMail.text).toContain(`to c***@example.test`)
    expect(noticeMail.text).not.toContain(newEmail)
    const link = extractLink(confirmationMail, 'confirm-email')

    // The old email address is still in use.
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(oldEmail)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await using visitorContext = await browser.newContext()
    const visitor = await visitorContext.newPage()
    await logIn(visitor, newEmail, SAMPLE_PASSWORD)
    await expect(visitor.getByText('Invalid email or password').first()).toBeVisible()
    await expect(visitor).toHaveURL(/\/login/)

    await using strangerContext = await browser.newContext()
    await signInNewMember(strangerContext, 'mallory')
    const stranger = await strangerContext.newPage()
    await stranger.goto(link)
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Email not updated')
    await expect(stranger.getByRole('alert')).toHaveText(INVALID_LINK_TEXT)

    // A visitor logs in first and is then redirected to the link.
    await visitor.goto(link)
    await expect(visitor).toHaveURL(`/login?next=${encodeURIComponent(new URL(link).pathname)}`)
    await submitLoginForm(visitor, ada)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(EMAIL_UPDATED_TEXT)
    await expect(visitor.getByRole('status').filter({ hasText: newEmail })).toHaveText(
      `Your email is ${newEmail}. It’s now used for login and emails.`,
    )
    await expectAccessibleInBothThemes(visitor)
    const changedMail = await waitForMail(oldEmail, 2)
    expect(changedMail.subject).toBe('Your Dolph email was changed')

    // Opened again, the link says that it has done its work.
    await visitor.reload()
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(EMAIL_UPDATED_TEXT)
    await visitor.getByRole('link', { name: 'Go to your profile' }).click()
    await expect(visitor.getByText('Waiting for confirmation at')).toBeHidden()
    await visitor.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(visitor.getByLabel('Email', { exact: true })).toHaveValue(newEmail)

    await using newContext = await browser.newContext()
    const newPage = await newContext.newPage()
    await logIn(newPage, oldEmail, SAMPLE_PASSWORD)
    await expect(newPage.getByText('Invalid email or password').first()).toBeVisible()
    await expect(newPage).toHaveURL(/\/login/)
    await logIn(newPage, newEmail, SAMPLE_PASSWORD)
    await expect(newPage).toHaveURL('/posts')

    // The old address undoes the change, which signs everybody out.
    await using oldMailboxContext = await browser.newContext()
    const owner = await oldMailboxContext.newPage()
    await owner.goto(extractLink(changedMail, 'undo-email-change'))
    const undoButton = owner.getByRole('button', { name: 'Undo the change' })
    await expect(undoButton).toBeVisible()
    await undoButton.click()
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Your email was changed back')
    await expect(owner.getByText(oldEmail)).toBeVisible()
    await expectAccessibleInBothThemes(owner)
    expect((await newPage.request.get('/api/users/me')).status()).toBe(401)
    expect((await waitForMail(oldEmail, 3)).subject).toBe('Your Dolph email was changed back')
    await owner.getByRole('link', { name: 'Choose a new password' }).click()
    await expect(owner).toHaveURL('/forgot-password')
    await logIn(owner, oldEmail, SAMPLE_PASSWORD)
    await expect(owner).toHaveURL('/posts')
  },
)

async function expectNothingSavedBeforeProof(page: Page, member: Member): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessibleInBothThemes(page)
  expect(await readProfileByApi(member)).toMatchObject({ location: '', pendingEmail: null })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Location')).toHaveValue('London')
  await saveProfile(page)
}

async function giveProof(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  const field = dialog.getByLabel('Password', { exact: true })
  await field.fill('Not mine 1')
  await field.press('Enter')
  await expect(dialog.getByText('Incorrect password')).toBeVisible()
  await field.fill(SAMPLE_PASSWORD)
  await field.press('Enter')
  await expect(dialog).toBeHidden()
}

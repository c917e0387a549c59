import { SAMPLE_PASSWORD } from '@dolph/api/db/seed/seed'
import { extractLink, waitForMail } from './mailbox.ts'
import { signInNewMember } from './members.ts'
import { logIn, generateUser } from './accounts.ts'
import { saveProfileByApi, openProfileEditor, saveProfile } from './own-profile.ts'
import { setSamplePassword, submitLoginForm } from './sessions.ts'
import { expect, expectAccessibleInBothThemes, testIgnoringConsole } from './base-test.ts'

const INVALID_LINK_TEXT = 'This link is invalid or has expired.'
const EMAIL_UPDATED_TEXT = 'Email updated successfully'

testIgnoringConsole(
  'a new address counts once its own link was followed by the member who asked',
  async ({ page, context, browser }) => {
    testIgnoringConsole.setTimeout(60_000)
    const ada = await signInNewMember(context, 'ada')
    const before = `${ada.userName}@example.test`
    const next = generateUser('countess').email
    await setSamplePassword(ada)
    await saveProfileByApi(ada, { firstName: 'Ada' })
    await openProfileEditor(page)
    await page.getByLabel('Email', { exact: true }).fill(` ${next.toUpperCase()} `)
    await page.getByLabel('Location').fill('London')
    await saveProfile(page)
    await expect(page.getByText('Profile updated successfully').first()).toBeVisible()
    await expect(page.getByText(`Check ${next} for a link to confirm it`).first()).toBeVisible()
    await expect(page.getByText(`Waiting for confirmation at ${next}`)).toBeVisible()
    await expect(page.getByText('London')).toBeVisible()
    await expectAccessibleInBothThemes(page)

    const asked = await waitForMail(next)
    expect(asked.subject).toBe('Confirm your new email for Dolph')
    expect(asked.text).not.toContain(ada.userName)
    const told = await waitForMail(before)
    expect(told.subject).toBe('Your Dolph email is about to change')
    expect(told.text).toContain(`to c***@example.test`)
    expect(told.text).not.toContain(next)
    const link = extractLink(asked, 'confirm-email')

    // Nothing has changed yet.
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(before)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await using early = await browser.newContext()
    const visitor = await early.newPage()
    await logIn(visitor, next, SAMPLE_PASSWORD)
    await expect(visitor.getByText('Invalid email or password').first()).toBeVisible()
    await expect(visitor).toHaveURL(/\/login/)

    await using strange = await browser.newContext()
    await signInNewMember(strange, 'mallory')
    const stranger = await strange.newPage()
    await stranger.goto(link)
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Email not updated')
    await expect(stranger.getByRole('alert')).toHaveText(INVALID_LINK_TEXT)
    await expectAccessibleInBothThemes(stranger)

    // A visitor logs in first, and comes back to the link.
    await visitor.goto(link)
    await expect(visitor).toHaveURL(`/login?next=${encodeURIComponent(new URL(link).pathname)}`)
    await submitLoginForm(visitor, ada)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(EMAIL_UPDATED_TEXT)
    await expect(visitor.getByRole('status').filter({ hasText: next })).toHaveText(
      `From now on you log in as ${next}, and we write to you there.`,
    )
    await expectAccessibleInBothThemes(visitor)
    expect((await waitForMail(before, 2)).subject).toBe('Your Dolph email was changed')

    await visitor.reload()
    await expect(visitor.getByRole('alert')).toHaveText(INVALID_LINK_TEXT)
    await visitor.getByRole('link', { name: 'Go to your profile' }).click()
    await expect(visitor.getByText('Waiting for confirmation at')).toBeHidden()
    await visitor.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(visitor.getByLabel('Email', { exact: true })).toHaveValue(next)

    await using later = await browser.newContext()
    const again = await later.newPage()
    await logIn(again, before, SAMPLE_PASSWORD)
    await expect(again.getByText('Invalid email or password').first()).toBeVisible()
    await expect(again).toHaveURL(/\/login/)
    await logIn(again, next, SAMPLE_PASSWORD)
    await expect(again).toHaveURL('/posts')
  },
)

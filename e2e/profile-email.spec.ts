import { SAMPLE_PASSWORD } from '@dolph/api/db/seed/seed'
import { linkIn, mailTo } from './mailbox.ts'
import { enter } from './members.ts'
import { logIn, somebody } from './people.ts'
import { describe, openEditor, save } from './own-profile.ts'
import { givePassword, logInHere } from './returning.ts'
import { expect, expectAccessibleInBothThemes, noisyTest } from './visit.ts'

const INVALID = 'This link is invalid or has expired.'
const DONE = 'Email updated successfully'

noisyTest(
  'a new address counts once its own link was followed by the member who asked',
  async ({ page, context, browser }) => {
    noisyTest.setTimeout(60_000)
    const ada = await enter(context, 'ada')
    const before = `${ada.userName}@example.test`
    const next = somebody('countess').email
    await givePassword(ada)
    await describe(ada, { firstName: 'Ada' })
    await openEditor(page)
    await page.getByLabel('Email', { exact: true }).fill(` ${next.toUpperCase()} `)
    await page.getByLabel('Location').fill('London')
    await save(page)
    await expect(page.getByText('Profile updated successfully').first()).toBeVisible()
    await expect(page.getByText(`Check ${next} for a link to confirm it`).first()).toBeVisible()
    await expect(page.getByText(`Waiting for confirmation at ${next}`)).toBeVisible()
    await expect(page.getByText('London')).toBeVisible()
    await expectAccessibleInBothThemes(page)

    const asked = await mailTo(next)
    expect(asked.subject).toBe('Confirm your new email for Dolph')
    expect(asked.text).not.toContain(ada.userName)
    const told = await mailTo(before)
    expect(told.subject).toBe('Your Dolph email is about to change')
    expect(told.text).toContain(`to c***@example.test`)
    expect(told.text).not.toContain(next)
    const link = linkIn(asked, 'confirm-email')

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
    await enter(strange, 'mallory')
    const stranger = await strange.newPage()
    await stranger.goto(link)
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Email not updated')
    await expect(stranger.getByRole('alert')).toHaveText(INVALID)
    await expectAccessibleInBothThemes(stranger)

    // A visitor logs in first, and comes back to the link.
    await visitor.goto(link)
    await expect(visitor).toHaveURL(`/login?next=${encodeURIComponent(new URL(link).pathname)}`)
    await logInHere(visitor, ada)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(DONE)
    await expect(visitor.getByRole('status').filter({ hasText: next })).toHaveText(
      `From now on you log in as ${next}, and we write to you there.`,
    )
    await expectAccessibleInBothThemes(visitor)
    expect((await mailTo(before, 2)).subject).toBe('Your Dolph email was changed')

    await visitor.reload()
    await expect(visitor.getByRole('alert')).toHaveText(INVALID)
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

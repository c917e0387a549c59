import type { Page } from '@playwright/test'
import { completeSignUpForm, generateUser } from '../support/accounts.ts'
import { waitForMail } from '../support/mailbox.ts'
import { signInNewMember } from '../support/members.ts'
import { generateWord, createPostByApi } from '../support/posts.ts'
import { setSamplePassword, submitLoginForm } from '../support/sessions.ts'
import { expect, test } from '../support/base-test.ts'

test('a login submitted before hydration is completed after it', async ({ page, browser }) => {
  const ada = await signInNewMember(await browser.newContext(), 'ada')
  await setSamplePassword(ada)
  const heldScripts = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await submitLoginForm(page, ada)
  heldScripts.release()
  await expect(page).toHaveURL('/posts')
})

test('a sign-up on a page with a query string, submitted before its code has loaded, is completed', async ({
  page,
}) => {
  const heldScripts = await holdScripts(page)
  const ada = generateUser('ada')
  await page.goto('/signup?next=/posts/my', { waitUntil: 'commit' })
  await completeSignUpForm(page, ada)
  heldScripts.release()
  await expect(page.getByLabel('Verification code')).toBeVisible()
  await waitForMail(ada.email)
})

test('a search and a theme choice made before hydration are completed after it', async ({
  page,
  browser,
}) => {
  const word = generateWord()
  await createPostByApi(await signInNewMember(await browser.newContext(), 'ada'), {
    title: `Clock ${word}`,
  })
  const heldScripts = await holdScripts(page)
  await page.goto('/browse', { waitUntil: 'commit' })
  await page.getByPlaceholder('Search projects...').fill(word)
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByPlaceholder('Search projects...').focus()
  heldScripts.release()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(page).toHaveURL(`/browse?q=${word}`)
  await expect(page.getByPlaceholder('Search projects...')).toHaveValue(word)
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('a shortcut pressed before hydration is handled after it', async ({ page }) => {
  const heldScripts = await holdScripts(page)
  await page.goto('/about', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  heldScripts.release()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('a link between the pages of an account keeps the page to open afterwards, also before hydration', async ({
  page,
}) => {
  await holdScripts(page)
  await page.goto('/login?next=/posts/my', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL('/signup?next=/posts/my')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login?next=/posts/my')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/forgot-password?next=/posts/my')
})

/** Delays the page's scripts until `release` is called. */
async function holdScripts(page: Page): Promise<{ release: () => void }> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.fallback()
  })
  return { release: resolve }
}

import type { Page } from '@playwright/test'
import { signInNewMember } from './members.ts'
import { generateWord, createPostByApi } from './posts.ts'
import { setSamplePassword, submitLoginForm } from './sessions.ts'
import { expect, test } from './base-test.ts'

test('who is quicker than the page’s code is logged in once it is there', async ({
  page,
  browser,
}) => {
  const ada = await signInNewMember(await browser.newContext(), 'ada')
  await setSamplePassword(ada)
  const code = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await submitLoginForm(page, ada)
  code.come()
  await expect(page).toHaveURL('/posts')
})

test('a search is begun before the page’s code is there, and the theme chosen', async ({
  page,
  browser,
}) => {
  const word = generateWord()
  await createPostByApi(await signInNewMember(await browser.newContext(), 'ada'), {
    title: `Clock ${word}`,
  })
  const code = await holdScripts(page)
  await page.goto('/browse', { waitUntil: 'commit' })
  await page.getByPlaceholder('Search projects...').fill(word)
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByPlaceholder('Search projects...').focus()
  code.come()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(page).toHaveURL(`/browse?q=${word}`)
  await expect(page.getByPlaceholder('Search projects...')).toHaveValue(word)
  await expect(page.getByRole('article')).toHaveCount(1)
})

/** The page's own code is on its way until it may come. */
async function holdScripts(page: Page): Promise<{ come: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.fallback()
  })
  return { come: resolve }
}

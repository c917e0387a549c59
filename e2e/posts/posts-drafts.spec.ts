import type { Page } from '@playwright/test'
import { signInNewMember, openSession } from '../support/members.ts'
import { readOwnPostsByApi, createPostByApi } from '../support/posts.ts'
import {
  expireSessions,
  setSamplePassword,
  submitLoginForm,
  blockMessaging,
} from '../support/sessions.ts'
import { expect, testIgnoringConsole, test } from '../support/base-test.ts'

const DRAFT_KEPT_TEXT = 'Draft kept on this device'

test('a draft survives a reload and a crash', async ({ page, context }) => {
  await signInNewMember(context, 'ada')
  await page.goto('/posts/create')
  await typeDraft(page, 'Half a thought')
  await page.getByLabel('Post Type').click()
  await page.getByRole('option', { name: 'Other' }).click()
  await page.getByLabel('Demo URL').fill('not yet')
  await page.reload()
  await expectDraft(page, 'Half a thought')
  await expect(page.getByText(DRAFT_KEPT_TEXT)).toBeVisible()

  await page.getByLabel('Title').fill('Three quarters')
  await expect(page.getByRole('time').filter({ hasText: 'just now' })).toBeVisible()
  await expect.poll(() => readLocalStorage(page)).toContain('Three quarters')
  // A crash kills the renderer without any unload event.
  const crashed = page.waitForEvent('crash')
  await page.goto('chrome://crash').catch(() => undefined)
  await crashed

  const newPage = await context.newPage()
  await newPage.goto('/posts/create')
  await expectDraft(newPage, 'Three quarters')
  await expect(newPage.getByLabel('Post Type')).toHaveText('Other')
  await expect(newPage.getByLabel('Demo URL')).toHaveValue('not yet')
})

test('a draft is discarded only after a confirmation', async ({ page, context }) => {
  await signInNewMember(context, 'ada')
  await page.goto('/posts/create')
  await typeDraft(page, 'Unwanted')
  const discardButton = page.getByRole('button', { name: 'Discard draft' })
  await discardButton.click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Keep draft' }).click()
  await expect(dialog).toBeHidden()
  await expectDraft(page, 'Unwanted')
  await discardButton.click()
  await dialog.getByRole('button', { name: 'Discard draft' }).click()
  await expectEmptyForm(page)
  await page.reload()
  await expectEmptyForm(page)
  await expect(page.getByText(DRAFT_KEPT_TEXT)).toBeHidden()
})

testIgnoringConsole(
  'a draft survives an expired session and is restored after logging in',
  async ({ page, context }) => {
    const ada = await signInNewMember(context, 'ada')
    await setSamplePassword(ada)
    await blockMessaging(page)
    await page.goto('/posts/create')
    await typeDraft(page, 'Patience')
    await expireSessions(ada)
    await page.getByRole('button', { name: 'Create Project' }).click()
    await expect(page).toHaveURL('/login?next=%2Fposts%2Fcreate')

    await submitLoginForm(page, ada)
    await expect(page).toHaveURL('/posts/create')
    await expectDraft(page, 'Patience')
    await page.getByRole('button', { name: 'Create Project' }).click()
    await expect(page).toHaveURL('/posts')
    const ownCard = page.getByRole('article', { name: 'Patience' }).first()
    await expect(ownCard).toContainText(ada.userName)
    await page.goto('/posts/create')
    await expectEmptyForm(page)
  },
)

testIgnoringConsole(
  'an edit in the list survives an expired session',
  async ({ page, context }) => {
    const ada = await signInNewMember(context, 'ada')
    await setSamplePassword(ada)
    const id = await createPostByApi(ada, { title: 'Before' })
    await page.goto('/my-posts')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Title').fill('After')
    await expect(page.getByText(DRAFT_KEPT_TEXT)).toBeVisible()
    await context.clearCookies({ name: 'sid' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/my-posts?edit=${id}`)}`)

    await submitLoginForm(page, ada)
    await expect(page.getByLabel('Title')).toHaveValue('After')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('article', { name: 'After' })).toBeVisible()
  },
)

testIgnoringConsole(
  'a draft is visible to its author only, and logging out deletes it',
  async ({ page, context }) => {
    const bob = await signInNewMember(context, 'bob')
    const ada = await signInNewMember(context, 'ada')
    await setSamplePassword(ada)
    await page.goto('/posts/create')
    await typeDraft(page, 'Between me and my device')

    await openSession(context, bob.id)
    await page.reload()
    await expectEmptyForm(page)
    await openSession(context, ada.id)
    await page.reload()
    await expectDraft(page, 'Between me and my device')

    await page.getByLabel('Title').fill('The last words')
    await page.getByRole('button', { name: `Account of ${ada.userName}` }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/login')
    expect(await readLocalStorage(page)).not.toContain('words')
    await submitLoginForm(page, ada)
    await expect(page).toHaveURL('/posts')
    await page.goto('/posts/create')
    await expectEmptyForm(page)
    const stored = Object.keys(JSON.parse(await readLocalStorage(page)) as object)
    // Whom the header shows while the server does not answer.
    expect(stored).toEqual(['last-member'])
    expect(await readOwnPostsByApi(ada)).toEqual([])
  },
)

async function typeDraft(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Content').fill('To be continued')
  await expect(page.getByText(DRAFT_KEPT_TEXT)).toBeVisible()
}

async function expectDraft(page: Page, title: string): Promise<void> {
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByLabel('Content')).toHaveValue('To be continued')
}

async function expectEmptyForm(page: Page): Promise<void> {
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByLabel('Content')).toHaveValue('')
}

async function readLocalStorage(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify(localStorage))
}

import type { Page } from '@playwright/test'
import { database } from '../support/members.ts'
import { mockNotifications } from './notification-fixtures.ts'
import { readMemberId, signInAsSampleMember } from '../support/sample-data.ts'
import { expect, expectScreenshots, test } from './expect-screenshots.ts'

const ALL_WIDTHS = { widths: [390, 768, 1280, 1920] }

// The bell is empty: its number would depend on which posts other tests have opened.
test.beforeEach(async ({ page }) => mockNotifications(page, []))

test('the public page of a project looks unchanged, with pictures and with open roles', async ({
  page,
}) => {
  await page.goto(`/p/${await findPostWithPictures()}`)
  await expectScreenshots(page, 'public-post', { ...ALL_WIDTHS, fullPage: true })
  await page.goto(`/p/${await findPostWithRoles()}`)
  await expect(page.getByRole('heading', { name: 'Roles', exact: true })).toBeVisible()
  await expectScreenshots(page, 'public-post-roles', { ...ALL_WIDTHS, fullPage: true })
})

test('the pages of a skill and of a topic look unchanged', async ({ page }) => {
  await page.goto('/skills/typescript')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectScreenshots(page, 'skill', ALL_WIDTHS)
  await page.goto('/topics/devops')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectScreenshots(page, 'topic', ALL_WIDTHS)
})

test('lists with covers look unchanged on wide screens', async ({ page, context }) => {
  await page.goto('/browse')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectScreenshots(page, 'browse', { widths: [1920] })
  await signInAsSampleMember(context, 'ada')
  await page.goto('/posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectScreenshots(page, 'posts', { widths: [1920] })
})

test('the page of a post with pictures looks unchanged, and one of them in full view', async ({
  page,
  context,
}) => {
  await signInAsSampleMember(context, 'ada')
  await page.goto(`/posts/${await findPostWithPictures()}`)
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeVisible()
  await expectScreenshots(page, 'post-with-pictures', { ...ALL_WIDTHS, fullPage: true })
  await page
    .getByRole('link', { name: /^Enlarge picture/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectScreenshots(page, 'picture-in-full-view', ALL_WIDTHS)
})

test('what comes after publishing looks unchanged, and the dialog to share', async ({
  page,
  context,
}) => {
  await signInAsSampleMember(context, 'ada')
  const { id } = await database
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', await readMemberId('ada'))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await mockPublishing(page, id)
  await page.goto('/posts/create')
  await page.getByRole('textbox', { name: 'Title' }).fill('Tide tables for swimmers')
  await page.getByRole('textbox', { name: 'Content' }).fill('High water, without a chart.')
  await page.getByRole('button', { name: 'Create Project' }).click()
  await expect(page.getByRole('heading', { name: 'It’s live' })).toBeVisible()
  await expectScreenshots(page, 'published', ALL_WIDTHS)
  await page.goto(`/posts/${id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
  await expectScreenshots(page, 'share', ALL_WIDTHS)
})

test('starting from a README looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await page.goto('/posts/create')
  await page.getByRole('button', { name: /^Start from/ }).click()
  await expect(page.getByRole('dialog', { name: /^Start from/ })).toBeVisible()
  await expectScreenshots(page, 'import', ALL_WIDTHS)
})

test('the first steps of a new member look unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  for (const step of ['skills', 'goal', 'picture', 'next']) {
    await mockOnboarding(page, step)
    await page.goto('/posts')
    await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectScreenshots(page, `first-steps-${step}`, { widths: [390, 1280] })
  }
})

async function findPostWithPictures(): Promise<string> {
  const { id } = await database
    .selectFrom('posts')
    .select('id')
    .where('cover_key', 'is not', null)
    .where('body', 'like', '%/pictures/%')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

async function findPostWithRoles(): Promise<string> {
  const { id } = await database
    .selectFrom('posts')
    .innerJoin('projects', 'post_id', 'posts.id')
    .select('posts.id')
    .where('cover_key', 'is not', null)
    .where('open_roles', '>', 0)
    .orderBy('posts.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** Answers with a post that exists: a new one would be in the lists of the other tests. */
async function mockPublishing(page: Page, id: string): Promise<void> {
  await page.route('**/api/posts', async (route) => {
    const { data } = await (await page.request.get(`/api/posts/auth/${id}`)).json()
    await route.fulfill({ status: 201, json: { success: true, message: 'Post created', data } })
  })
}

async function mockOnboarding(page: Page, step: string): Promise<void> {
  await page.unroute('**/api/users/me')
  await page.route('**/api/users/me', async (route) => {
    const reply = await route.fetch()
    const { data, ...rest } = await reply.json()
    const onboarding = { step, goal: step === 'next' ? 'show' : null }
    await route.fulfill({ response: reply, json: { ...rest, data: { ...data, onboarding } } })
  })
}

import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { holdRequests } from './comments.ts'
import { serveFirstPage } from './first-page.ts'
import { signInNewMember, insertPost } from './members.ts'
import { ORIGIN } from './ports.ts'
import { expect, expectAccessibleOnBothScreens, test, waitForHydration } from './base-test.ts'
import { observeLayoutShift, readLayoutShift } from './layout-shift.ts'
import { waitForPageCacheExpiry } from './test-database.ts'

const BROWSE_ENDPOINT = '**/api/posts/browse*'

// A process that has just started sends the page without posts, while it learns to render.
test.beforeEach(async ({ request }) => waitUntilDocumentContains(request, 'id="page-data"'))

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the newest projects can be read, and nothing is offered that would not work', async ({
    page,
    browser,
  }) => {
    const tide = await insertPublishedPost(await browser.newContext())
    await page.goto('/browse')
    await expect(page.getByRole('article')).toHaveCount(20)
    const card = page.getByRole('article', { name: tide.title })
    await expect(card).toContainText('A tide clock for the kitchen wall')
    await expect(card).toContainText('just now')
    await expect(card.getByRole('link', { name: 'Sign in to Learn More' })).toHaveAttribute(
      'href',
      `/login?next=/posts/${tide.id}`,
    )
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('searchbox')).toBeHidden()
    await expect(page.getByText('please turn on JavaScript')).toBeVisible()

    await page.goto('/browse?type=showcase')
    await expect(page.getByText('please turn on JavaScript')).toBeVisible()
    await expect(page.getByLabel('Loading projects')).toBeHidden()
  })
})

for (const view of ['grid', 'list'] as const) {
  test(`a visitor’s first page in a ${view} comes with the document: nothing is fetched, nothing moves`, async ({
    page,
  }) => {
    await storeViewPreference(page, view)
    await observeLayoutShift(page)
    const calls = recordPostRequests(page)
    await page.goto('/browse')
    await waitForHydration(page)
    await expect(page.getByRole('article')).toHaveCount(20)
    const chosen = page.getByRole('button', { name: view, exact: false }).first()
    await expect(chosen).toHaveAttribute('aria-pressed', 'true')
    await page.waitForTimeout(500)
    expect(calls).toEqual([])
    expect(await readLayoutShift(page)).toBeLessThan(0.02)
    // As a grid it is checked with all the public pages.
    if (view === 'list') await expectAccessibleOnBothScreens(page)

    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(40)
    expect(calls.every((url) => url.includes('cursor='))).toBe(true)
  })
}

test('a member’s own likes follow at once, and are never shown as not given', async ({
  page,
  context,
}) => {
  const ada = await signInNewMember(context, 'ada')
  const tide = await insertPost(ada)
  await ada.call('POST', `/api/posts/${tide.id}/like`, {})
  await waitUntilDocumentContains(context.request, `"${tide.id}"`)
  await waitForPageCacheExpiry()
  const heldRequests = await holdRequests(page, BROWSE_ENDPOINT)
  await observeLayoutShift(page)
  await page.goto('/browse')

  const card = page.getByRole('article', { name: tide.title })
  await expect(card.getByRole('link', { name: 'Read More' })).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(card).toContainText(/1\s*like/)
  heldRequests.release()
  await expect(card.getByRole('button', { name: `Like ${tide.title}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect(await readLayoutShift(page)).toBeLessThan(0.02)
})

test('a document from before is shown as it was and then brought up to date', async ({
  page,
  browser,
}) => {
  const somebody = await browser.newContext()
  await insertPublishedPost(somebody)
  await serveFirstPage(page, { renderedAt: Date.now() - 5 * 60_000 })
  const tide = await insertPublishedPost(somebody)
  await page.goto('/browse')
  await page.getByRole('button', { name: /new post/ }).click()
  await expect(page.getByRole('article', { name: tide.title })).toBeVisible()
})

test('whoever scrolls before the script has come stays where they are', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/browse', { waitUntil: 'commit' })
  const target = page.getByRole('article').nth(10)
  await target.scrollIntoViewIfNeeded()
  resolve()
  await waitForHydration(page)
  await expect(target).toBeInViewport()
})

test('with a search or a type in the address the document has no posts that may not fit', async ({
  request,
}) => {
  for (const address of ['/browse?type=showcase', '/browse?q=tide']) {
    expect(await (await request.get(address)).text()).not.toContain('id="post-')
  }
})

async function insertPublishedPost(context: BrowserContext) {
  const post = await insertPost(await signInNewMember(context, 'ada'))
  await waitUntilDocumentContains(context.request, post.id)
  return post
}

async function waitUntilDocumentContains(request: APIRequestContext, text: string): Promise<void> {
  const document = async () => (await request.get(`${ORIGIN}/browse`)).text()
  await expect.poll(document, { timeout: 15_000 }).toContain(text)
}

function recordPostRequests(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/posts/')) calls.push(request.url())
  })
  return calls
}

async function storeViewPreference(page: Page, view: string): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('posts-view', chosen), view)
}

import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { holdRequests } from '../support/comments.ts'
import { serveFirstPage } from '../support/first-page.ts'
import { signInNewMember, insertPost } from '../support/members.ts'
import { ORIGIN } from '../support/ports.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  test,
  waitForHydration,
} from '../support/base-test.ts'
import { observeLayoutShift, readLayoutShift } from '../support/layout-shift.ts'
import { trackRequests } from '../support/pending-requests.ts'

const BROWSE_ENDPOINT = '**/api/posts/browse*'

// A process that has just started serves the page without posts until its renderer is loaded.
test.beforeEach(async ({ request }) => waitUntilDocumentContains(request, 'id="page-data"'))

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the newest projects are readable, and no control is shown that would not work', async ({
    page,
    browser,
  }) => {
    const post = await insertPublishedPost(await browser.newContext())
    await page.goto('/browse')
    await expect(page.getByRole('article')).toHaveCount(20)
    const card = page.getByRole('article', { name: post.title })
    await expect(card).toContainText('A tide clock for the kitchen wall')
    await expect(card).toContainText('just now')
    await expect(card.getByRole('link', { name: 'Sign in to Learn More' })).toHaveAttribute(
      'href',
      `/login?next=/posts/${post.id}`,
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
  test(`a visitor’s first page as a ${view} is part of the document: no request, no layout shift`, async ({
    page,
  }) => {
    await storeViewPreference(page, view)
    await observeLayoutShift(page)
    const waitForRequests = trackRequests(page)
    const requests = recordPostRequests(page)
    await page.goto('/browse')
    await waitForHydration(page)
    await expect(page.getByRole('article')).toHaveCount(20)
    const viewButton = page.getByRole('button', { name: view, exact: false }).first()
    await expect(viewButton).toHaveAttribute('aria-pressed', 'true')
    await waitForRequests()
    expect(requests).toEqual([])
    expect(await readLayoutShift(page)).toBeLessThan(0.02)
    // The grid is checked in accessibility.spec.ts.
    if (view === 'list') await expectAccessibleOnBothScreens(page)

    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(40)
    expect(requests.every((url) => url.includes('cursor='))).toBe(true)
  })
}

test('until a member’s likes are loaded, cards show a like count without a button', async ({
  page,
  context,
}) => {
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada)
  await ada.call('POST', `/api/posts/${post.id}/like`, {})
  // A document with this later post has the like too.
  const laterPost = await insertPost(ada)
  await waitUntilDocumentContains(context.request, `"${laterPost.id}"`)
  const heldRequests = await holdRequests(page, BROWSE_ENDPOINT)
  await observeLayoutShift(page)
  await page.goto('/browse')

  const card = page.getByRole('article', { name: post.title })
  await expect(card.getByRole('link', { name: 'Read More' })).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(card).toContainText(/1\s*like/)
  heldRequests.release()
  await expect(card.getByRole('button', { name: `Like ${post.title}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect(await readLayoutShift(page)).toBeLessThan(0.02)
})

test('an outdated document is shown and then refreshed', async ({ page, browser }) => {
  const authorContext = await browser.newContext()
  await insertPublishedPost(authorContext)
  await serveFirstPage(page, { renderedAt: Date.now() - 5 * 60_000 })
  const post = await insertPublishedPost(authorContext)
  await page.goto('/browse')
  await page.getByRole('button', { name: /new post/ }).click()
  await expect(page.getByRole('article', { name: post.title })).toBeVisible()
})

test('scrolling before hydration keeps its position', async ({ page }) => {
  const { promise: released, resolve: releaseScripts } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/browse', { waitUntil: 'commit' })
  const target = page.getByRole('article').nth(10)
  await target.scrollIntoViewIfNeeded()
  releaseScripts()
  await waitForHydration(page)
  await expect(target).toBeInViewport()
})

test('with a search or a type in the URL the document contains no posts', async ({ request }) => {
  for (const path of ['/browse?type=showcase', '/browse?q=tide']) {
    expect(await (await request.get(path)).text()).not.toContain('id="post-')
  }
})

async function insertPublishedPost(context: BrowserContext) {
  const post = await insertPost(await signInNewMember(context, 'ada'))
  await waitUntilDocumentContains(context.request, post.id)
  return post
}

async function waitUntilDocumentContains(request: APIRequestContext, text: string): Promise<void> {
  const readDocument = async () => (await request.get(`${ORIGIN}/browse`)).text()
  await expect.poll(readDocument, { timeout: 15_000 }).toContain(text)
}

function recordPostRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/posts/')) requests.push(request.url())
  })
  return requests
}

async function storeViewPreference(page: Page, view: string): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('posts-view', value), view)
}

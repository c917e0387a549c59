import type { Page } from '@playwright/test'
import { signInNewMember } from '../support/members.ts'
import { getPostCard, generateWord, createPostByApi } from '../support/posts.ts'
import {
  expect,
  failUntilPointerDown,
  fastForwardUntilVisible,
  testIgnoringConsole,
  test,
  waitForHydration,
} from '../support/base-test.ts'
import { waitForPageCacheExpiry } from '../support/test-database.ts'

test('the list loads more on scrolling, and Back returns to the same position', async ({
  page,
}) => {
  await page.goto('/browse')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(20)

  await cards.nth(19).scrollIntoViewIfNeeded()
  await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(40)
  const target = cards.nth(30)
  await target.scrollIntoViewIfNeeded()
  const id = await target.getByRole('heading').getAttribute('id')
  const before = await page.evaluate(() => window.scrollY)
  await target.getByRole('link', { name: 'Sign in to Learn More' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goBack()

  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 100)
  await expect(page.locator(`[id="${id}"]`)).toBeInViewport()
})

test('a fresh load starts at the top, while reload and Back restore the position', async ({
  page,
}) => {
  const readScroll = () => page.evaluate(() => window.scrollY)
  const scrollTo = async (y: number) => page.evaluate((top) => window.scrollTo(0, top), y)
  // With a query string the page is rendered in the browser, as members' pages are, and the router restores the position.
  await page.goto('/terms?a')
  await waitForHydration(page)
  await scrollTo(600)
  await page.reload()
  await waitForHydration(page)
  await expect.poll(readScroll).toBe(600)

  for (const path of ['/privacy?a', '/terms?a']) {
    await page.goto(path)
    await waitForHydration(page)
    expect(await readScroll()).toBe(0)
    await scrollTo(300)
  }
  await page.goBack()
  await expect(page).toHaveURL('/privacy?a')
  await expect.poll(readScroll).toBe(300)
  await page.goBack()
  await expect.poll(readScroll).toBe(600)
})

test('filters work by keyboard, a type can be chosen and shared, and the view is remembered', async ({
  page,
  context,
}) => {
  await page.goto('/browse')
  await waitForHydration(page)
  await test.step('the keyboard', async () => {
    await page.getByRole('link', { name: 'Sign in to Create Project' }).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'All Projects' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/browse?type=showcase')
  })
  await test.step('a type', async () => {
    await page.getByRole('button', { name: 'Looking to Join' }).click()
    await expect(page).toHaveURL('/browse?type=looking-to-join')
    await expectOnlyType(page, 'Looking to Join')

    const otherPage = await context.newPage()
    await otherPage.goto(page.url())
    await expect(otherPage.getByRole('button', { name: 'Looking to Join' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expectOnlyType(otherPage, 'Looking to Join')
  })
  await test.step('list or grid', async () => {
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: 'List', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

async function expectOnlyType(page: Page, label: string) {
  const cards = page.getByRole('article')
  await expect(cards.first()).toContainText(label)
  await expect(cards.filter({ hasNotText: label })).toHaveCount(0)
}

test('the list refreshes every minute: counters in place, new posts behind a button', async ({
  page,
  browser,
}) => {
  const ada = await signInNewMember(await browser.newContext(), 'ada')
  const word = generateWord()
  const id = await createPostByApi(ada, { title: `Known ${word}` })
  await page.clock.install()
  await page.goto(`/browse?q=${word}`)
  const card = getPostCard(page, `Known ${word}`)
  await expect(card).toContainText(/0\s*likes/)

  await ada.call('POST', `/api/posts/${id}/like`, {})
  await createPostByApi(ada, { title: `Fresh ${word}` })
  await waitForPageCacheExpiry()
  await page.clock.fastForward(61_000)

  await expect(card).toContainText(/1\s*like/)
  const fresh = getPostCard(page, `Fresh ${word}`)
  await expect(fresh).toBeHidden()
  const newPostsButton = page.getByRole('button', { name: '1 new post' })
  await newPostsButton.click()
  await expect(fresh).toBeVisible()
  await expect(newPostsButton).toBeHidden()
})

testIgnoringConsole(
  'when the next page fails, the loaded posts stay and the page can be retried',
  async ({ page }) => {
    await page.clock.install()
    await failUntilPointerDown(page, '**/api/posts/browse?*cursor*', 'network-error')
    await page.goto('/browse')
    await expect(page.getByRole('article')).toHaveCount(20)
    await page.getByRole('article').nth(19).scrollIntoViewIfNeeded()
    await fastForwardUntilVisible(page, page.getByText('The next projects could not be loaded.'))
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(40)
  },
)

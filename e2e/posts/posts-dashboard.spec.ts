import type { Locator, Page } from '@playwright/test'
import { signInNewMember, openSession } from '../support/members.ts'
import { getPostCard, generateWord, createPostByApi } from '../support/posts.ts'
import {
  expireSessions,
  setSamplePassword,
  submitLoginForm,
  blockMessaging,
} from '../support/sessions.ts'
import { expect, testIgnoringConsole, test, waitForWebSocketAfter } from '../support/base-test.ts'
import { trackRequests } from '../support/pending-requests.ts'

test('a member finds posts by title, body and author, with highlighted matches', async ({
  page,
  context,
  browser,
}) => {
  await signInNewMember(context, 'bob')
  const word = generateWord()
  const author = await signInNewMember(await browser.newContext(), word)
  await createPostByApi(author, { title: 'By name alone', type: 'looking-to-join' })
  await createPostByApi(author, { title: `By title ${word}`, body: 'And by its author' })

  await page.goto('/posts')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore Projects')
  const types = page.getByRole('group', { name: 'Type of project' }).getByRole('button')
  await expect(types).toHaveText([
    'All Posts',
    'Showcase',
    'Seeking Contributors',
    'Looking to Join',
  ])
  await page.getByPlaceholder('Search posts...').fill(word.toUpperCase())
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(2)
  await expect(cards.nth(0).locator('mark')).toHaveText([word, word])
  await expect(cards.nth(1).locator('mark')).toHaveText([word])
  await expect(cards.nth(1).getByRole('link', { name: author.userName })).toHaveAttribute(
    'href',
    `/profile/${author.userName}`,
  )
  await expect(cards.nth(1).getByRole('button', { name: /^Like By name alone/ })).toHaveText('0')

  await page.getByRole('button', { name: 'Showcase' }).click()
  await expect(cards).toHaveCount(1)
  await page.getByRole('button', { name: 'Seeking Contributors' }).click()
  await expect(page.getByText('No posts found matching your criteria')).toBeVisible()
  await page.getByRole('button', { name: 'Show All Posts' }).click()
  await expect(page).toHaveURL('/posts')
  await page.getByRole('link', { name: 'Create New Post' }).click()
  await expect(page).toHaveURL('/posts/create')
})

test('posts are sorted by likes within a time range, which the label shows', async ({
  page,
  context,
}) => {
  await signInNewMember(context, 'bob')
  await page.goto('/posts')
  const sort = page.getByRole('button', { name: /^Sort by/ })
  await expect(sort).toHaveText('Sort by Most Recent')
  await sort.click()
  const choices = page.getByRole('menuitemradio')
  await expect(choices).toHaveText(['Most Recent', 'Most Liked'])
  await choices.getByText('Most Liked').click()
  await expect(choices).toHaveText([
    'Most Recent',
    'Most Liked',
    'Today',
    'This Month',
    'This Year',
    'All Time',
  ])
  await expect(sort).toHaveText('Sort by Most Liked')

  // Read first, because the test may run over midnight.
  const midnight = await page.evaluate(() => new Date().setHours(0, 0, 0, 0))
  const response = page.waitForResponse(/range=today/)
  await choices.getByText('Today').click()
  await expect(sort).toHaveText('Sort by Most Liked (Today)')
  await expect(page).toHaveURL('/posts?sort=likes&range=today')
  await response
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const times = page.getByRole('article').getByRole('time')
  const dates = await times.evaluateAll((all: HTMLTimeElement[]) =>
    all.map(({ dateTime }) => Date.parse(dateTime)),
  )
  expect(dates.filter((date) => date < midnight)).toEqual([])

  for (const [name, range] of [
    ['This Month', '&range=month'],
    ['This Year', '&range=year'],
    ['All Time', ''],
  ] as const) {
    await sort.click()
    await choices.getByText(name).click()
    await expect(page).toHaveURL(`/posts?sort=likes${range}`)
    await expect(sort).toHaveText(`Sort by Most Liked${range && ` (${name})`}`)
  }
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const likes = await readLikeCounts(page)
  expect(likes).toHaveLength(20)
  expect(likes).toEqual(likes.toSorted((a, b) => b - a))
  expect(likes[0]).toBeGreaterThan(20)
})

async function readLikeCounts(page: Page): Promise<number[]> {
  const likeButtons = page.getByRole('article').getByRole('button', { name: /^Like/ })
  return (await likeButtons.allTextContents()).map(Number)
}

test('Back restores search, type, sort, range, view and scroll position', async ({
  page,
  context,
}) => {
  await signInNewMember(context, 'bob')
  const cards = page.getByRole('article')
  await expect(async () => {
    // The sample posts are indexed for search a moment after the start.
    await page.goto('/posts?q=the')
    await expect(cards).toHaveCount(20)
  }).toPass()
  await page.getByRole('button', { name: 'Showcase' }).click()
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await page.getByRole('menuitemradio', { name: 'Most Liked' }).click()
  await page.getByRole('menuitemradio', { name: 'This Year' }).click()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  const path = '/posts?q=the&type=showcase&sort=likes&range=year'
  await expect(page).toHaveURL(path)
  await expect(async () => {
    // The cards of the previous filter may still be shown.
    await cards.nth(19).scrollIntoViewIfNeeded()
    expect(await cards.count()).toBeGreaterThan(25)
  }).toPass()
  const card = cards.nth(25)
  await card.scrollIntoViewIfNeeded()
  const title = (await card.getByRole('heading').textContent()) ?? ''
  const scrollPosition = await page.evaluate(() => window.scrollY)
  expect(scrollPosition).toBeGreaterThan(1000)

  const backActions = [
    () => page.goBack(),
    () => page.getByRole('link', { name: 'Back to posts' }).click(),
  ]
  for (const goBack of backActions) {
    await getPostCard(page, title).getByRole('link', { name: 'Read More' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await goBack()
    await expect(page).toHaveURL(path)
    await expect(page.getByPlaceholder('Search posts...')).toHaveValue('the')
    await expectPressed(page.getByRole('button', { name: 'Showcase' }))
    await expectPressed(page.getByRole('button', { name: 'List', exact: true }))
    await expect(page.getByRole('button', { name: /^Sort by/ })).toHaveText(
      'Sort by Most Liked (This Year)',
    )
    await expect(getPostCard(page, title)).toBeInViewport()
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - scrollPosition))
      .toBeLessThan(100)
  }
  await page.reload()
  await expectPressed(page.getByRole('button', { name: 'List', exact: true }))
})

async function expectPressed(button: Locator): Promise<void> {
  await expect(button).toHaveAttribute('aria-pressed', 'true')
}

test('every 30 seconds counts change in place, and new posts wait behind a button', async ({
  page,
  context,
  browser,
}) => {
  await signInNewMember(context, 'bob')
  const author = await signInNewMember(await browser.newContext(), 'ada')
  const word = generateWord()
  const ids: string[] = []
  for (let number = 1; number <= 12; number += 1)
    ids.push(await createPostByApi(author, { title: `${word} ${number}` }))
  await page.clock.install()
  await waitForWebSocketAfter(page, () => page.goto(`/posts?q=${word}`))
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(12)
  const oldest = getPostCard(page, `${word} 1`)
  await oldest.scrollIntoViewIfNeeded()
  const scrollPosition = await page.evaluate(() => window.scrollY)
  expect(scrollPosition).toBeGreaterThan(0)

  await author.call('POST', `/api/posts/${ids[0]}/like`, {})
  await createPostByApi(author, { title: `${word} 13` })
  await waitForWebSocketAfter(page, () => page.clock.fastForward(31_000))
  await expect(oldest.getByRole('button', { name: /1 like$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: '1 new post', exact: true })).toBeVisible()
  await expect(cards).toHaveCount(12)
  expect(await page.evaluate(() => window.scrollY)).toBe(scrollPosition)

  await createPostByApi(author, { title: `${word} 14` })
  await waitForWebSocketAfter(page, () => page.clock.fastForward(31_000))
  await page.getByRole('button', { name: '2 new posts' }).click()
  await expect(cards).toHaveCount(14)
  await expect(cards.first().getByRole('heading')).toHaveText(`${word} 14`)
  await expect(cards.first()).toBeInViewport()
  await expect(page.getByRole('button', { name: /new posts?$/ })).toBeHidden()
})

testIgnoringConsole(
  'a member whose session has ended logs in and returns to the same page',
  async ({ page, context }) => {
    const bob = await signInNewMember(context, 'bob')
    await setSamplePassword(bob)
    const id = await createPostByApi(bob, { title: 'Mine' })
    for (const path of [
      '/posts?type=showcase&sort=likes&range=year',
      '/my-posts',
      '/posts/create',
      `/posts/edit/${id}`,
      `/posts/${id}`,
    ]) {
      await expireSessions(bob)
      await page.goto(path)
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
      await submitLoginForm(page, bob)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await blockMessaging(page)
    await page.goto('/browse')
    await expect(page.getByRole('link', { name: 'Create New Post' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Read More' })).toHaveCount(20)
    await expireSessions(bob)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Sign in to Create Project' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign in to Learn More' })).toHaveCount(20)
    await expect(page).toHaveURL('/browse')

    await openSession(context, bob.id)
    // A call that is still under way would lead to the login page before the button is pressed.
    const waitForRequests = trackRequests(page)
    await page.goto('/posts')
    await expect(page.getByRole('article').first()).toBeVisible()
    await waitForRequests()
    await expireSessions(bob)
    await page.getByRole('button', { name: 'Looking to Join' }).click()
    await expect(page).toHaveURL('/posts?type=looking-to-join')
    await page.getByRole('button', { name: /^Like/ }).first().click()
    await expect(page).toHaveURL('/login?next=%2Fposts%3Ftype%3Dlooking-to-join')
  },
)

import type { Page } from '@playwright/test'
import {
  getMessage,
  getConversationItem,
  openConversation,
  RECONNECTING,
} from '../support/messaging.ts'
import {
  signInNewMember,
  openSession,
  insertPost,
  insertComment,
  type Member,
  type PostFixture,
} from '../support/members.ts'
import { getPostCard } from '../support/posts.ts'
import {
  buildMessageFixtures,
  insertMember,
  insertConversation,
} from '../support/conversation-fixtures.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectAnnouncement,
  expectNoHorizontalScroll,
  testIgnoringConsole as test,
  waitForHydration,
} from '../support/base-test.ts'
import { trackRequests } from '../support/pending-requests.ts'

test.use({ serviceWorkers: 'allow' })

test('visited pages are readable offline, and logging out deletes the offline cache in every tab', async ({
  page,
  context,
}) => {
  test.slow()
  const ada = await signInNewMember(context, 'ada')
  const bob = await insertMember('bob')
  const post = await insertPost(bob)
  await insertComment(post, { by: bob, content: 'Low tide at noon' })
  await waitForOfflineCache(page)
  await visitPages(page, post, bob)

  await context.setOffline(true)
  await page.reload()
  await expect(getHeading(page, bob.userName)).toBeVisible()
  await expect(getOfflineBar(page)).toHaveText('You are offline. What you read and write is kept.')
  await page.goto('/posts')
  await expect(getPostCard(page, post.title)).toBeVisible()
  await expect(page.getByRole('button', { name: `Account of ${ada.userName}` })).toBeVisible()
  await page.goto(post.path)
  await expect(getHeading(page, post.title)).toBeVisible()
  await expect(page.getByText('Low tide at noon')).toBeVisible()

  await insertComment(post, { by: bob, content: 'High tide at six' })
  await context.setOffline(false)
  await expectAnnouncement(page, 'You are back online.')
  await expect(page.getByText('High tide at six')).toBeVisible()
  await expect(getOfflineBar(page)).toBeHidden()

  const otherTab = await context.newPage()
  await otherTab.goto('/posts')
  await expect(getPostCard(otherTab, post.title)).toBeVisible()
  expect(await listCachedUrls(page)).not.toEqual([])

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(getHeading(page, 'Welcome Back')).toBeVisible()
  await expect(getHeading(otherTab, 'Welcome Back')).toBeVisible()
  expect(await listCachedUrls(page)).toEqual([])

  await context.setOffline(true)
  await page.goto(post.path)
  await expect(getHeading(page, 'Welcome Back')).toBeVisible()
  await expect(page.getByText(post.title)).toHaveCount(0)
  expect(await listCachedUrls(page)).toEqual([])
})

test('a page that was never visited asks for a connection, and a visible list does not move', async ({
  page,
  context,
}) => {
  await signInNewMember(context, 'ada')
  const bob = await insertMember('bob')
  const post = await insertPost(bob)
  await waitForOfflineCache(page)

  await context.setOffline(true)
  await page.goto(post.path)
  await expect(page.getByText('Please check your connection')).toBeVisible()
  await expect(getOfflineBar(page)).toContainText('You are offline.')
  await context.setOffline(false)
  await expect(getHeading(page, post.title)).toBeVisible()

  await page.goto('/posts')
  const card = page.getByRole('article').first()
  await expect(card).toBeVisible()
  const before = await card.boundingBox()

  await context.setOffline(true)
  await expect(getOfflineBar(page)).toContainText('You are offline.')
  expect(await card.boundingBox()).toEqual(before)
  await expectAccessibleInBothThemes(page)
  await expectNoHorizontalScroll(page)
})

test('visited conversations are readable offline', async ({ page, context }) => {
  test.slow()
  const ada = await signInNewMember(context, 'ada')
  const bob = await insertMember('bob')
  await insertConversation(ada, bob, buildMessageFixtures(ada, bob, 4))
  await waitForOfflineCache(page)
  await page.goto('/messages')
  await openConversation(page, bob)
  await page.reload()
  await expect(getMessage(page, 'Line 4')).toBeVisible()

  await context.setOffline(true)
  await page.reload()
  await expect(getMessage(page, 'Line 4')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: RECONNECTING })).toBeVisible()
  await expect(getOfflineBar(page)).toHaveCount(0)
  await page.goto('/messages')
  await expect(getConversationItem(page, bob.userName)).toContainText('Line 4')
})

test('another member on the same browser sees nothing of the first member’s cache', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const carla = await signInNewMember(await browser.newContext(), 'carla')
  await signInNewMember(context, 'ada')
  const bob = await insertMember('bob')
  const post = await insertPost(bob)
  await waitForOfflineCache(page)
  await visitPages(page, post, bob)

  // As if the first session had expired unnoticed and another member had signed in.
  await openSession(context, carla.id)
  await page.goto('/my-posts')
  await expect(page.getByRole('button', { name: `Account of ${carla.userName}` })).toBeVisible()
  await expect.poll(() => listCachedUrls(page)).toContain(`seen:${carla.id}`)
  await context.setOffline(true)
  await page.goto(post.path)
  await expect(page.getByText('Please check your connection')).toBeVisible()
  await expect(page.getByText(post.title)).toHaveCount(0)
})

test('a reply that arrives after logging out is not cached', async ({ page, context }) => {
  await signInNewMember(context, 'ada')
  const post = await insertPost(await insertMember('bob'))
  const path = `/api/posts/auth/${post.id}`
  await waitForOfflineCache(page)

  const { promise: released, resolve: releaseReply } = Promise.withResolvers<void>()
  await context.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })
  const status = page.evaluate(async (url) => (await fetch(url)).status, path)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(getHeading(page, 'Welcome Back')).toBeVisible()
  releaseReply()
  expect(await status).toBe(200)
  expect(await listCachedUrls(page)).toEqual([])
})

test('nothing is cached for visitors', async ({ page }) => {
  const waitForRequests = trackRequests(page)
  await page.goto('/browse')
  await expect(page.getByRole('article').first()).toBeVisible()
  await waitForHydration(page)
  await waitForRequests()
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
})

test('the app can be installed', async ({ page, context }) => {
  await page.goto('/')
  const devtools = await context.newCDPSession(page)
  const { url, errors } = await devtools.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/site.webmanifest', []])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Playwright's contexts count as incognito, which cannot install apps.
  const otherErrors = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  expect(otherErrors).toEqual([])
})

async function visitPages(
  page: Page,
  post: PostFixture,
  author: Pick<Member, 'userName'>,
): Promise<void> {
  await page.goto('/posts')
  await expect(getPostCard(page, post.title)).toBeVisible()
  await page.goto(post.path)
  await expect(getHeading(page, post.title)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeVisible()
  await page.goto(`/profile/${author.userName}`)
  await expect(getHeading(page, author.userName)).toBeVisible()
  const readUrls = async () => (await listCachedUrls(page)).join('\n')
  for (const path of [
    '/api/posts/browse',
    `/api/posts/auth/${post.id}`,
    `/api/comments/post/${post.id}`,
    `/api/profile/user/${author.userName}`,
  ])
    await expect.poll(readUrls).toContain(path)
}

/** Opens a member's first page and waits until the service worker stores what this member reads: from the reply that names the member on. */
async function waitForOfflineCache(page: Page): Promise<void> {
  await page.goto('/my-posts')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(async () => (await listCachedUrls(page)).join('\n'), { timeout: 30_000 })
    .toContain('/api/users/me')
}

/** The names of the offline caches and the URLs in them. */
async function listCachedUrls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('seen'))
    const lists = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    )
    return [...names, ...lists.flat()]
  })
}

function getHeading(page: Page, name: string) {
  return page.getByRole('heading', { name }).first()
}

function getOfflineBar(page: Page) {
  return page.getByRole('status').filter({ hasText: /You are (?:offline|back online)/ })
}

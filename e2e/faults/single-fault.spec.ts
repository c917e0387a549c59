import { SAMPLE_LOGIN_USERNAMES } from '@dolph/api/seed/seed'
import type { Browser, Page } from '@playwright/test'
import { expect, testIgnoringConsole as test } from '../support/base-test.ts'
import { findScript, findScriptOf, readShellFiles } from './built-files.ts'
import type { Fault } from './fault-proxy.ts'
import { failFirst, openFaultyMemberPage, openFaultyPage } from './faulty-page.ts'
import { insertPost } from '../support/members.ts'
import { getBell } from '../support/notifications.ts'
import { createPostByApi, generateWord, getPostCard } from '../support/posts.ts'
import { submitLoginForm } from '../support/sessions.ts'

/** The page waits ten seconds for an answer and offers to reload after 15. All pages of a test load at the same time. */
const AFTER_TIMEOUT = { timeout: 40_000 }

test('scripts and stylesheets that are reset once come by themselves', async ({ browser }) => {
  const { entry, stylesheet } = await readShellFiles()
  const [menu, bell, liveUpdates] = await Promise.all(
    ['ViewerMenu', 'MemberBell', 'LiveUpdates'].map(findScriptOf),
  )
  await Promise.all([
    expectLogInAfter(browser, entry),
    expectProfileAfter(browser, entry, 'reset'),
    expectProfileAfter(browser, stylesheet, 'reset'),
    expectProfileAfter(browser, menu ?? '', 'reset'),
    expectProfileAfter(browser, bell ?? '', 'reset'),
    expectSocketAfter(browser, liveUpdates ?? ''),
  ])
})

test('data that does not come is asked for again; if code does not come, Reload brings it', async ({
  browser,
}) => {
  test.slow()
  const { entry, stylesheet } = await readShellFiles()
  await Promise.all([
    expectReloadAfter(browser, entry),
    expectReloadAfter(browser, await findScriptOf('OwnProfilePage')),
    expectReloadAfter(browser, await findScript(/\bensureInfiniteQueryData\b/)),
    // The page does without the styles, and asks for them again.
    expectProfileAfter(browser, stylesheet, 'silent'),
    expectProfileAfter(browser, '/api/users/me', 'silent'),
    expectProfileAfter(browser, '/api/users/me', 'stalled'),
    expectProfileAfter(browser, '/api/profile/me', 'stalled'),
    expectProfileAfter(browser, '/api/profile/me', 'tooMany'),
    expectPostsAfter(browser, 'silent'),
    expectPostsAfter(browser, 'tooMany'),
  ])
})

test('what loads for the first time while something is saved is asked for again', async ({
  browser,
}) => {
  await Promise.all([
    expectListAfterEdit(browser),
    expectUpdateAfterPosting(browser),
    expectListAfterLogOut(browser),
  ])
})

async function expectLogInAfter(browser: Browser, file: string): Promise<void> {
  await using faulty = await openFaultyPage(browser, failFirst(file, 'reset'))
  const { page } = faulty
  await page.goto('/login')
  // The page reloads itself once, so what is typed before is lost.
  await expect.poll(() => faulty.proxy.requests.filter(({ path }) => path === file).length).toBe(2)
  await submitLoginForm(page, { userName: SAMPLE_LOGIN_USERNAMES[0] ?? '' })
  await expect(getAccountMenu(page)).toBeVisible()
}

async function expectProfileAfter(browser: Browser, path: string, fault: Fault): Promise<void> {
  await using faulty = await openFaultyMemberPage(browser, failFirst(path, fault))
  await faulty.page.goto('/profile', { waitUntil: 'commit' })
  await expectProfile(faulty.page)
  expect(faulty.proxy.requests.filter((request) => request.fault)).toHaveLength(1)
}

async function expectReloadAfter(browser: Browser, file: string): Promise<void> {
  await using faulty = await openFaultyMemberPage(browser, failFirst(file, 'silent'))
  const { page } = faulty
  await page.goto('/profile', { waitUntil: 'commit' })
  const notice = page.getByRole('alert').filter({ hasText: 'could not be loaded completely' })
  await notice.getByRole('button', { name: 'Reload' }).click(AFTER_TIMEOUT)
  await expectProfile(page)
}

async function expectPostsAfter(browser: Browser, fault: Fault): Promise<void> {
  await using faulty = await openFaultyMemberPage(browser, failFirst('/api/posts/browse', fault))
  await faulty.page.goto('/posts', { waitUntil: 'commit' })
  await expect(faulty.page.getByRole('article').first()).toBeVisible(AFTER_TIMEOUT)
}

async function expectSocketAfter(browser: Browser, file: string): Promise<void> {
  await using faulty = await openFaultyMemberPage(browser, failFirst(file, 'reset'))
  const socket = faulty.page.waitForEvent('websocket')
  await faulty.page.goto('/profile')
  await (await socket).waitForEvent('framereceived')
}

async function expectListAfterEdit(browser: Browser): Promise<void> {
  await using faulty = await openFaultyMemberPage(browser, failFirst('/api/posts/browse', 'silent'))
  const { page, member } = faulty
  const id = await createPostByApi(member, { title: 'Before' })
  await page.goto('/my-posts')
  await page.getByRole('button', { name: 'Edit' }).click()
  const title = `Tide ${generateWord()}`
  await page.getByLabel('Title').fill(title)
  const listRequest = page.waitForRequest(/\/api\/posts\/browse/)
  await page.route(`**/api/posts/${id}`, async (route) => {
    await listRequest
    await route.fallback()
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(getPostCard(page, title)).toBeVisible()
}

async function expectUpdateAfterPosting(browser: Browser): Promise<void> {
  await using faulty = await openFaultyMemberPage(browser, ({ method, path, count }) =>
    method === 'GET' && path.includes('/updates') && count === 1 ? 'silent' : null,
  )
  const { page, member } = faulty
  const listRequest = page.waitForRequest(/\/updates/)
  await page.goto((await insertPost(member)).path)
  await page.getByLabel('What’s new?').fill('It **ticks** now.')
  await listRequest
  await page.getByRole('button', { name: 'Post update' }).click()
  await expect(page.getByText('It ticks now.')).toBeVisible()
}

async function expectListAfterLogOut(browser: Browser): Promise<void> {
  await using faulty = await openFaultyMemberPage(browser, ({ path, count }) =>
    path.startsWith('/api/posts/browse?') && count === 1 ? 'silent' : null,
  )
  const { page, context } = faulty
  const otherTab = await context.newPage()
  await otherTab.goto('/profile')
  const listRequest = page.waitForRequest(/\/api\/posts\/browse\?/)
  await page.goto('/browse?q=clock', { waitUntil: 'commit' })
  await listRequest
  await expect(getAccountMenu(page)).toBeVisible()
  await otherTab.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
}

async function expectProfile(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible(AFTER_TIMEOUT)
  await expect(getAccountMenu(page)).toBeVisible(AFTER_TIMEOUT)
  await expect(getBell(page)).toBeVisible(AFTER_TIMEOUT)
}

function getAccountMenu(page: Page) {
  return page.getByRole('button', { name: /^Account of / })
}

import type { Page } from '@playwright/test'
import { expectAccessibleOnEveryScreen } from '../support/accessibility.ts'
import { expect, expectNoHorizontalScroll, test } from '../support/base-test.ts'
import {
  buildMessageFixtures,
  insertConversation,
  insertMember,
} from '../support/conversation-fixtures.ts'
import { insertAcceptedRequest } from '../support/join-requests.ts'
import { crawlLinks, toRoutePattern, type CrawledPages } from './crawl-links.ts'
import { observeLayoutShift, readLayoutShift } from '../support/layout-shift.ts'
import { insertComment, insertPost, signInNewMember } from '../support/members.ts'
import { MEMBER_PATHS, PUBLIC_PATHS } from '../support/page-paths.ts'
import { LONGEST_POST } from '../support/posts.ts'

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
/** The viewport of a 1280 px window at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 256 }
const LAYOUT_SHIFT_MAX = 0.02
/** Pages that load their content in steps. Text pages only swap their font, which comes later on a busy machine. */
const PATHS_LOADED_IN_STEPS =
  /^\/(?:browse|roles|people|p\/|posts|my-posts|following|join-requests|notifications|settings$)/

const LINKED_BY_FOOTER = [
  '/about',
  '/contact',
  '/help',
  '/community-guidelines',
  '/privacy',
  '/terms',
  '/cookies',
]
/** Public pages on which a member finds other links than a visitor. */
const PAGES_WITH_MEMBER_LINKS = ['/', '/browse', '/roles']

const ASKED_ROLE = {
  _id: '01932dad-55f0-7c01-9923-d974d6c5fc01',
  title: 'Map maker',
  post: { _id: '01932dad-55f0-7c01-9923-d974d6c5fc02', title: 'Quiet map' },
  confirmedOn: '2026-10-20',
}

// Each step has its own time limit; the number of pages grows with the product.
test.beforeEach(() => test.setTimeout(600_000))

test('a visitor’s links work, and every page is accessible on both screens, fits and does not shift', async ({
  page,
}) => {
  // The token of a mail; an unknown one is a refusal, which the browser writes to the console.
  await page.route('**/api/roles/still-open/*', async (route) =>
    route.fulfill({ json: { success: true, data: [ASKED_ROLE] } }),
  )
  await observeLayoutShift(page)
  await page.setViewportSize(PHONE)
  const crawled = await crawlLinks(page, {
    startPaths: ['/', ...PUBLIC_PATHS],
    checkPage: async () => expectPageFits(page, PHONE),
  })
  expect([...crawled.keys()]).toEqual(
    expect.arrayContaining([...PUBLIC_PATHS, '/p/:id/:slug', '/skills/:key']),
  )
  expectFragmentTargets(crawled)
})

test('a member’s links work, and every page is accessible on both screens, fits and does not shift', async ({
  page,
  context,
}) => {
  const ada = await signInNewMember(context, 'ada')
  const bob = await insertMember('bob')
  const post = await insertPost(ada, { title: LONGEST_POST.title, body: LONGEST_POST.body })
  await insertComment(post, { by: bob, content: 'harbour'.repeat(40) })
  await insertConversation(ada, bob, buildMessageFixtures(ada, bob, 3))
  const { id: followed } = await insertPost(bob)
  await expect(await ada.call('PUT', `/api/posts/${followed}/follow`, { updates: true })).toBeOK()
  const request = await insertAcceptedRequest(followed, ada)
  await observeLayoutShift(page)
  await showLoadingSteps(page)
  // The token of a mail is checked at once, and a refusal is written to the console: see accessibility-states.spec.ts.
  const silentPaths = MEMBER_PATHS.filter((path) => !path.startsWith('/confirm-email'))
  const ids: Record<string, string> = {
    '/messages/some-id': bob.id,
    '/join-requests/some-id/welcome': request,
  }
  const startPaths = silentPaths.map((path) =>
    path.replace('some-id', ids[path] ?? post.id).replace('/ada', `/${bob.userName}`),
  )
  const crawled = await crawlLinks(page, {
    startPaths: [...startPaths, ...PAGES_WITH_MEMBER_LINKS],
    // The visitor's walk has been there.
    isVisited: ({ pathname }) =>
      PUBLIC_PATHS.includes(pathname) && !PAGES_WITH_MEMBER_LINKS.includes(pathname),
    checkPage: async ({ pathname }) => {
      if (!PAGES_WITH_MEMBER_LINKS.includes(pathname)) await expectPageFits(page, DESKTOP)
    },
  })
  const linked = new Set([...crawled.values()].flatMap(({ links }) => links.map(toRoutePattern)))
  expect([...linked]).toEqual(
    expect.arrayContaining([
      ...LINKED_BY_FOOTER,
      '/posts',
      '/posts/create',
      '/posts/:id',
      '/posts/edit/:id',
      '/my-posts',
      '/settings',
      '/profile',
      '/profile/:username',
      '/messages',
      '/messages/:id',
    ]),
  )
  expectFragmentTargets(crawled)
})

/** Delays every reply, so that each loading step is drawn and a shift between two of them is measured. */
async function showLoadingSteps(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    await route.fallback()
  })
}

async function expectPageFits(page: Page, size: typeof PHONE): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  if (PATHS_LOADED_IN_STEPS.test(new URL(page.url()).pathname))
    expect(await readLayoutShift(page), page.url()).toBeLessThan(LAYOUT_SHIFT_MAX)
  await page.setViewportSize(ZOOMED)
  await expectNoHorizontalScroll(page)
  await page.setViewportSize(DESKTOP)
  await expectAccessibleOnEveryScreen(page)
  await page.setViewportSize(size)
}

/** The page opens the form that has the field. */
const LINK_TO_FORM = '/profile#email'

/** The target of every fragment link exists on the linked page, if that was visited: of all posts and profiles, one is. */
function expectFragmentTargets(crawled: CrawledPages): void {
  for (const [from, { links }] of crawled) {
    for (const link of links.filter(({ hash }) => hash.length > 1)) {
      const target = crawled.get(toRoutePattern(link))
      const opensForm = link.pathname + link.hash === LINK_TO_FORM
      if (!target || target.path !== link.pathname || opensForm) continue
      expect(target.ids, `${link.href} on ${from}`).toContain(link.hash.slice(1))
    }
  }
}

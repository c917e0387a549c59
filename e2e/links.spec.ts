import { crawlLinks, toRoutePattern, type CrawledPages } from './crawl-links.ts'
import { signInNewMember, insertPost, insertComment } from './members.ts'
import { buildMessageFixtures, insertMember, insertConversation } from './conversation-fixtures.ts'
import { expect, test } from './base-test.ts'

const PUBLIC_PAGES = [
  ...['/', '/about', '/browse', '/contact', '/help', '/community-guidelines', '/privacy', '/terms'],
  '/cookies',
]

test.beforeEach(() => test.setTimeout(180_000))

test('every link that a visitor can find works', async ({ page }) => {
  const crawled = await crawlLinks(page)
  expect([...crawled.keys()]).toEqual(
    expect.arrayContaining([
      ...PUBLIC_PAGES,
      ...['/login', '/signup', '/forgot-password', '/p/:id/:slug', '/skills/:key'],
    ]),
  )
  expectFragmentTargets(crawled)
})

test('every link that a member can find works', async ({ page, context }) => {
  const ada = await signInNewMember(context, 'ada')
  const bob = await insertMember('bob')
  await insertComment(await insertPost(ada), { by: bob, content: 'Does it tick?' })
  await insertConversation(ada, bob, buildMessageFixtures(ada, bob, 3))
  const crawled = await crawlLinks(page)
  expect([...crawled.keys()]).toEqual(
    expect.arrayContaining([
      ...PUBLIC_PAGES,
      ...['/posts', '/posts/create', '/posts/:id', '/posts/edit/:id', '/my-posts', '/settings'],
      ...['/profile', '/profile/:username', '/messages', '/messages/:id'],
    ]),
  )
  expectFragmentTargets(crawled)
})

/** The target of every fragment link exists on the linked page, if that was visited: of all posts and profiles, one is. */
function expectFragmentTargets(crawled: CrawledPages): void {
  for (const [from, { links }] of crawled) {
    for (const link of links.filter(({ hash }) => hash.length > 1)) {
      const target = crawled.get(toRoutePattern(link))
      if (target && target.path !== link.pathname) continue
      expect(target?.ids, `${link.href} on ${from}`).toContain(link.hash.slice(1))
    }
  }
}

import { crawlLinks, toRoutePattern, type CrawledPages } from './crawl-links.ts'
import { signInNewMember, insertPost, insertComment } from './members.ts'
import { buildMessageFixtures, insertMember, insertConversation } from './conversation-fixtures.ts'
import { expect, test } from './base-test.ts'

const PUBLIC_PAGES = [
  ...['/', '/about', '/browse', '/contact', '/help', '/community-guidelines', '/privacy', '/terms'],
  '/cookies',
]

test.beforeEach(() => test.setTimeout(90_000))

test('every link that a visitor can find leads somewhere', async ({ page }) => {
  const places = await crawlLinks(page)
  expect([...places.keys()]).toEqual(
    expect.arrayContaining([...PUBLIC_PAGES, '/login', '/signup', '/forgot-password']),
  )
  expectFragmentTargets(places)
})

test('every link that a member can find leads somewhere', async ({ page, context }) => {
  const ada = await signInNewMember(context, 'ada')
  const bob = await insertMember('bob')
  await insertComment(await insertPost(ada), { by: bob, content: 'Does it tick?' })
  await insertConversation(ada, bob, buildMessageFixtures(ada, bob, 3))
  const places = await crawlLinks(page)
  expect([...places.keys()]).toEqual(
    expect.arrayContaining([
      ...PUBLIC_PAGES,
      ...['/posts', '/posts/create', '/posts/:id', '/posts/edit/:id', '/my-posts', '/settings'],
      ...['/profile', '/profile/:username', '/messages', '/messages/:id'],
    ]),
  )
  expectFragmentTargets(places)
})

/** Whoever follows a link to a part of a page finds that part there. */
function expectFragmentTargets(places: CrawledPages): void {
  for (const [from, { links }] of places) {
    for (const link of links.filter(({ hash }) => hash.length > 1)) {
      expect(places.get(toRoutePattern(link))?.ids, `${link.href} on ${from}`).toContain(
        link.hash.slice(1),
      )
    }
  }
}

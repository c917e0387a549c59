import { crawl, placeOf, type Places } from './crawl.ts'
import { enter, postBy, say } from './members.ts'
import { lines, meet, putBetween } from './said.ts'
import { expect, test } from './visit.ts'

const EVERYBODYS = [
  ...['/', '/about', '/browse', '/contact', '/help', '/community-guidelines', '/privacy', '/terms'],
  '/cookies',
]

test.beforeEach(() => test.setTimeout(90_000))

test('every link that a visitor can find leads somewhere', async ({ page }) => {
  const places = await crawl(page)
  expect([...places.keys()]).toEqual(
    expect.arrayContaining([...EVERYBODYS, '/login', '/signup', '/forgot-password']),
  )
  expectTargets(places)
})

test('every link that a member can find leads somewhere', async ({ page, context }) => {
  const ada = await enter(context, 'ada')
  const bob = await meet('bob')
  await say(await postBy(ada), { by: bob, content: 'Does it tick?' })
  await putBetween(ada, bob, lines(ada, bob, 3))
  const places = await crawl(page)
  expect([...places.keys()]).toEqual(
    expect.arrayContaining([
      ...EVERYBODYS,
      ...['/posts', '/posts/create', '/posts/:id', '/posts/edit/:id', '/my-posts', '/settings'],
      ...['/profile', '/profile/:username', '/messages', '/messages/:id'],
    ]),
  )
  expectTargets(places)
})

/** Whoever follows a link to a part of a page finds that part there. */
function expectTargets(places: Places): void {
  for (const [from, { links }] of places) {
    for (const link of links.filter(({ hash }) => hash.length > 1)) {
      expect(places.get(placeOf(link))?.ids, `${link.href} on ${from}`).toContain(
        link.hash.slice(1),
      )
    }
  }
}

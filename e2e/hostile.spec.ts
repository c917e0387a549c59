import type { Page } from '@playwright/test'
import { answerForExample, expectHarmless, harmOn, watch } from './harm.ts'
import { ADDRESSES, NOT_GITHUB, WEB_ADDRESSES } from './hostile-addresses.ts'
import * as hostile from './hostile-posts.ts'
import { asKept, cut, forAll, isText } from './hostile-posts.ts'
import { TAGS, TEXTS } from './hostile-texts.ts'
import { database, enter, openSession, postBy } from './members.ts'
import { expect, noisyTest, test, untilAlive } from './visit.ts'

test.describe.configure({ timeout: 120_000 })

const POSSIBLE = TEXTS.filter(isText)
const PLANTED = [...ADDRESSES, ...WEB_ADDRESSES].filter(
  (address) => isText(address) && address.length <= 2048,
)

/** A post with something hostile in every field, the links as if nobody had looked at them. */
const POSTS = POSSIBLE.map((text, index) => ({
  title: cut(text, 100),
  body: text,
  github: planted(index),
  demo: planted(index + 1),
  project_url: planted(index + 2),
}))

const isLittle = (text: string) => text.length < 390
const BODIES = hostile.bodiesOf(POSSIBLE.filter(isLittle))
const COMMENTS = POSSIBLE.map((text) => cut(text, 2000))

function planted(index: number): string {
  return PLANTED[index % PLANTED.length] ?? ''
}

noisyTest('on a page that takes them at their word they are found out', async ({ page }) => {
  expect(new Set(TEXTS).size).toBeGreaterThan(700)
  const seen = await watch(page)
  await answerForExample(page)
  for (const tag of TAGS) {
    await page.setContent(tag)
    expect(await harmOn(page), tag).not.toEqual([])
  }
  await page.setContent(TAGS.join(''))
  await expect.poll(() => harmOn(page)).toContain('a script has run')
  const asked = seen.filter((each) => each.startsWith('request: https://evil.example'))
  expect(asked.length).toBeGreaterThan(5)
})

test('texts are kept as they were typed; what is no text is refused', async ({ context }) => {
  const mallory = await enter(context, 'mallory')
  const posts = await hostile.sowPosts(
    mallory,
    TEXTS.map(() => ({})),
  )
  const talk = await postBy(mallory, { id: hostile.oldId() })
  const replies = await forAll(TEXTS, async (text, index) => {
    const draft = { title: cut(text, 100), body: text }
    const edited = await mallory.call('PUT', `/api/posts/${posts[index]?.id}`, draft)
    const comment = { postId: talk.id, content: cut(text, 2000) }
    const said = await mallory.call('POST', '/api/comments', comment)
    return [text, edited.status(), said.status()]
  })
  expect(replies).toEqual(TEXTS.map((text) => (isText(text) ? [text, 200, 201] : [text, 400, 400])))
  expect(POSSIBLE.length).toBeGreaterThan(700)
  expect(TEXTS.length - POSSIBLE.length).toBeGreaterThan(10)

  const kept = await database
    .selectFrom('posts')
    .select(['title', 'body'])
    .where(
      'id',
      'in',
      posts.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  const untouched = { title: 'Harmless', body: 'Harmless' }
  expect(kept).toEqual(
    TEXTS.map((text) =>
      isText(text) ? { title: asKept(cut(text, 100)), body: asKept(text) } : untouched,
    ),
  )
  const said = (await talk.comments()).map(({ content }) => content)
  expect(said.toSorted()).toEqual(POSSIBLE.map((text) => asKept(cut(text, 2000))).toSorted())
})

test('addresses that are not of the web are refused in every field, new or changed', async ({
  context,
}) => {
  const mallory = await enter(context, 'mallory')
  const post = await postBy(mallory, { id: hostile.oldId() })
  const draft = { title: 'Tide', body: 'Clock', type: 'showcase' }
  const send = async (method: string, path: string, links: object) => {
    const reply = await mallory.call(method, path, { ...draft, ...links })
    const { fields = {} } = (await reply.json()) as { fields?: object }
    return [reply.status(), Object.keys(fields).toSorted()]
  }
  const refused = await forAll(ADDRESSES, async (address) => {
    const links = { github: address, demo: address, projectUrl: address }
    const created = await send('POST', '/api/posts', links)
    return [address, created, await send('PUT', `/api/posts/${post.id}`, links)]
  })
  const all = [400, ['demo', 'github', 'projectUrl']]
  expect(refused).toEqual(ADDRESSES.map((address) => [address, all, all]))

  const elsewhere = await forAll(NOT_GITHUB, async (github) =>
    send('POST', '/api/posts', { github }),
  )
  expect(elsewhere).toEqual(NOT_GITHUB.map(() => [400, ['github']]))
  const odd = await forAll(WEB_ADDRESSES, async (demo) =>
    send('PUT', `/api/posts/${post.id}`, { demo, github: demo, projectUrl: demo }),
  )
  expect(odd).toEqual(WEB_ADDRESSES.map(() => [200, []]))
})

for (const [path, view] of [
  ['/browse', 'Grid'],
  ['/posts', 'Grid'],
  ['/my-posts', 'List'],
] as const) {
  test(`${path} shows them as they were typed`, async ({ page, context, browser }) => {
    const seen = await watch(page)
    await using elsewhere = await browser.newContext()
    const mallory = await enter(elsewhere, 'mallory')
    await hostile.sowPosts(mallory, POSTS)
    await hostile.onlyBy(mallory, page)
    if (path === '/browse') await hostile.firstPageBy(mallory, page)
    else await openSession(context, mallory.id)

    const reply = await page.goto(path)
    const policy = reply?.headers()['content-security-policy']
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'")
    await untilAlive(page)
    await page.getByRole('button', { name: view }).click()
    await hostile.unfold(page, POSTS.length)
    const titles = POSTS.map(({ title }) => title).toReversed()
    expect(await page.locator('article h2').allTextContents()).toEqual(titles)
    await expectHarmless(page, seen)
  })
}

test('a post that is read whole is text', async ({ page, context }) => {
  const seen = await watch(page)
  const mallory = await enter(context, 'mallory')
  const posts = await hostile.sowPosts(
    mallory,
    BODIES.map((body, index) => ({ ...POSTS[index * 7], body })),
  )
  for (const { id, title } of posts) {
    await page.goto(`/posts/${id}`)
    await hostile.untilRendered(page)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
    await expectHarmless(page, seen)
  }
})

test('a comment is text', async ({ page, context }) => {
  const seen = await watch(page)
  const mallory = await enter(context, 'mallory')
  await hostile.onlyBy(mallory, page)
  const talk = await postBy(mallory, { id: hostile.oldId(), body: hostile.FIRST })
  await hostile.sowComments(talk, mallory, COMMENTS)
  await page.goto(talk.address)
  const shown = page.locator('li .markdown')
  for (let count = 100; count < COMMENTS.length; count += 100) {
    await expect(shown).toHaveCount(count)
    await page.getByRole('button', { name: 'Load more comments' }).click()
  }
  await expect(shown).toHaveCount(COMMENTS.length)
  await hostile.untilRendered(page)
  await expectHarmless(page, seen)
})

test('a preview is text, also of what is found again after a reload', async ({
  page,
  context,
  isMobile,
}) => {
  const seen = await watch(page)
  await enter(context, 'mallory')
  await page.goto('/posts/create')
  const turn = async (side: string) => {
    if (isMobile) await page.getByRole('tab', { name: side }).click()
  }
  for (const [index, body] of BODIES.entries()) {
    await turn('Write')
    await page.getByLabel('Title').fill(POSTS[index * 11]?.title ?? '')
    await page.getByLabel('Description').fill(body)
    await page.getByLabel('Demo URL').fill(planted(index))
    await turn('Preview')
    await hostile.untilRendered(page)
    await expectHarmless(page, seen)
  }
  await page.reload()
  await turn('Preview')
  await hostile.untilRendered(page)
  await expectHarmless(page, seen)
})

test('forms show them as they were typed', async ({ page, context }) => {
  const seen = await watch(page)
  const mallory = await enter(context, 'mallory')
  await hostile.onlyBy(mallory, page)
  const chosen = POSTS.filter((_, index) => index % 40 === 0)
  const posts = await hostile.sowPosts(mallory, chosen)
  await page.goto('/my-posts')
  for (const post of posts) {
    await page.locator(`[id="edit-${post.id}"]`).click()
    await expectFilled(page, post)
    await expectHarmless(page, seen)
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
  for (const post of posts.slice(0, 5)) {
    await page.goto(`/posts/edit/${post.id}`)
    await expectFilled(page, post)
    await expectHarmless(page, seen)
  }
})

async function expectFilled(page: Page, { title, body }: { title: string; body: string }) {
  // Browsers put every line on one, and end lines in one way.
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(
    title.replaceAll(/[\r\n]/g, ''),
  )
  const field = page.getByRole('textbox', { name: /^(Description|Content)/ })
  await expect(field).toHaveValue(body.replaceAll(/\r\n?/g, '\n'))
}

test('what is searched for is text, in the box and where it is found', async ({
  page,
  context,
}) => {
  const seen = await watch(page)
  const mallory = await enter(context, 'mallory')
  await hostile.onlyBy(mallory, page)
  const wanted = POSSIBLE.filter((text) => asKept(text).length <= 100)
  const titles = wanted.filter((_, index) => index % 50 === 0)
  for (const [index, title] of titles.entries()) {
    const post = await postBy(mallory, { id: hostile.oldId(), title })
    // A page that is loaded for each of them would take most of the time.
    if (index % 4 === 0) await page.goto(`/posts?${new URLSearchParams({ q: title })}`)
    else await page.evaluate(typeInAddressBar, [title])
    await expect(page.locator(`[id="post-${post.id}"]`)).toBeVisible()
    await expect(page.locator(`[id="post-${post.id}"] mark`).first()).toBeVisible()
    await expectHarmless(page, seen)
  }
  for (const [remainder, path] of ['/browse', '/posts'].entries()) {
    const typed = wanted.filter((_, index) => index % 2 === remainder)
    await page.goto(path)
    await page.getByRole('article').first().waitFor()
    await untilAlive(page)
    expect(await page.evaluate(typeInAddressBar, typed)).toEqual(
      typed.map((text) => asKept(text).replaceAll(/[\r\n]/g, '')),
    )
    await expectHarmless(page, seen)
  }
})

/** One after the other, as if typed there, without loading the page anew; gives what stands in the search box. */
async function typeInAddressBar(all: string[]): Promise<string[]> {
  const box = document.querySelector<HTMLInputElement>('input[type=search]')
  const shown: string[] = []
  for (const q of all) {
    const before = box?.value
    history.pushState(null, '', `?${new URLSearchParams({ q })}`)
    dispatchEvent(new PopStateEvent('popstate'))
    for (let frame = 0; frame < 100 && box?.value === before; frame += 1) {
      await new Promise(requestAnimationFrame)
    }
    shown.push(box?.value ?? '')
  }
  return shown
}

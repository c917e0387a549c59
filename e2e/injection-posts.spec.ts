import type { Page } from '@playwright/test'
import {
  answerForExample,
  expectNoInjection,
  findInjectedContent,
  recordPageViolations,
} from './injection-detector.ts'
import { UNSAFE_URLS, NON_GITHUB_URLS, UNUSUAL_WEB_URLS } from './injection-urls.ts'
import * as hostile from './injection-fixtures.ts'
import {
  normalizeText,
  truncateText,
  mapConcurrently,
  isStorableText,
} from './injection-fixtures.ts'
import { HTML_PAYLOADS, INJECTION_PAYLOADS } from './injection-payloads.ts'
import { database, signInNewMember, openSession, insertPost } from './members.ts'
import { expect, testIgnoringConsole, test, waitForHydration } from './base-test.ts'

test.describe.configure({ timeout: 120_000 })

const STORABLE_PAYLOADS = INJECTION_PAYLOADS.filter(isStorableText)
const STORABLE_URLS = [...UNSAFE_URLS, ...UNUSUAL_WEB_URLS].filter(
  (address) => isStorableText(address) && address.length <= 2048,
)

/** A post with something hostile in every field, the links as if nobody had looked at them. */
const POSTS = STORABLE_PAYLOADS.map((text, index) => ({
  title: truncateText(text, 100),
  body: text,
  github: pickStorableUrl(index),
  demo: pickStorableUrl(index + 1),
  project_url: pickStorableUrl(index + 2),
}))

const isShortText = (text: string) => text.length < 390
const BODIES = hostile.packIntoBodies(STORABLE_PAYLOADS.filter(isShortText))
const COMMENTS = STORABLE_PAYLOADS.map((text) => truncateText(text, 2000))

function pickStorableUrl(index: number): string {
  return STORABLE_URLS[index % STORABLE_URLS.length] ?? ''
}

testIgnoringConsole(
  'on a page that takes them at their word they are found out',
  async ({ page }) => {
    expect(new Set(INJECTION_PAYLOADS).size).toBeGreaterThan(700)
    const seen = await recordPageViolations(page)
    await answerForExample(page)
    for (const tag of HTML_PAYLOADS) {
      await page.setContent(tag)
      expect(await findInjectedContent(page), tag).not.toEqual([])
    }
    await page.setContent(HTML_PAYLOADS.join(''))
    await expect.poll(() => findInjectedContent(page)).toContain('a script has run')
    const asked = seen.filter((each) => each.startsWith('request: https://evil.example'))
    expect(asked.length).toBeGreaterThan(5)
  },
)

test('texts are kept as they were typed; what is no text is refused', async ({ context }) => {
  const mallory = await signInNewMember(context, 'mallory')
  const posts = await hostile.insertPosts(
    mallory,
    INJECTION_PAYLOADS.map(() => ({})),
  )
  const talk = await insertPost(mallory, { id: hostile.createPastId() })
  const replies = await mapConcurrently(INJECTION_PAYLOADS, async (text, index) => {
    const draft = { title: truncateText(text, 100), body: text }
    const edited = await mallory.call('PUT', `/api/posts/${posts[index]?.id}`, draft)
    const comment = { postId: talk.id, content: truncateText(text, 2000) }
    const said = await mallory.call('POST', '/api/comments', comment)
    return [text, edited.status(), said.status()]
  })
  expect(replies).toEqual(
    INJECTION_PAYLOADS.map((text) => (isStorableText(text) ? [text, 200, 201] : [text, 400, 400])),
  )
  expect(STORABLE_PAYLOADS.length).toBeGreaterThan(700)
  expect(INJECTION_PAYLOADS.length - STORABLE_PAYLOADS.length).toBeGreaterThan(10)

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
    INJECTION_PAYLOADS.map((text) =>
      isStorableText(text)
        ? { title: normalizeText(truncateText(text, 100)), body: normalizeText(text) }
        : untouched,
    ),
  )
  const said = (await talk.readComments()).map(({ content }) => content)
  expect(said.toSorted()).toEqual(
    STORABLE_PAYLOADS.map((text) => normalizeText(truncateText(text, 2000))).toSorted(),
  )
})

test('addresses that are not of the web are refused in every field, new or changed', async ({
  context,
}) => {
  const mallory = await signInNewMember(context, 'mallory')
  const post = await insertPost(mallory, { id: hostile.createPastId() })
  const draft = { title: 'Tide', body: 'Clock', type: 'showcase' }
  const send = async (method: string, path: string, links: object) => {
    const reply = await mallory.call(method, path, { ...draft, ...links })
    const { fields = {} } = (await reply.json()) as { fields?: object }
    return [reply.status(), Object.keys(fields).toSorted()]
  }
  const refused = await mapConcurrently(UNSAFE_URLS, async (address) => {
    const links = { github: address, demo: address, projectUrl: address }
    const created = await send('POST', '/api/posts', links)
    return [address, created, await send('PUT', `/api/posts/${post.id}`, links)]
  })
  const all = [400, ['demo', 'github', 'projectUrl']]
  expect(refused).toEqual(UNSAFE_URLS.map((address) => [address, all, all]))

  const elsewhere = await mapConcurrently(NON_GITHUB_URLS, async (github) =>
    send('POST', '/api/posts', { github }),
  )
  expect(elsewhere).toEqual(NON_GITHUB_URLS.map(() => [400, ['github']]))
  const odd = await mapConcurrently(UNUSUAL_WEB_URLS, async (demo) =>
    send('PUT', `/api/posts/${post.id}`, { demo, github: demo, projectUrl: demo }),
  )
  expect(odd).toEqual(UNUSUAL_WEB_URLS.map(() => [200, []]))
})

for (const [path, view] of [
  ['/browse', 'Grid'],
  ['/posts', 'Grid'],
  ['/my-posts', 'List'],
] as const) {
  test(`${path} shows them as they were typed`, async ({ page, context, browser }) => {
    const seen = await recordPageViolations(page)
    await using elsewhere = await browser.newContext()
    const mallory = await signInNewMember(elsewhere, 'mallory')
    await hostile.insertPosts(mallory, POSTS)
    await hostile.showOnlyPostsBy(mallory, page)
    if (path === '/browse') await hostile.serveFirstPageBy(mallory, page)
    else await openSession(context, mallory.id)

    const reply = await page.goto(path)
    const policy = reply?.headers()['content-security-policy']
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'")
    await waitForHydration(page)
    await page.getByRole('button', { name: view }).click()
    await hostile.loadAllCards(page, POSTS.length)
    const titles = POSTS.map(({ title }) => title).toReversed()
    expect(await page.locator('article h2').allTextContents()).toEqual(titles)
    await expectNoInjection(page, seen)
  })
}

test('a post that is read whole is text', async ({ page, context }) => {
  const seen = await recordPageViolations(page)
  const mallory = await signInNewMember(context, 'mallory')
  const posts = await hostile.insertPosts(
    mallory,
    BODIES.map((body, index) => ({ ...POSTS[index * 7], body })),
  )
  for (const { id, title } of posts) {
    await page.goto(`/posts/${id}`)
    await hostile.waitForMarkdown(page)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
    await expectNoInjection(page, seen)
  }
})

test('a comment is text', async ({ page, context }) => {
  const seen = await recordPageViolations(page)
  const mallory = await signInNewMember(context, 'mallory')
  await hostile.showOnlyPostsBy(mallory, page)
  const talk = await insertPost(mallory, {
    id: hostile.createPastId(),
    body: hostile.RENDER_MARKER,
  })
  await hostile.insertComments(talk, mallory, COMMENTS)
  await page.goto(talk.path)
  const shown = page.locator('li .markdown')
  for (let count = 100; count < COMMENTS.length; count += 100) {
    await expect(shown).toHaveCount(count)
    await page.getByRole('button', { name: 'Load more comments' }).click()
  }
  await expect(shown).toHaveCount(COMMENTS.length)
  await hostile.waitForMarkdown(page)
  await expectNoInjection(page, seen)
})

test('a preview is text, also of what is found again after a reload', async ({
  page,
  context,
  isMobile,
}) => {
  const seen = await recordPageViolations(page)
  await signInNewMember(context, 'mallory')
  await page.goto('/posts/create')
  const turn = async (side: string) => {
    if (isMobile) await page.getByRole('tab', { name: side }).click()
  }
  for (const [index, body] of BODIES.entries()) {
    await turn('Write')
    await page.getByLabel('Title').fill(POSTS[index * 11]?.title ?? '')
    await page.getByLabel('Description').fill(body)
    await page.getByLabel('Demo URL').fill(pickStorableUrl(index))
    await turn('Preview')
    await hostile.waitForMarkdown(page)
    await expectNoInjection(page, seen)
  }
  await page.reload()
  await turn('Preview')
  await hostile.waitForMarkdown(page)
  await expectNoInjection(page, seen)
})

test('forms show them as they were typed', async ({ page, context }) => {
  const seen = await recordPageViolations(page)
  const mallory = await signInNewMember(context, 'mallory')
  await hostile.showOnlyPostsBy(mallory, page)
  const chosen = POSTS.filter((_, index) => index % 40 === 0)
  const posts = await hostile.insertPosts(mallory, chosen)
  await page.goto('/my-posts')
  for (const post of posts) {
    await page.locator(`[id="edit-${post.id}"]`).click()
    await expectPostFormFilled(page, post)
    await expectNoInjection(page, seen)
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
  for (const post of posts.slice(0, 5)) {
    await page.goto(`/posts/edit/${post.id}`)
    await expectPostFormFilled(page, post)
    await expectNoInjection(page, seen)
  }
})

async function expectPostFormFilled(page: Page, { title, body }: { title: string; body: string }) {
  // Browsers put every line on one, and end lines in one way.
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(
    title.replaceAll(/[\r\n]/g, ''),
  )
  const field = page.getByRole('textbox', { name: /^(Description|Content)/ })
  await expect(field).toHaveValue(body.replaceAll(/\r\n?/g, '\n'))
}

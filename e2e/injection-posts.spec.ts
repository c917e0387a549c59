import type { Page } from '@playwright/test'
import {
  stubExampleHosts,
  expectNoInjection,
  findInjectedContent,
  recordPageViolations,
} from './injection-detector.ts'
import { UNSAFE_URLS, NON_GITHUB_URLS, UNUSUAL_WEB_URLS } from './injection-urls.ts'
import * as fixtures from './injection-fixtures.ts'
import {
  normalizeText,
  truncateText,
  mapConcurrently,
  splitIntoParts,
  isStorableText,
} from './injection-fixtures.ts'
import { HTML_PAYLOADS, INJECTION_PAYLOADS } from './injection-payloads.ts'
import { database, signInNewMember, openSession, insertPost } from './members.ts'
import { expect, testIgnoringConsole, test, waitForHydration } from './base-test.ts'

test.describe.configure({ timeout: 120_000 })

const STORABLE_PAYLOADS = INJECTION_PAYLOADS.filter(isStorableText)
const STORABLE_URLS = [...UNSAFE_URLS, ...UNUSUAL_WEB_URLS].filter(
  (url) => isStorableText(url) && url.length <= 2048,
)

/** Posts with a payload in every field, including links that the API would refuse. */
const POSTS = STORABLE_PAYLOADS.map((text, index) => ({
  title: truncateText(text, 100),
  body: text,
  github: pickStorableUrl(index),
  demo: pickStorableUrl(index + 1),
  project_url: pickStorableUrl(index + 2),
}))

const isShortText = (text: string) => text.length < 390
const BODIES = fixtures.packIntoBodies(STORABLE_PAYLOADS.filter(isShortText))
const COMMENTS = STORABLE_PAYLOADS.map((text) => truncateText(text, 2000))

function pickStorableUrl(index: number): string {
  return STORABLE_URLS[index % STORABLE_URLS.length] ?? ''
}

testIgnoringConsole(
  'the detector finds every payload on a page that renders it as HTML',
  async ({ page }) => {
    expect(new Set(INJECTION_PAYLOADS).size).toBeGreaterThan(700)
    const violations = await recordPageViolations(page)
    await stubExampleHosts(page)
    for (const tag of HTML_PAYLOADS) {
      await page.setContent(tag)
      expect(await findInjectedContent(page), tag).not.toEqual([])
    }
    await page.setContent(HTML_PAYLOADS.join(''))
    await expect.poll(() => findInjectedContent(page)).toContain('a script has run')
    const attackerRequests = violations.filter((each) =>
      each.startsWith('request: https://evil.example'),
    )
    expect(attackerRequests.length).toBeGreaterThan(5)
  },
)

test('texts are stored as typed; unstorable texts are refused', async ({ context }) => {
  const mallory = await signInNewMember(context, 'mallory')
  const posts = await fixtures.insertPosts(
    mallory,
    INJECTION_PAYLOADS.map(() => ({})),
  )
  const post = await insertPost(mallory, { id: fixtures.createPastId() })
  const replies = await mapConcurrently(INJECTION_PAYLOADS, async (text, index) => {
    const draft = { title: truncateText(text, 100), body: text }
    const edited = await mallory.call('PUT', `/api/posts/${posts[index]?.id}`, draft)
    const comment = { postId: post.id, content: truncateText(text, 2000) }
    const created = await mallory.call('POST', '/api/comments', comment)
    return [text, edited.status(), created.status()]
  })
  expect(replies).toEqual(
    INJECTION_PAYLOADS.map((text) => (isStorableText(text) ? [text, 200, 201] : [text, 400, 400])),
  )
  expect(STORABLE_PAYLOADS.length).toBeGreaterThan(700)
  expect(INJECTION_PAYLOADS.length - STORABLE_PAYLOADS.length).toBeGreaterThan(10)

  const storedPosts = await database
    .selectFrom('posts')
    .select(['title', 'body'])
    .where(
      'id',
      'in',
      posts.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  const unchanged = { title: 'Harmless', body: 'Harmless' }
  expect(storedPosts).toEqual(
    INJECTION_PAYLOADS.map((text) =>
      isStorableText(text)
        ? { title: normalizeText(truncateText(text, 100)), body: normalizeText(text) }
        : unchanged,
    ),
  )
  const storedComments = (await post.readComments()).map(({ content }) => content)
  expect(storedComments.toSorted()).toEqual(
    STORABLE_PAYLOADS.map((text) => normalizeText(truncateText(text, 2000))).toSorted(),
  )
})

test('unsafe URLs are refused in every field of new and edited posts', async ({ context }) => {
  const mallory = await signInNewMember(context, 'mallory')
  const post = await insertPost(mallory, { id: fixtures.createPastId() })
  const draft = { title: 'Tide', body: 'Clock', type: 'showcase' }
  const send = async (method: string, path: string, links: object) => {
    const reply = await mallory.call(method, path, { ...draft, ...links })
    const { fields = {} } = (await reply.json()) as { fields?: object }
    return [reply.status(), Object.keys(fields).toSorted()]
  }
  const refused = await mapConcurrently(UNSAFE_URLS, async (url) => {
    const links = { github: url, demo: url, projectUrl: url }
    const created = await send('POST', '/api/posts', links)
    return [url, created, await send('PUT', `/api/posts/${post.id}`, links)]
  })
  const expectedReply = [400, ['demo', 'github', 'projectUrl']]
  expect(refused).toEqual(UNSAFE_URLS.map((url) => [url, expectedReply, expectedReply]))

  const nonGithub = await mapConcurrently(NON_GITHUB_URLS, async (github) =>
    send('POST', '/api/posts', { github }),
  )
  expect(nonGithub).toEqual(NON_GITHUB_URLS.map(() => [400, ['github']]))
  const unusual = await mapConcurrently(UNUSUAL_WEB_URLS, async (demo) =>
    send('PUT', `/api/posts/${post.id}`, { demo, github: demo, projectUrl: demo }),
  )
  expect(unusual).toEqual(UNUSUAL_WEB_URLS.map(() => [200, []]))
})

/** Half of the posts per test, so that two workers share them: the cost of another page grows with the number of cards shown. */
const POST_HALVES = splitIntoParts(POSTS, Math.ceil(POSTS.length / 2))

for (const [path, view] of [
  ['/browse', 'Grid'],
  ['/posts', 'Grid'],
  ['/my-posts', 'List'],
] as const) {
  for (const [index, half] of POST_HALVES.entries()) {
    test(`${path} shows payloads as plain text, half ${index + 1}`, async ({
      page,
      context,
      browser,
    }) => {
      const violations = await recordPageViolations(page)
      await using otherContext = await browser.newContext()
      const mallory = await signInNewMember(otherContext, 'mallory')
      await fixtures.insertPosts(mallory, half)
      await fixtures.showOnlyPostsBy(mallory, page)
      if (path === '/browse') await fixtures.serveFirstPageBy(mallory, page)
      else await openSession(context, mallory.id)

      const reply = await page.goto(path)
      const policy = reply?.headers()['content-security-policy']
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("require-trusted-types-for 'script'")
      await waitForHydration(page)
      await page.getByRole('button', { name: view }).click()
      await fixtures.loadAllCards(page, half.length)
      // The first cards of /browse are in the document, in which the HTML parser normalizes line breaks.
      const toShownText = (title: string) =>
        path === '/browse' ? title.replaceAll(/\r\n?/g, '\n') : title
      const shown = await page.locator('article h2').allTextContents()
      expect(shown.map(toShownText)).toEqual(
        half.map(({ title }) => toShownText(title)).toReversed(),
      )
      await expectNoInjection(page, violations)
    })
  }
}

test('a full post renders payloads harmlessly', async ({ page, context }) => {
  const violations = await recordPageViolations(page)
  const mallory = await signInNewMember(context, 'mallory')
  const posts = await fixtures.insertPosts(
    mallory,
    BODIES.map((body, index) => ({ ...POSTS[index * 7], body })),
  )
  for (const { id, title } of posts) {
    await page.goto(`/posts/${id}`)
    await fixtures.waitForMarkdown(page)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
    await expectNoInjection(page, violations)
  }
})

/** As many comments per post as make two pages: the cost of loading another page grows with the number of those shown. */
const COMMENTS_PER_POST = 180
/** Half of the comments per test, so that two workers share them. */
const COMMENT_HALVES = splitIntoParts(COMMENTS, Math.ceil(COMMENTS.length / 2))

for (const [index, half] of COMMENT_HALVES.entries()) {
  test(`comments render payloads harmlessly, half ${index + 1}`, async ({ page, context }) => {
    const violations = await recordPageViolations(page)
    const mallory = await signInNewMember(context, 'mallory')
    await fixtures.showOnlyPostsBy(mallory, page)
    for (const comments of splitIntoParts(half, COMMENTS_PER_POST)) {
      const post = await insertPost(mallory, {
        id: fixtures.createPastId(),
        body: fixtures.RENDER_MARKER,
      })
      await fixtures.insertComments(post, mallory, comments)
      await page.goto(post.path)
      const renderedComments = page.locator('li .markdown')
      await expect(renderedComments).toHaveCount(100)
      await page.locator('button', { hasText: 'Load more comments' }).click()
      await expect(renderedComments).toHaveCount(comments.length)
      await fixtures.waitForMarkdown(page)
      await expectNoInjection(page, violations)
    }
  })
}

test('a preview renders payloads harmlessly, also of a draft restored after a reload', async ({
  page,
  context,
  isMobile,
}) => {
  const violations = await recordPageViolations(page)
  await signInNewMember(context, 'mallory')
  await page.goto('/posts/create')
  const switchTab = async (side: string) => {
    if (isMobile) await page.getByRole('tab', { name: side }).click()
  }
  for (const [index, body] of BODIES.entries()) {
    await switchTab('Write')
    await page.getByLabel('Title').fill(POSTS[index * 11]?.title ?? '')
    await page.getByLabel('Description').fill(body)
    await page.getByLabel('Demo URL').fill(pickStorableUrl(index))
    await switchTab('Preview')
    await fixtures.waitForMarkdown(page)
    await expectNoInjection(page, violations)
  }
  await page.reload()
  await switchTab('Preview')
  await fixtures.waitForMarkdown(page)
  await expectNoInjection(page, violations)
})

test('edit forms show payloads as typed', async ({ page, context }) => {
  const violations = await recordPageViolations(page)
  const mallory = await signInNewMember(context, 'mallory')
  await fixtures.showOnlyPostsBy(mallory, page)
  const sample = POSTS.filter((_, index) => index % 40 === 0)
  const posts = await fixtures.insertPosts(mallory, sample)
  await page.goto('/my-posts')
  for (const post of posts) {
    await page.locator(`[id="edit-${post.id}"]`).click()
    await expectPostFormFilled(page, post)
    await expectNoInjection(page, violations)
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
  for (const post of posts.slice(0, 5)) {
    await page.goto(`/posts/edit/${post.id}`)
    await expectPostFormFilled(page, post)
    await expectNoInjection(page, violations)
  }
})

async function expectPostFormFilled(page: Page, { title, body }: { title: string; body: string }) {
  // Browsers remove line breaks from inputs and normalize them in textareas.
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(
    title.replaceAll(/[\r\n]/g, ''),
  )
  const field = page.getByRole('textbox', { name: /^(Description|Content)/ })
  await expect(field).toHaveValue(body.replaceAll(/\r\n?/g, '\n'))
}

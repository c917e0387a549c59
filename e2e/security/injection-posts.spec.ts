import {
  HTML_PAYLOADS,
  INJECTION_PAYLOADS,
  isStorableText,
  PAYLOADS_MIN,
  truncateText,
} from '@dolph/api/testing/injection/injection-payloads'
import { UNSAFE_URLS, UNUSUAL_WEB_URLS } from '@dolph/api/testing/injection/injection-urls'
import type { Page } from '@playwright/test'
import {
  stubExampleHosts,
  expectNoInjection,
  findInjectedContent,
  recordPageViolations,
} from '../support/injection-detector.ts'
import * as fixtures from './injection-fixtures.ts'
import { splitIntoParts } from './injection-fixtures.ts'
import { signInNewMember, openSession, insertPost } from '../support/members.ts'
import { expect, testIgnoringConsole, test, waitForHydration } from '../support/base-test.ts'

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
    expect(new Set(INJECTION_PAYLOADS).size).toBeGreaterThan(PAYLOADS_MIN)
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

/** As many posts as a test shows in the long form: the cost of another page grows with the number of cards shown. */
const POSTS_PER_TEST = 360

for (const [path, view] of [
  ['/browse', 'Grid'],
  ['/posts', 'Grid'],
  ['/my-posts', 'List'],
] as const) {
  for (const [index, part] of splitIntoParts(POSTS, POSTS_PER_TEST).entries()) {
    test(`${path} shows payloads as plain text, part ${index + 1}`, async ({
      page,
      context,
      browser,
    }) => {
      const violations = await recordPageViolations(page)
      await using otherContext = await browser.newContext()
      const mallory = await signInNewMember(otherContext, 'mallory')
      await fixtures.insertPosts(mallory, part)
      await fixtures.showOnlyPostsBy(mallory, page)
      if (path === '/browse') await fixtures.serveFirstPageBy(mallory, page)
      else await openSession(context, mallory.id)

      const reply = await page.goto(path)
      const policy = reply?.headers()['content-security-policy']
      expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
      expect(policy).toContain("require-trusted-types-for 'script'")
      await waitForHydration(page)
      await page.getByRole('button', { name: view }).click()
      await fixtures.loadAllCards(page, part.length)
      // The first cards of /browse are in the document, in which the HTML parser normalizes line breaks.
      const toShownText = (title: string) =>
        path === '/browse' ? title.replaceAll(/\r\n?/g, '\n') : title
      const shown = await page.locator('article h2').allTextContents()
      expect(shown.map(toShownText)).toEqual(
        part.map(({ title }) => toShownText(title)).toReversed(),
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

for (const [index, part] of splitIntoParts(COMMENTS, 2 * COMMENTS_PER_POST).entries()) {
  test(`comments render payloads harmlessly, part ${index + 1}`, async ({ page, context }) => {
    const violations = await recordPageViolations(page)
    const mallory = await signInNewMember(context, 'mallory')
    await fixtures.showOnlyPostsBy(mallory, page)
    for (const comments of splitIntoParts(part, COMMENTS_PER_POST)) {
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
}) => {
  const violations = await recordPageViolations(page)
  await signInNewMember(context, 'mallory')
  await page.goto('/posts/create')
  for (const [index, body] of BODIES.entries()) {
    await page.getByLabel('Title').fill(POSTS[index * 11]?.title ?? '')
    await page.getByLabel('Content').fill(body)
    await page.getByLabel('Demo URL').fill(pickStorableUrl(index))
    await fixtures.waitForMarkdown(page)
    await expectNoInjection(page, violations)
  }
  await page.reload()
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
  const field = page.getByRole('textbox', { name: 'Content' })
  await expect(field).toHaveValue(body.replaceAll(/\r\n?/g, '\n'))
}

import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { serveFirstPage } from '../support/first-page.ts'
import { database, type Member, type PostFixture } from '../support/members.ts'
import { expect } from '../support/base-test.ts'

interface PostRowFields {
  title?: string
  body?: string
  github?: string
  demo?: string
  project_url?: string
}

/** Inserts posts into the database without the API's validation, oldest first. */
export async function insertPosts({ id: author }: Pick<Member, 'id'>, posts: PostRowFields[]) {
  const start = randomPastTime()
  const rows = posts.map((fields, index) => ({
    id: createIdAt(start + index),
    author_id: author,
    type: 'other' as const,
    title: 'Harmless',
    body: 'Harmless',
    github: '',
    demo: '',
    project_url: '',
    ...fields,
  }))
  await database.insertInto('posts').values(rows).execute()
  await database
    .insertInto('post_stats')
    .values(rows.map(({ id }) => ({ post_id: id })))
    .execute()
  return rows
}

const THREE_YEARS_MS = 3 * 365 * 86_400_000

/** So long ago that these posts do not appear on other tests' first pages. */
function randomPastTime(): number {
  return Date.now() - THREE_YEARS_MS - Math.floor(Math.random() * THREE_YEARS_MS)
}

export function createPastId(): string {
  return createIdAt(randomPastTime())
}

function createIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`
}

/**
 * Restricts the page's post lists to this member, a hundred posts per request. The page's own fetch is patched: routing each
 * request through the test process costs more time than the page's own work.
 */
export async function showOnlyPostsBy({ id }: Pick<Member, 'id'>, page: Page): Promise<void> {
  await page.addInitScript(
    ({ author, pattern }) => {
      const fetch = window.fetch.bind(window)
      window.fetch = async (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input, location.origin)
        if (!new RegExp(pattern).test(url.href)) return fetch(input, init)
        if (url.pathname.endsWith('/browse')) url.searchParams.set('author', author)
        url.searchParams.set('limit', '100')
        return fetch(url, init)
      }
    },
    { author: id, pattern: LIST_ENDPOINTS.source },
  )
}

const LIST_ENDPOINTS = /\/api\/(posts\/browse|posts\/user\/me|comments\/post\/)/

function restrictToAuthor(requestUrl: string, author: string): string {
  const url = new URL(requestUrl)
  if (url.pathname.endsWith('/browse')) url.searchParams.set('author', author)
  url.searchParams.set('limit', '100')
  return url.href
}

/** Serves a document of /browse with the newest hundred posts of this member. */
export async function serveFirstPageBy({ id }: Pick<Member, 'id'>, page: Page): Promise<void> {
  await serveFirstPage(page, { postsPath: `/api/posts/browse?author=${id}&limit=100` })
}

/**
 * As `showOnlyPostsBy`, with every username in the replies replaced, as if the API had accepted these names. Returns a function
 * that counts the names used so far.
 */
export async function showPostsWithUsernames(
  { id }: Pick<Member, 'id'>,
  page: Page,
  names: string[],
) {
  let usedCount = 0
  const rename = (key: string, value: unknown) =>
    key === 'userName' ? names[(usedCount += 1) % names.length] : value
  await page.route(/\/api\/(posts\/|comments\/|users\/me)/, async (route) => {
    const requested = route.request().url()
    const response = await route.fetch({
      url: LIST_ENDPOINTS.test(requested) ? restrictToAuthor(requested, id) : requested,
    })
    const body = JSON.stringify(JSON.parse(await response.text(), rename))
    await route.fulfill({ response, body })
  })
  return () => usedCount
}

/**
 * Loads a list to its end, until it shows `count` cards. Located by CSS: a locator by role computes the role of every element, and
 * a list of hundreds of cards has tens of thousands.
 */
export async function loadAllCards(page: Page, count: number): Promise<void> {
  const cards = page.locator('article')
  await expect(async () => {
    const loadMore = page.locator('button', { hasText: 'Load more' })
    if (await loadMore.isVisible()) await loadMore.click()
    await cards.last().scrollIntoViewIfNeeded()
    expect(await cards.count()).toBe(count)
  }).toPass({ intervals: [50] })
}

/** Inserts comments on a post without the API's validation. */
export async function insertComments(
  post: Pick<PostFixture, 'id'>,
  by: Pick<Member, 'id'>,
  texts: string[],
) {
  const row = { post_id: post.id, author_id: by.id }
  await database
    .insertInto('comments')
    .values(texts.map((content) => ({ ...row, content })))
    .execute()
  await database
    .updateTable('post_stats')
    .set({ comment_count: texts.length })
    .where('post_id', '=', post.id)
    .execute()
}

/** Markdown whose result shows that the lazily loaded renderer and syntax highlighter are ready. */
export const RENDER_MARKER = '```ts\nconst ready = 1\n```\n\n**Rendered &copy;**'

/** Joins texts into as few post bodies as the length limit allows. */
export function packIntoBodies(texts: string[]): string[] {
  const bodies: string[] = []
  let body = RENDER_MARKER
  for (const text of texts) {
    const isFull = [...body, ...text].length + 2 > 5000
    if (isFull) bodies.push(body)
    body = `${isFull ? RENDER_MARKER : body}\n\n${text}`
  }
  return [...bodies, body]
}

export function splitIntoParts<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let start = 0; start < items.length; start += size)
    parts.push(items.slice(start, start + size))
  return parts
}

/** Waits for the lazily loaded Markdown renderer and syntax highlighter. */
export async function waitForMarkdown(page: Page): Promise<void> {
  await expect(page.locator('.markdown strong', { hasText: 'Rendered ©' }).first()).toBeVisible()
  await expect(page.locator('.markdown .hljs-keyword').first()).toBeVisible()
}

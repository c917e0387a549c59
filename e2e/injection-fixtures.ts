import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { serveFirstPage } from './first-page.ts'
import { database, type Member, type PostFixture } from './members.ts'
import { expect } from './base-test.ts'

interface PostRowFields {
  title?: string
  body?: string
  github?: string
  demo?: string
  project_url?: string
}

/** Puts posts straight into the database, whatever they say. Oldest first. */
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

const YEARS_MS = 3 * 365 * 86_400_000

/** So long that nobody meets such posts who does not look for them. */
function randomPastTime(): number {
  return Date.now() - YEARS_MS - Math.floor(Math.random() * YEARS_MS)
}

export function createPastId(): string {
  return createIdAt(randomPastTime())
}

function createIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`
}

/**
 * Lists on this page are of this member's posts only, and long. The page itself asks for them so: a request that passes through
 * the test costs more than the page's own work.
 */
export async function showOnlyPostsBy({ id }: Pick<Member, 'id'>, page: Page): Promise<void> {
  await page.addInitScript(
    ({ author, lists }) => {
      const fetch = window.fetch.bind(window)
      window.fetch = async (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input, location.origin)
        if (!new RegExp(lists).test(url.href)) return fetch(input, init)
        if (url.pathname.endsWith('/browse')) url.searchParams.set('author', author)
        url.searchParams.set('limit', '100')
        return fetch(url, init)
      }
    },
    { author: id, lists: LIST_ENDPOINTS.source },
  )
}

const LIST_ENDPOINTS = /\/api\/(posts\/browse|posts\/user\/me|comments\/post\/)/

function restrictToAuthor(address: string, author: string): string {
  const url = new URL(address)
  if (url.pathname.endsWith('/browse')) url.searchParams.set('author', author)
  url.searchParams.set('limit', '100')
  return url.href
}

/** The document of /browse has the newest hundred of this member's posts. */
export async function serveFirstPageBy({ id }: Pick<Member, 'id'>, page: Page): Promise<void> {
  await serveFirstPage(page, { posts: `/api/posts/browse?author=${id}&limit=100` })
}

/**
 * As with `onlyBy`, and everybody who is mentioned has another name, as if the API had let it in. Gives the number of names
 * that were used.
 */
export async function showPostsWithUsernames(
  { id }: Pick<Member, 'id'>,
  page: Page,
  names: string[],
) {
  let used = 0
  const rename = (key: string, value: unknown) =>
    key === 'userName' ? names[(used += 1) % names.length] : value
  await page.route(/\/api\/(posts\/|comments\/|users\/me)/, async (route) => {
    const asked = route.request().url()
    const response = await route.fetch({
      url: LIST_ENDPOINTS.test(asked) ? restrictToAuthor(asked, id) : asked,
    })
    const body = JSON.stringify(JSON.parse(await response.text(), rename))
    await route.fulfill({ response, body })
  })
  return () => used
}

/** Reads a list to its end. */
export async function loadAllCards(page: Page, count: number): Promise<void> {
  const cards = page.getByRole('article')
  await expect(async () => {
    const more = page.getByRole('button', { name: 'Load More' })
    if (await more.isVisible()) await more.click()
    await cards.last().scrollIntoViewIfNeeded()
    expect(await cards.count()).toBe(count)
  }).toPass({ intervals: [50], timeout: 60_000 })
}

/** Puts comments under a post, whatever they say. */
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

/** Shows when everything that comes later is there: the renderer and the colours of code. */
export const RENDER_MARKER = '```ts\nconst ready = 1\n```\n\n**Rendered &copy;**'

/** Several texts in one, as many as a post can hold. */
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

export function truncateText(text: string, max: number): string {
  return [...text].slice(0, max).join('')
}

/** The one form in which a text is kept. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').trim()
}

/** PostgreSQL keeps neither half a character nor none. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u{0000}')
}

/** One after the other, a few at a time. */
export async function mapConcurrently<T, R>(
  all: readonly T[],
  deed: (each: T, index: number) => Promise<R>,
) {
  const results: R[] = []
  const left = all.entries()
  const work = async () => {
    for (const [index, each] of left) results[index] = await deed(each, index)
  }
  await Promise.all(Array.from({ length: 6 }, work))
  return results
}

/** Markdown and its colours come after the page. */
export async function waitForMarkdown(page: Page): Promise<void> {
  await expect(page.locator('.markdown strong', { hasText: 'Rendered ©' }).first()).toBeVisible()
  await expect(page.locator('.markdown .hljs-keyword').first()).toBeVisible()
}

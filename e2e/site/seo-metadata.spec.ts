import { renderAtomDocument } from '@dolph/api/features/posts/atom-feed/atom-document'
import type { APIRequestContext, APIResponse, Page } from '@playwright/test'
import { HTML_PAYLOADS } from '@dolph/api/testing/injection/injection-payloads'
import { ORIGIN } from '../support/ports.ts'
import { expect, test } from '../support/base-test.ts'

const PNG_SIZE_OFFSET = 16
const UNLISTED_PATHS = [
  '/forgot-password',
  '/check-email',
  '/verify-email',
  '/choose-username',
  '/posts',
  '/messages',
  '/posts/some-id',
  '/profile/ada',
]

test('every static page of the sitemap exists, is indexable and is its own canonical URL', async ({
  page,
  request,
}) => {
  const index = await (await request.get('/sitemap.xml')).text()
  expect(index).toContain(`<loc>${ORIGIN}/sitemap-pages.xml</loc>`)
  const sitemap = await request.get('/sitemap-pages.xml')
  const urls = [...(await sitemap.text()).matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url]) => url)
  expect(urls.length).toBeGreaterThanOrEqual(10)
  expect(urls).toEqual(
    expect.arrayContaining(['/', '/about', '/help', '/browse'].map((path) => ORIGIN + path)),
  )

  for (const url of urls) {
    const head = await fetchHead(page, request, url ?? '')
    expect(head.canonical, url).toEqual([url])
    expect(head.robots, url).toEqual([])
    expect(head.meta['og:url'], url).toBe(url)
    expect(head.title, url).toContain(head.meta['og:title'])
    expect(head.meta['description'], url).toBe(head.meta['og:description'])
    expect(head.meta['twitter:card'], url).toBe('summary_large_image')
  }
})

test('pages that search engines must not index say so, and still have a preview image', async ({
  page,
  request,
}) => {
  for (const path of UNLISTED_PATHS) {
    const head = await fetchHead(page, request, path)
    expect(head.robots, path).toEqual(['noindex'])
    expect(head.canonical, path).toEqual([])
    expect(head.meta['og:image'], path).toBe(`${ORIGIN}/share.png`)
  }
})

test('the preview image exists and has the declared size', async ({ page, request }) => {
  const { meta } = await fetchHead(page, request, '/')
  const picture = await request.get(meta['og:image'] ?? '')
  expect(picture.headers()['content-type']).toBe('image/png')
  expect(picture.headers()['cross-origin-resource-policy']).toBe('cross-origin')
  expect(readPngSize(await picture.body())).toBe(
    `${meta['og:image:width']}x${meta['og:image:height']}`,
  )
  expect(meta['og:image:alt']).toBeTruthy()
})

test('the icons of the manifest exist and have the declared sizes', async ({ page, request }) => {
  const manifest = await request.get('/site.webmanifest')
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  const { icons, start_url, shortcuts } = (await manifest.json()) as {
    icons: { src: string; sizes: string; type: string }[]
    start_url: string
    shortcuts: { url: string }[]
  }
  for (const { src, sizes, type } of icons) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type'], src).toContain(type)
    if (type === 'image/png') expect(readPngSize(await icon.body()), src).toBe(sizes)
  }
  for (const path of [start_url, ...shortcuts.map(({ url }) => url)]) {
    expect((await request.get(path)).status(), path).toBe(200)
  }

  const { icons: linkedIcons } = await fetchHead(page, request, '/')
  expect(linkedIcons).toEqual(['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png'])
  for (const path of linkedIcons) {
    expect((await request.get(path)).headers()['content-type'], path).toMatch(/^image\//)
  }
})

test('structured data is valid and passes the content security policy', async ({ page }) => {
  await page.goto('/')
  expect(await readStructuredData(page)).toMatchObject({
    '@graph': [{ '@type': 'Organization' }, { '@type': 'WebSite', url: `${ORIGIN}/` }],
  })
  await page.goto('/help')
  const questions = (await readStructuredData(page))['mainEntity'] as { name: string }[]
  for (const { name } of questions) {
    await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible()
  }
})

test('the document head follows client-side navigation', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help Center' }).click()
  await expect(page).toHaveTitle(/^Help Center/)
  const canonical = page.locator('link[rel="canonical"]')
  await expect(canonical).toHaveAttribute('href', `${ORIGIN}/help`)
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await expect(canonical).toHaveAttribute('href', `${ORIGIN}/login`)
})

test('the theme color equals the page background in both themes', async ({ page }) => {
  await page.goto('/about')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const bar = page.locator(`meta[name="theme-color"][media*="${colorScheme}"]`)
    expect(await bar.getAttribute('content')).toBe(await page.evaluate(readBackgroundColour))
  }
})

test('the feed is discoverable and valid', async ({ page, request }) => {
  const { feeds } = await fetchHead(page, request, '/browse')
  expect(feeds).toEqual(['/feed.xml'])
  const feed = await request.get('/feed.xml')
  expect(feed.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
  const { error, titles, links } = await parseFeed(page, await feed.text())
  expect(error).toBeNull()
  expect(titles).toHaveLength(20)
  expect(links.every((link) => link.startsWith(`${ORIGIN}/p/`))).toBe(true)
})

test('a feed with injection payloads is valid XML and keeps the texts as typed', async ({
  page,
}) => {
  const texts = [...HTML_PAYLOADS, ']]> and ]]>', '&amp; &bogus; &#0;', 'a\u0001b\uFFFEc\uD800d']
  const posts = texts.map((text) => ({ ...SAMPLE_POST, title: text, body: text }))
  await page.goto('about:blank')
  const description = HTML_PAYLOADS.join(' ]]> ')
  const feed = { title: description, description, path: '/feed.xml', pagePath: '/browse' }
  const { error, titles } = await parseFeed(page, renderAtomDocument(posts, ORIGIN, feed))
  expect(error).toBeNull()
  expect(titles).toEqual([...texts.slice(0, -1), 'abcd'])
})

test('robots.txt names the sitemap', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('User-agent: *\n')
  expect(robots).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`)
})

const SAMPLE_POST = {
  _id: '01932d4d-1ae7-7116-81fb-ed1476c2b116',
  type: 'other' as const,
  github: '',
  demo: '',
  projectUrl: '',
  user: null,
  likes: [],
  isLiked: false,
  likeCount: 0,
  commentCount: 0,
  project: null,
  cover: null,
  createdAt: '2026-11-15T09:00:00.000Z',
}

/** The document head as served, before any script has run. */
async function fetchHead(page: Page, request: APIRequestContext, url: string) {
  const reply: APIResponse = await request.get(url)
  expect(reply.status(), url).toBe(200)
  return page.evaluate(
    (html) => {
      const { head } = new DOMParser().parseFromString(html, 'text/html')
      const readAttributes = (selector: string, attribute: string) =>
        [...head.querySelectorAll(selector)].map((each) => each.getAttribute(attribute) ?? '')
      const metaEntries = [...head.querySelectorAll('meta[name], meta[property]')].map((each) => [
        each.getAttribute('property') ?? each.getAttribute('name'),
        each.getAttribute('content'),
      ])
      return {
        title: head.querySelector('title')?.textContent ?? '',
        canonical: readAttributes('link[rel="canonical"]', 'href'),
        robots: readAttributes('meta[name="robots"]', 'content'),
        icons: readAttributes('link[rel="icon"], link[rel="apple-touch-icon"]', 'href'),
        feeds: readAttributes('link[rel="alternate"][type="application/atom+xml"]', 'href'),
        meta: Object.fromEntries(metaEntries) as Record<string, string>,
      }
    },
    await reply.text(),
  )
}

function readPngSize(png: Buffer): string {
  return `${png.readUInt32BE(PNG_SIZE_OFFSET)}x${png.readUInt32BE(PNG_SIZE_OFFSET + 4)}`
}

async function readStructuredData(page: Page): Promise<Record<string, unknown>> {
  const block = page.locator('script[type="application/ld+json"]')
  return JSON.parse((await block.textContent()) ?? '') as Record<string, unknown>
}

/** The page background as the browser paints it, whatever color notation the stylesheet uses. */
function readBackgroundColour(): string {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')
  if (!canvas) return ''
  canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Parses the feed with the browser's strict XML parser; titles are decoded as a feed reader shows them. */
async function parseFeed(page: Page, xml: string) {
  return page.evaluate((text) => {
    const parser = new DOMParser()
    const feed = parser.parseFromString(text, 'application/xml')
    const entries = [...feed.querySelectorAll('entry')]
    const decodeHtml = (html: string) =>
      parser.parseFromString(html, 'text/html').documentElement.textContent
    return {
      error: feed.querySelector('parsererror')?.textContent ?? null,
      titles: entries.map((entry) => decodeHtml(entry.querySelector('title')?.textContent ?? '')),
      links: entries.map((entry) => entry.querySelector('link')?.getAttribute('href') ?? ''),
    }
  }, xml)
}

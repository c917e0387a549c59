import { renderAtomDocument } from '@dolph/api/features/posts/atom-document'
import type { APIRequestContext, APIResponse, Page } from '@playwright/test'
import { HTML_PAYLOADS } from './injection-payloads.ts'
import { ORIGIN } from './ports.ts'
import { expect, test } from './base-test.ts'

const PNG_SIZE_AT = 16
const UNLISTED_PATHS = [
  ...['/forgot-password', '/check-email', '/verify-email', '/choose-username'],
  ...['/posts', '/messages', '/posts/some-id', '/profile/ada'],
]

test('every page of the sitemap answers, is for search engines and goes by one address, its own', async ({
  page,
  request,
}) => {
  const sitemap = await request.get('/sitemap.xml')
  const addresses = [...(await sitemap.text()).matchAll(/<loc>(.+?)<\/loc>/g)].map(([, at]) => at)
  expect(addresses.length).toBeGreaterThanOrEqual(10)
  expect(addresses).toEqual(
    expect.arrayContaining(['/', '/about', '/help', '/browse'].map((path) => ORIGIN + path)),
  )

  for (const address of addresses) {
    const head = await fetchHead(page, request, address ?? '')
    expect(head.canonical, address).toEqual([address])
    expect(head.robots, address).toEqual([])
    expect(head.of['og:url'], address).toBe(address)
    expect(head.title, address).toContain(head.of['og:title'])
    expect(head.of['description'], address).toBe(head.of['og:description'])
    expect(head.of['twitter:card'], address).toBe('summary_large_image')
  }
})

test('pages that are nothing to search engines say so, and still have a picture to share', async ({
  page,
  request,
}) => {
  for (const path of UNLISTED_PATHS) {
    const head = await fetchHead(page, request, path)
    expect(head.robots, path).toEqual(['noindex'])
    expect(head.canonical, path).toEqual([])
    expect(head.of['og:image'], path).toBe(`${ORIGIN}/share.png`)
  }
})

test('the picture of a shared link is there, in the size that it claims', async ({
  page,
  request,
}) => {
  const { of } = await fetchHead(page, request, '/')
  const picture = await request.get(of['og:image'] ?? '')
  expect(picture.headers()['content-type']).toBe('image/png')
  expect(picture.headers()['cross-origin-resource-policy']).toBe('cross-origin')
  expect(readPngSize(await picture.body())).toBe(`${of['og:image:width']}x${of['og:image:height']}`)
  expect(of['og:image:alt']).toBeTruthy()
})

test('the manifest names icons that are there, in the sizes that it says', async ({
  page,
  request,
}) => {
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

  const { icons: linked } = await fetchHead(page, request, '/')
  expect(linked).toEqual(['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png'])
  for (const path of linked) {
    expect((await request.get(path)).headers()['content-type'], path).toMatch(/^image\//)
  }
})

test('what is said to machines can be read by them, and the browser has nothing against it', async ({
  page,
}) => {
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

test('the head follows when a link leads to another page', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help Center' }).click()
  await expect(page).toHaveTitle(/^Help Center/)
  const canonical = page.locator('link[rel="canonical"]')
  await expect(canonical).toHaveAttribute('href', `${ORIGIN}/help`)
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await expect(canonical).toHaveAttribute('href', `${ORIGIN}/login`)
})

test('the colour of the browser’s own bar is that of the page, in light and dark', async ({
  page,
}) => {
  await page.goto('/about')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const bar = page.locator(`meta[name="theme-color"][media*="${colorScheme}"]`)
    expect(await bar.getAttribute('content')).toBe(await page.evaluate(readBackgroundColour))
  }
})

test('feed readers find the feed and can read it', async ({ page, request }) => {
  const { feeds } = await fetchHead(page, request, '/browse')
  expect(feeds).toEqual(['/feed.xml'])
  const feed = await request.get('/feed.xml')
  expect(feed.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
  const { error, titles, links } = await parseFeed(page, await feed.text())
  expect(error).toBeNull()
  expect(titles).toHaveLength(20)
  expect(links.every((link) => link.startsWith(`${ORIGIN}/posts/`))).toBe(true)
})

test('a feed of hostile projects is XML, and shows what was typed', async ({ page }) => {
  const texts = [...HTML_PAYLOADS, ']]> and ]]>', '&amp; &bogus; &#0;', 'a\u0001b\uFFFEc\uD800d']
  const posts = texts.map((text) => ({ ...SAMPLE_POST, title: text, body: text }))
  await page.goto('about:blank')
  const { error, titles } = await parseFeed(page, renderAtomDocument(posts, ORIGIN))
  expect(error).toBeNull()
  expect(titles).toEqual([...texts.slice(0, -1), 'abcd'])
})

test('crawlers are told where to go', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('User-agent: *\n')
  expect(robots).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`)
})

const SAMPLE_POST = {
  _id: '01932d4d-1ae7-7116-81fb-ed1476c2b116',
  type: 'other' as const,
  ...{ github: '', demo: '', projectUrl: '', user: null, likes: [], isLiked: false },
  ...{ likeCount: 0, commentCount: 0, createdAt: '2026-11-15T09:00:00.000Z' },
}

/** The head of a page as it is sent, before any script has run. */
async function fetchHead(page: Page, request: APIRequestContext, address: string) {
  const reply: APIResponse = await request.get(address)
  expect(reply.status(), address).toBe(200)
  return page.evaluate(
    (html) => {
      const { head } = new DOMParser().parseFromString(html, 'text/html')
      const all = (selector: string, attribute: string) =>
        [...head.querySelectorAll(selector)].map((each) => each.getAttribute(attribute) ?? '')
      const said = [...head.querySelectorAll('meta[name], meta[property]')].map((each) => [
        each.getAttribute('property') ?? each.getAttribute('name'),
        each.getAttribute('content'),
      ])
      return {
        title: head.querySelector('title')?.textContent ?? '',
        canonical: all('link[rel="canonical"]', 'href'),
        robots: all('meta[name="robots"]', 'content'),
        icons: all('link[rel="icon"], link[rel="apple-touch-icon"]', 'href'),
        feeds: all('link[rel="alternate"][type="application/atom+xml"]', 'href'),
        of: Object.fromEntries(said) as Record<string, string>,
      }
    },
    await reply.text(),
  )
}

function readPngSize(png: Buffer): string {
  return `${png.readUInt32BE(PNG_SIZE_AT)}x${png.readUInt32BE(PNG_SIZE_AT + 4)}`
}

async function readStructuredData(page: Page): Promise<Record<string, unknown>> {
  const block = page.locator('script[type="application/ld+json"]')
  return JSON.parse((await block.textContent()) ?? '') as Record<string, unknown>
}

/** Whatever the stylesheet calls it, as the browser paints it. */
function readBackgroundColour(): string {
  const paint = new OffscreenCanvas(1, 1).getContext('2d')
  if (!paint) return ''
  paint.fillStyle = getComputedStyle(document.documentElement).backgroundColor
  paint.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = paint.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** As the browser's own parser reads it, which takes no nonsense; titles as their readers see them. */
async function parseFeed(page: Page, xml: string) {
  return page.evaluate((text) => {
    const parser = new DOMParser()
    const feed = parser.parseFromString(text, 'application/xml')
    const entries = [...feed.querySelectorAll('entry')]
    const shown = (html: string) =>
      parser.parseFromString(html, 'text/html').documentElement.textContent
    return {
      error: feed.querySelector('parsererror')?.textContent ?? null,
      titles: entries.map((entry) => shown(entry.querySelector('title')?.textContent ?? '')),
      links: entries.map((entry) => entry.querySelector('link')?.getAttribute('href') ?? ''),
    }
  }, xml)
}

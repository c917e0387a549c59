import type { Page } from '@playwright/test'
import { ORIGIN } from '../support/ports.ts'
import { expect, waitForHydration } from '../support/base-test.ts'
import { trackRequests } from '../support/pending-requests.ts'

const PAGES_MAX = 80
/** Parameters with any number of values: one of them is visited. */
const OPEN_PARAMETERS = new Set(['id', 'next', 'role', 'skill', 'skills', 'topic', 'type'])
const ERROR_PAGE_TEXT =
  /Page not found|Something went wrong|not built yet|coming soon|under construction/i
const FILE_PATH = /^\/api\/|\.\w+$/

export type CrawledPages = Map<string, CrawledPage>

interface CrawledPage {
  /** Without the query. */
  path: string
  title: string
  ids: ReadonlySet<string>
  links: URL[]
}

interface CrawlOptions {
  startPaths: string[]
  /** Whether this page needs no visit. */
  isVisited?: (url: URL) => boolean
  /** Checks each page once, without its queries; not one that redirects to another. */
  checkPage: (url: URL) => Promise<void>
}

/** Follows every link from the start pages and visits each route pattern once, with every distinct query. */
export async function crawlLinks(
  page: Page,
  { startPaths, isVisited, checkPage }: CrawlOptions,
): Promise<CrawledPages> {
  const crawled: CrawledPages = new Map()
  const checkedPaths = new Set<string>()
  const queue = startPaths.map((path) => new URL(path, ORIGIN))
  for (let url = queue.shift(); url; url = queue.shift()) {
    if (crawled.has(toRoutePattern(url)) || isVisited?.(url)) continue
    expect(crawled.size, 'the crawl must end').toBeLessThan(PAGES_MAX)
    const isFile = FILE_PATH.test(url.pathname)
    const visited = isFile ? await fetchFile(page, url) : await visitPage(page, url)
    crawled.set(toRoutePattern(url), visited)
    for (const link of visited.links) {
      // Opens a dialog over a page, which dialogs.spec.ts tries.
      link.searchParams.delete('ask')
      queue.push(link)
    }
    const path = toRoutePattern(new URL(url.pathname, ORIGIN))
    if (isFile || checkedPaths.has(path)) continue
    checkedPaths.add(path)
    if (new URL(page.url()).pathname === url.pathname) await checkPage(url)
  }
  return crawled
}

/** The URL with ids, names and titles replaced by placeholders, so that each route is visited once. */
export function toRoutePattern({ pathname, searchParams }: URL): string {
  const path = pathname
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id')
    .replace(/^\/profile\/.+/, '/profile/:username')
    .replace(/^\/p\/:id\/.+/, '/p/:id/:slug')
    .replace(/^\/(skills|topics)\/[^/]+/, '/$1/:key')
  const query = [...searchParams].map(([name, value]) =>
    OPEN_PARAMETERS.has(name) ? name : `${name}=${value}`,
  )
  return query.length === 0 ? path : `${path}?${query.toSorted().join('&')}`
}

async function visitPage(page: Page, url: URL): Promise<CrawledPage> {
  const path = url.pathname + url.search
  const waitForRequests = trackRequests(page)
  const reply = await page.goto(path, { waitUntil: 'domcontentloaded' })
  expect(reply?.status(), path).toBeLessThan(400)
  await expect(page, path).toHaveTitle(/Dolph/)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title, path).toHaveCount(1)
  await expect(title, path).toBeVisible()
  await waitForHydration(page)
  // The header shows the links of a member once it knows who that is.
  await expect(page.locator('html[data-session="unknown"]'), path).toHaveCount(0)
  await waitForRequests()
  await expect(page.getByRole('main'), path).not.toContainText(ERROR_PAGE_TEXT)
  return { path: url.pathname, title: await title.innerText(), ...(await readLinks(page, path)) }
}

async function fetchFile(page: Page, { href, pathname: path }: URL): Promise<CrawledPage> {
  const reply = await page.request.get(href)
  expect(reply.status(), href).toBeLessThan(400)
  return { path, title: '', ids: new Set(), links: [] }
}

async function readLinks(page: Page, from: string): Promise<Omit<CrawledPage, 'path' | 'title'>> {
  const [links, ids] = await page.evaluate(() => [
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map((link) => ({
      href: link.href,
      target: link.target,
      rel: link.rel,
    })),
    [...document.querySelectorAll('[id]')].map(({ id }) => id),
  ])
  const sameOrigin: URL[] = []
  for (const { href, target, rel } of links) {
    const url = new URL(href)
    const context = `${href} on ${from}`
    if (url.protocol === 'mailto:')
      expect(href, context).toMatch(/^mailto:[\w.+-]+@[\w-]+\.[\w.-]+(\?\S+)?$/)
    else if (url.origin === ORIGIN) sameOrigin.push(url)
    else {
      expect(url.protocol, context).toBe('https:')
      expect(target, context).toBe('_blank')
      expect(rel, context).toContain('noopener')
    }
  }
  return { ids: new Set(ids), links: sameOrigin }
}

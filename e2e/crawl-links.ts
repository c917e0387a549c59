import type { Page } from '@playwright/test'
import { ORIGIN } from './ports.ts'
import { expect } from './base-test.ts'

const PAGES_MAX = 80
const ERROR_PAGE_TEXT =
  /Page not found|Something went wrong|not built yet|coming soon|under construction/i
const FILE_PATH = /^\/api\/|\.\w+$/
/** Here links come with what the API replies. */
const CLIENT_LOADED_PATH = /^\/(browse|posts|my-posts|profile|messages)/

export type CrawledPages = Map<string, CrawledPage>

interface CrawledPage {
  title: string
  ids: ReadonlySet<string>
  links: URL[]
}

/** Follows every link from the start page on and looks at each place once, the same page with other contents included. */
export async function crawlLinks(page: Page): Promise<CrawledPages> {
  const places: CrawledPages = new Map()
  const ahead = [new URL('/', ORIGIN)]
  for (let url = ahead.shift(); url; url = ahead.shift()) {
    if (places.has(toRoutePattern(url))) continue
    expect(places.size, 'links must come to an end').toBeLessThan(PAGES_MAX)
    const visited = FILE_PATH.test(url.pathname)
      ? await fetchFile(page, url)
      : await visitPage(page, url)
    places.set(toRoutePattern(url), visited)
    ahead.push(...visited.links)
  }
  return places
}

/** One name for all addresses that differ only in whom or what they are about. */
export function toRoutePattern({ pathname, searchParams }: URL): string {
  const path = pathname
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id')
    .replace(/^\/profile\/.+/, '/profile/:username')
  const asked = [...searchParams].map(([name, value]) =>
    name === 'next' ? name : `${name}=${value}`,
  )
  return asked.length === 0 ? path : `${path}?${asked.toSorted().join('&')}`
}

async function visitPage(page: Page, url: URL): Promise<CrawledPage> {
  const address = url.pathname + url.search
  const reply = await page.goto(address, { waitUntil: 'domcontentloaded' })
  expect(reply?.status(), address).toBeLessThan(400)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title, address).toHaveCount(1)
  await expect(title, address).toBeVisible()
  if (CLIENT_LOADED_PATH.test(address)) await page.waitForLoadState('networkidle')
  await expect(page.getByRole('main'), address).not.toContainText(ERROR_PAGE_TEXT)
  return { title: await title.innerText(), ...(await readLinks(page, address)) }
}

async function fetchFile(page: Page, { href }: URL): Promise<CrawledPage> {
  const reply = await page.request.get(href)
  expect(reply.status(), href).toBeLessThan(400)
  return { title: '', ids: new Set(), links: [] }
}

async function readLinks(page: Page, from: string): Promise<Omit<CrawledPage, 'title'>> {
  const [links, ids] = await page.evaluate(() => [
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map((link) => ({
      href: link.href,
      target: link.target,
      rel: link.rel,
    })),
    [...document.querySelectorAll('[id]')].map(({ id }) => id),
  ])
  const own: URL[] = []
  for (const { href, target, rel } of links) {
    const url = new URL(href)
    const found = `${href} on ${from}`
    if (url.protocol === 'mailto:')
      expect(href, found).toMatch(/^mailto:[\w.+-]+@[\w-]+\.[\w.-]+(\?\S+)?$/)
    else if (url.origin === ORIGIN) own.push(url)
    else {
      expect(url.protocol, found).toBe('https:')
      expect(target, found).toBe('_blank')
      expect(rel, found).toContain('noopener')
    }
  }
  return { ids: new Set(ids), links: own }
}

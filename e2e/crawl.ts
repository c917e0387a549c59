import type { Page } from '@playwright/test'
import { ORIGIN } from './ports.ts'
import { expect } from './visit.ts'

const ADDRESSES_MAX = 80
const NO_PAGE = /Page not found|Something went wrong|not built yet|coming soon|under construction/i
const FILE = /^\/api\/|\.\w+$/
/** Here links come with what the API replies. */
const FILLED_LATER = /^\/(browse|posts|my-posts|profile|messages)/

export type Places = Map<string, Visited>

interface Visited {
  title: string
  ids: ReadonlySet<string>
  links: URL[]
}

/** Follows every link from the start page on and looks at each place once, the same page with other contents included. */
export async function crawl(page: Page): Promise<Places> {
  const places: Places = new Map()
  const ahead = [new URL('/', ORIGIN)]
  for (let url = ahead.shift(); url; url = ahead.shift()) {
    if (places.has(placeOf(url))) continue
    expect(places.size, 'links must come to an end').toBeLessThan(ADDRESSES_MAX)
    const visited = FILE.test(url.pathname) ? await fetchFile(page, url) : await visit(page, url)
    places.set(placeOf(url), visited)
    ahead.push(...visited.links)
  }
  return places
}

/** One name for all addresses that differ only in whom or what they are about. */
export function placeOf({ pathname, searchParams }: URL): string {
  const path = pathname
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id')
    .replace(/^\/profile\/.+/, '/profile/:username')
  const asked = [...searchParams].map(([name, value]) =>
    name === 'next' ? name : `${name}=${value}`,
  )
  return asked.length === 0 ? path : `${path}?${asked.toSorted().join('&')}`
}

async function visit(page: Page, url: URL): Promise<Visited> {
  const address = url.pathname + url.search
  const reply = await page.goto(address, { waitUntil: 'domcontentloaded' })
  expect(reply?.status(), address).toBeLessThan(400)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title, address).toHaveCount(1)
  await expect(title, address).toBeVisible()
  if (FILLED_LATER.test(address)) await page.waitForLoadState('networkidle')
  await expect(page.getByRole('main'), address).not.toContainText(NO_PAGE)
  return { title: await title.innerText(), ...(await readLinks(page, address)) }
}

async function fetchFile(page: Page, { href }: URL): Promise<Visited> {
  const reply = await page.request.get(href)
  expect(reply.status(), href).toBeLessThan(400)
  return { title: '', ids: new Set(), links: [] }
}

async function readLinks(page: Page, from: string): Promise<Omit<Visited, 'title'>> {
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

import { buildPublicPostPath } from '@dolph/contract/posts/public-posts'
import { escapeHtml } from '../../../platform/http/web-app/page-head.ts'
import type { SitemapPost } from './queries.ts'
import { buildMonthFileName, type SitemapMonth } from './sitemap-months.ts'

/** The file of the static pages, which the build of the web app writes. */
const PAGES_FILE = '/sitemap-pages.xml'
/** The file of the feature `skills`. */
const SKILLS_FILE = '/sitemaps/skills.xml'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export function renderSitemapIndex(months: readonly SitemapMonth[], origin: string): string {
  const paths = [
    PAGES_FILE,
    SKILLS_FILE,
    ...months.map((month) => `/sitemaps/${buildMonthFileName(month)}`),
  ]
  return renderDocument(
    'sitemapindex',
    paths.map((path) => renderLocation('sitemap', origin + path)),
  )
}

/** One line for each post that search engines may list. */
export function renderPostLocations(posts: readonly SitemapPost[], origin: string): string[] {
  return posts
    .filter(({ isIndexed }) => isIndexed)
    .map((post) => renderLocation('url', origin + buildPublicPostPath(post)))
}

export function renderUrlSet(locations: readonly string[]): string {
  return renderDocument('urlset', locations)
}

function renderDocument(element: string, lines: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${element} xmlns="${NAMESPACE}">`,
    ...lines,
    `</${element}>`,
    '',
  ].join('\n')
}

export function renderLocation(element: string, url: string): string {
  return `  <${element}><loc>${escapeHtml(url)}</loc></${element}>`
}

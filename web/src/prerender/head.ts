import type { PageMeta } from '../lib/routes/page-meta.ts'
import { escapeHtml } from './escape-html.ts'
import { ORIGIN_PLACEHOLDER } from './origin-placeholder.ts'
import { buildStructuredData } from './structured-data.ts'

const SITE_NAME = 'Dolph'
const TAGLINE = 'Show what you build. Find people to build it with.'
const FEED_LINK =
  '<link rel="alternate" type="application/atom+xml" title="Projects on Dolph" href="/feed.xml">'
const PATHS_WITH_FEED = ['/', '/browse']

/** The head elements of a page for search engines and link previews. */
export function renderHead(path: string, page: PageMeta | undefined): string {
  const isIndexed = page?.description !== undefined
  return [
    isIndexed
      ? `<link rel="canonical" href="${ORIGIN_PLACEHOLDER}${path}">`
      : '<meta name="robots" content="noindex">',
    ...(PATHS_WITH_FEED.includes(path) ? [FEED_LINK] : []),
    renderMetaProperty('og:url', isIndexed && `${ORIGIN_PLACEHOLDER}${path}`),
    ...renderOpenGraphTags(page?.title ?? SITE_NAME, page?.description ?? TAGLINE),
    ...renderJsonLd(buildStructuredData(path, ORIGIN_PLACEHOLDER)),
  ].join('')
}

/** The preview of a link in a chat or a timeline. */
function renderOpenGraphTags(title: string, description: string): string[] {
  return [
    renderMetaProperty('og:type', 'website'),
    renderMetaProperty('og:site_name', SITE_NAME),
    renderMetaProperty('og:locale', 'en_US'),
    renderMetaProperty('og:title', title),
    renderMetaProperty('og:description', description),
    renderMetaProperty('og:image', `${ORIGIN_PLACEHOLDER}/share.png`),
    renderMetaProperty('og:image:type', 'image/png'),
    renderMetaProperty('og:image:width', '1200'),
    renderMetaProperty('og:image:height', '630'),
    renderMetaProperty('og:image:alt', `A fin above calm water. ${TAGLINE}`),
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}

function renderMetaProperty(name: string, content: string | false): string {
  return content === false ? '' : `<meta property="${name}" content="${escapeHtml(content)}">`
}

/** A data block, which the browser does not run. `<` is escaped, so that nothing in the data can end the block. */
function renderJsonLd(data: object | undefined): string[] {
  if (!data) return []
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return [`<script type="application/ld+json">${json}</script>`]
}

import type { Page } from '../app/page.ts'
import { escapeHtml } from './escape-html.ts'
import { ORIGIN } from './origin.ts'
import { structuredData } from './structured-data.ts'

const SITE = 'Dolph'
const TAGLINE = 'Show what you build. Find who to build it with.'
const FEED =
  '<link rel="alternate" type="application/atom+xml" title="Projects on Dolph" href="/feed.xml">'
const WITH_FEED = ['/', '/browse']

/** What a page says to search engines, and to whoever shows a link to it. */
export function headOf(path: string, page: Page | undefined): string {
  const isListed = page?.description !== undefined
  return [
    isListed
      ? `<link rel="canonical" href="${ORIGIN}${path}">`
      : '<meta name="robots" content="noindex">',
    ...(WITH_FEED.includes(path) ? [FEED] : []),
    property('og:url', isListed && `${ORIGIN}${path}`),
    ...card(page?.title ?? SITE, page?.description ?? TAGLINE),
    ...dataBlock(structuredData(path, ORIGIN)),
  ].join('')
}

/** A link as a chat or a timeline shows it. */
function card(title: string, description: string): string[] {
  return [
    property('og:type', 'website'),
    property('og:site_name', SITE),
    property('og:locale', 'en_US'),
    property('og:title', title),
    property('og:description', description),
    property('og:image', `${ORIGIN}/share.png`),
    property('og:image:type', 'image/png'),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', `A fin above calm water. ${TAGLINE}`),
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}

function property(name: string, content: string | false): string {
  return content === false ? '' : `<meta property="${name}" content="${escapeHtml(content)}">`
}

/** Data, not script: nothing runs it. Without `<` nothing in it can end the block. */
function dataBlock(data: object | undefined): string[] {
  if (!data) return []
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return [`<script type="application/ld+json">${json}</script>`]
}

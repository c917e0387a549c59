import { ORIGIN_PLACEHOLDER } from './origin-placeholder.ts'

/** Paths without content for crawlers. Other pages that should not be indexed are marked `noindex`. */
const DISALLOWED_PATHS = [
  '/api/',
  '/following',
  '/messages',
  '/my-posts',
  '/notifications',
  '/people',
  '/posts/create',
  '/posts/edit/',
  '/settings',
  '/still-open/',
  '/confirm-email/',
  '/keep-second-factor/',
  '/reset-password/',
  '/undo-email-change/',
  '/unsubscribe/',
  '/verify-email/',
]

/** Members' pages of posts and profiles stay allowed, so that link previews can load their picture; they are marked `noindex`. */
export function buildRobotsTxt(): string {
  return [
    'User-agent: *',
    // Fetched by /browse, /p/, /skills/, /topics/ and /roles: a crawler that runs their script sees what visitors see.
    'Allow: /api/posts/browse',
    'Allow: /api/posts/public/',
    'Allow: /api/skills/',
    'Allow: /api/topics/',
    'Allow: /api/roles$',
    'Allow: /api/roles?',
    ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${ORIGIN_PLACEHOLDER}/sitemap.xml`,
    '',
  ].join('\n')
}

export function buildSitemapXml(paths: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `  <url><loc>${ORIGIN_PLACEHOLDER}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
}

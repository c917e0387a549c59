import { ORIGIN_PLACEHOLDER } from './origin-placeholder.ts'

/** Beside the pages that ask crawlers to leave them out, what is not worth their way at all. */
const DISALLOWED_PATHS = [
  '/api/',
  '/messages',
  '/my-posts',
  '/posts/create',
  '/posts/edit/',
  '/settings',
  '/confirm-email/',
  '/reset-password/',
  '/verify-email/',
]

/** Members' posts and profiles stay open, so that a link to one still gets its picture; they say "noindex" themselves. */
export function buildRobotsTxt(): string {
  return [
    'User-agent: *',
    // What /browse asks for: whoever runs its script sees what visitors see.
    'Allow: /api/posts/browse',
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

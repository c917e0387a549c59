import { ORIGIN } from './origin.ts'

/** Beside the pages that ask crawlers to leave them out, what is not worth their way at all. */
const CLOSED = [
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
export function robotsTxt(): string {
  return [
    'User-agent: *',
    // What /browse asks for: whoever runs its script sees what visitors see.
    'Allow: /api/posts/browse',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${ORIGIN}/sitemap.xml`,
    '',
  ].join('\n')
}

export function sitemapXml(paths: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `  <url><loc>${ORIGIN}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
}

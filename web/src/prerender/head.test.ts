import { expect, test } from 'vitest'
import { QUESTIONS } from '../features/site/help/questions.ts'
import { buildRobotsTxt, buildSitemapXml } from './robots-and-sitemap.ts'
import { renderHead } from './head.ts'

const about = { title: 'About Us', description: 'What Dolph is for.' }

test('a page for search engines has one canonical link and no noindex', () => {
  const head = parseHead('/about', about)
  expect(head.querySelectorAll('link[rel="canonical"]')).toHaveLength(1)
  expect(head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(
    '%APP_ORIGIN%/about',
  )
  expect(getMetaProperty(head, 'og:url')).toBe('%APP_ORIGIN%/about')
  expect(head.querySelector('meta[name="robots"]')).toBeNull()
})

test('a page without a description, and the shell of members’ pages, are marked noindex', () => {
  for (const head of [
    parseHead('/check-email', { title: 'Check your inbox' }),
    parseHead('', undefined),
  ]) {
    expect(head.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
    expect(head.querySelector('link[rel="canonical"]')).toBeNull()
    expect(getMetaProperty(head, 'og:url')).toBeUndefined()
    expect(getMetaProperty(head, 'og:image')).toBe('%APP_ORIGIN%/share.png')
  }
})

test('title and description of a shared link are escaped', () => {
  const title = '"Ships" & <b>boats</b>'
  const head = parseHead('/about', { title, description: '</head><script>alert(1)</script>' })
  expect(getMetaProperty(head, 'og:title')).toBe(title)
  expect(getMetaProperty(head, 'og:description')).toBe('</head><script>alert(1)</script>')
  expect(head.querySelector('script')).toBeNull()
})

test('the landing page describes the organization and the site search', () => {
  const { '@graph': graph } = parseJsonLd('/')
  expect(graph).toMatchObject([
    { '@type': 'Organization', url: '%APP_ORIGIN%/' },
    {
      '@type': 'WebSite',
      potentialAction: {
        target: { urlTemplate: '%APP_ORIGIN%/browse?q={search_term_string}' },
      },
    },
  ])
})

test('the structured data of the Help Center has the questions that it shows', () => {
  const questions = parseJsonLd('/help')['mainEntity'] as {
    name: string
    acceptedAnswer: { text: string }
  }[]
  expect(questions.map(({ name }) => name)).toEqual(QUESTIONS.map(({ question }) => question))
  expect(questions[0]?.acceptedAnswer.text).toContain('Go to Sign up, fill in your name')
})

test('pages that show projects link to the feed', () => {
  const hasFeedLink = (path: string) =>
    parseHead(path, about).querySelector('link[rel="alternate"]') !== null
  expect(['/', '/browse', '/about'].map(hasFeedLink)).toEqual([true, true, false])
})

test('robots.txt names the sitemap and the disallowed paths', () => {
  expect(buildRobotsTxt()).toContain('Disallow: /messages\n')
  expect(buildRobotsTxt()).toContain('\nSitemap: %APP_ORIGIN%/sitemap.xml\n')
  expect(buildSitemapXml(['/', '/about'])).toContain('<loc>%APP_ORIGIN%/about</loc>')
})

function parseHead(path: string, page: Parameters<typeof renderHead>[1]): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = renderHead(path, page)
  return template.content
}

function getMetaProperty(head: DocumentFragment, name: string): string | undefined {
  return head.querySelector(`meta[property="${name}"]`)?.getAttribute('content') ?? undefined
}

function parseJsonLd(path: string): Record<string, unknown> {
  const block = parseHead(path, about).querySelector('script[type="application/ld+json"]')
  return JSON.parse(block?.textContent ?? '{}') as Record<string, unknown>
}

import { expect, test } from 'vitest'
import { QUESTIONS } from '../features/site/help/questions.ts'
import { robotsTxt, sitemapXml } from './crawlers.ts'
import { headOf } from './head.ts'

const about = { title: 'About Us', description: 'What Dolph is for.' }

test('a page for search engines names its own address, once, and nothing keeps them out', () => {
  const head = read('/about', about)
  expect(head.querySelectorAll('link[rel="canonical"]')).toHaveLength(1)
  expect(head.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(
    '%APP_ORIGIN%/about',
  )
  expect(property(head, 'og:url')).toBe('%APP_ORIGIN%/about')
  expect(head.querySelector('meta[name="robots"]')).toBeNull()
})

test('a page without a description, and the shell of members’ pages, are left out of searches', () => {
  for (const head of [read('/check-email', { title: 'Check your inbox' }), read('', undefined)]) {
    expect(head.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
    expect(head.querySelector('link[rel="canonical"]')).toBeNull()
    expect(property(head, 'og:url')).toBeUndefined()
    expect(property(head, 'og:image')).toBe('%APP_ORIGIN%/share.png')
  }
})

test('a shared link shows the title and the description as they are, whatever is in them', () => {
  const title = '"Ships" & <b>boats</b>'
  const head = read('/about', { title, description: '</head><script>alert(1)</script>' })
  expect(property(head, 'og:title')).toBe(title)
  expect(property(head, 'og:description')).toBe('</head><script>alert(1)</script>')
  expect(head.querySelector('script')).toBeNull()
})

test('the landing page says who we are and how to search us', () => {
  const { '@graph': graph } = data('/')
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

test('the Help Center hands out the very questions that it shows', () => {
  const asked = data('/help')['mainEntity'] as { name: string; acceptedAnswer: { text: string } }[]
  expect(asked.map(({ name }) => name)).toEqual(QUESTIONS.map(({ question }) => question))
  expect(asked[0]?.acceptedAnswer.text).toContain('Go to Sign up, fill in your name')
})

test('where projects are shown, feed readers find the feed', () => {
  const linked = (path: string) => read(path, about).querySelector('link[rel="alternate"]') !== null
  expect(['/', '/browse', '/about'].map(linked)).toEqual([true, true, false])
})

test('crawlers are told where the pages are, and where there is nothing for them', () => {
  expect(robotsTxt()).toContain('Disallow: /messages\n')
  expect(robotsTxt()).toContain('\nSitemap: %APP_ORIGIN%/sitemap.xml\n')
  expect(sitemapXml(['/', '/about'])).toContain('<loc>%APP_ORIGIN%/about</loc>')
})

function read(path: string, page: Parameters<typeof headOf>[1]): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = headOf(path, page)
  return template.content
}

function property(head: DocumentFragment, name: string): string | undefined {
  return head.querySelector(`meta[property="${name}"]`)?.getAttribute('content') ?? undefined
}

function data(path: string): Record<string, unknown> {
  const block = read(path, about).querySelector('script[type="application/ld+json"]')
  return JSON.parse(block?.textContent ?? '{}') as Record<string, unknown>
}

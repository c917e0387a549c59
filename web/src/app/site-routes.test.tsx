import { screen, within } from '@testing-library/react'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import '../testing/preload-member-modules.ts'
import { renderRoutes } from '../testing/render-page.tsx'
import { resolveLazyRoutes } from './resolve-lazy-routes.ts'
import { getPageMeta } from './page-meta.ts'
import { routes } from './router.tsx'
import { siteRoutes } from './site-routes.ts'

const PATHS = siteRoutes.map(({ path }) => path ?? '')

test.each(PATHS)(
  '%s has one main heading, and its internal links lead to pages that exist',
  async (path) => {
    await openPage(path)

    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    const urls = getInternalLinks(screen.getByRole('main'))
    expect(urls.filter(({ pathname }) => !isKnownPage(pathname))).toEqual([])
    const anchors = urls.filter(({ pathname, hash }) => pathname === path && hash !== '')
    expect(anchors.filter(({ hash }) => !document.getElementById(hash.slice(1)))).toEqual([])
  },
)

test('the product illustration is hidden from screen readers and cannot be operated', async () => {
  await openPage('/')

  expect(screen.queryByRole('article')).toBeNull()
  expect(within(screen.getByRole('figure')).queryByRole('link')).toBeNull()
  const illustration = document.querySelector('figure [inert]')
  expect(illustration?.querySelectorAll('article')).toHaveLength(2)
  expect(illustration?.querySelector('a[href^="/"]')).toBeNull()
})

test('the last button of About Us leads to the sign-up page', async () => {
  await openPage('/about')
  const button = within(screen.getByRole('main')).getAllByRole('link', { name: 'Sign up' }).at(-1)
  expect(button?.getAttribute('href')).toBe('/signup')
})

async function openPage(path: string) {
  await resolveLazyRoutes(routes, path)
  renderRoutes(routes, path, null)
  await screen.findByRole('heading', { level: 1 })
}

/** The targets of the visible internal links. */
function getInternalLinks(part: HTMLElement): URL[] {
  return within(part)
    .queryAllByRole('link')
    .map((link) => new URL(link.getAttribute('href') ?? '', 'http://test'))
    .filter(({ protocol }) => protocol === 'http:')
}

function isKnownPage(pathname: string): boolean {
  const page = getPageMeta(matchRoutes(routes, pathname)?.map(({ route }) => route) ?? [])
  return page !== undefined && page.title !== 'Page not found'
}

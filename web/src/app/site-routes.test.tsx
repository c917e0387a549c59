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

test.each(PATHS)('%s has one title, and links that lead somewhere', async (path) => {
  await openPage(path)

  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  const addresses = getInternalLinks(screen.getByRole('main'))
  expect(addresses.filter(({ pathname }) => !isKnownPage(pathname))).toEqual([])
  const places = addresses.filter(({ pathname, hash }) => pathname === path && hash !== '')
  expect(places.filter(({ hash }) => !document.getElementById(hash.slice(1)))).toEqual([])
})

test('the picture of the product is nothing to a screen reader, and has nothing to press', async () => {
  await openPage('/')

  expect(screen.queryByRole('article')).toBeNull()
  expect(within(screen.getByRole('figure')).queryByRole('link')).toBeNull()
  const picture = document.querySelector('figure [inert]')
  expect(picture?.querySelectorAll('article')).toHaveLength(2)
  expect(picture?.querySelector('a[href^="/"]')).toBeNull()
})

test('the last button of About Us leads to the sign-up', async () => {
  await openPage('/about')
  const button = within(screen.getByRole('main')).getAllByRole('link', { name: 'Sign up' }).at(-1)
  expect(button?.getAttribute('href')).toBe('/signup')
})

async function openPage(path: string) {
  await resolveLazyRoutes(routes, path)
  renderRoutes(routes, path, null)
  await screen.findByRole('heading', { level: 1 })
}

/** Where the links of our own lead that can be seen. */
function getInternalLinks(part: HTMLElement): URL[] {
  return within(part)
    .queryAllByRole('link')
    .map((link) => new URL(link.getAttribute('href') ?? '', 'http://here'))
    .filter(({ protocol }) => protocol === 'http:')
}

function isKnownPage(pathname: string): boolean {
  const page = getPageMeta(matchRoutes(routes, pathname)?.map(({ route }) => route) ?? [])
  return page !== undefined && page.title !== 'Page not found'
}

import { screen, within } from '@testing-library/react'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import '../testing/for-members.ts'
import { renderRoutes } from '../testing/render-page.tsx'
import { loadPages } from './lazy-pages.ts'
import { pageOf } from './page.ts'
import { routes } from './router.tsx'
import { siteRoutes } from './site-routes.ts'

const PATHS = siteRoutes.map(({ path }) => path ?? '')

test.each(PATHS)('%s has one title, and links that lead somewhere', async (path) => {
  await open(path)

  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  const addresses = linksOf(screen.getByRole('main'))
  expect(addresses.filter(({ pathname }) => !isPage(pathname))).toEqual([])
  const places = addresses.filter(({ pathname, hash }) => pathname === path && hash !== '')
  expect(places.filter(({ hash }) => !document.getElementById(hash.slice(1)))).toEqual([])
})

test('the picture of the product is nothing to a screen reader, and has nothing to press', async () => {
  await open('/')

  expect(screen.queryByRole('article')).toBeNull()
  expect(within(screen.getByRole('figure')).queryByRole('link')).toBeNull()
  const picture = document.querySelector('figure [inert]')
  expect(picture?.querySelectorAll('article')).toHaveLength(2)
  expect(picture?.querySelector('a[href^="/"]')).toBeNull()
})

test('the last button of About Us leads to the sign-up', async () => {
  await open('/about')
  const button = within(screen.getByRole('main')).getAllByRole('link', { name: 'Sign up' }).at(-1)
  expect(button?.getAttribute('href')).toBe('/signup')
})

async function open(path: string) {
  await loadPages(routes, path)
  renderRoutes(routes, path, null)
  await screen.findByRole('heading', { level: 1 })
}

/** Where the links of our own lead that can be seen. */
function linksOf(part: HTMLElement): URL[] {
  return within(part)
    .queryAllByRole('link')
    .map((link) => new URL(link.getAttribute('href') ?? '', 'http://here'))
    .filter(({ protocol }) => protocol === 'http:')
}

function isPage(pathname: string): boolean {
  const page = pageOf(matchRoutes(routes, pathname)?.map(({ route }) => route) ?? [])
  return page !== undefined && page.title !== 'Page not found'
}

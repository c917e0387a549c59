import { screen, within } from '@testing-library/react'
import { matchRoutes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { installFakeClock } from '../../testing/fake-clock.ts'
import '../../testing/preload-member-modules.ts'
import { renderRoutes } from '../../testing/render-page.tsx'
import { resolveLazyRoutes } from '../../boot/resolve-lazy-routes.ts'
import { getPageMeta } from '../../lib/routes/page-meta.ts'
import { routes } from '../../app/router.tsx'
import { homeRoutes } from '../../app/routes/composed-routes.tsx'
import { siteRoutes } from './routes.ts'

const PATHS = [...homeRoutes, ...siteRoutes].map(({ path }) => path ?? '')

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

test('the landing page says for whom Dolph is and how it works, and invites to sign up at both ends', async () => {
  await openPage('/')
  const main = screen.getByRole('main')
  expect(main.textContent).toContain(
    'Dolph is where developers and creators share projects to gain users and feedback, find collaborators, and propose and discover ideas.',
  )
  expect(getSubheadings('A project needs more than code')).toEqual([
    'Share projects',
    'Find collaborators',
    'Propose and discover ideas',
  ])
  expect(getSubheadings('How it works')).toEqual([
    'Create a profile',
    'Share or browse projects',
    'Connect and collaborate',
  ])
  const signUp = within(main).getAllByRole('link', { name: 'Sign up' })
  expect(signUp.map((link) => link.getAttribute('href'))).toEqual(['/signup', '/signup'])
  const [first, last] = signUp
  const steps = screen.getByRole('heading', { name: 'How it works' })
  expect(first?.compareDocumentPosition(steps)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(last?.compareDocumentPosition(steps)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
})

test('About Us tells the mission, five principles, the founder’s story, the features and four steps', async () => {
  await openPage('/about')
  expect(
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
  ).toEqual([
    'Our mission',
    'Five principles',
    'How it began',
    'What you get',
    'How it works',
    'Bring a project, or come without one',
  ])
  expect(getSubheadings('Five principles')).toEqual([
    'Develop',
    'Organize',
    'Link',
    'Propose',
    'Harmonize',
  ])
  expect(getSection('Five principles').textContent).toContain('what the name is made of')
  expect(getSection('How it began').textContent).toContain('Dolph began with a student')
  expect(getSubheadings('What you get')).toHaveLength(6)
  expect(getSubheadings('How it works')).toEqual([
    'Sign up',
    'Create a profile',
    'Share or browse projects',
    'Connect and collaborate',
  ])
})

test('About Us ends with the current year', async () => {
  installFakeClock()
  vi.setSystemTime(new Date('2031-03-04T12:00:00'))
  await openPage('/about')
  expect(screen.getByRole('main').textContent).toMatch(/© 2031 Dolph$/)
})

test('Contact gives the support address and the time of an answer', async () => {
  await openPage('/contact')
  const support = screen.getByRole('region', { name: 'Support' })
  const address = within(support).getByRole('link', { name: 'support@dolph.example' })
  expect(address.getAttribute('href')).toBe('mailto:support@dolph.example')
  expect(support.textContent).toContain('We answer within 24–48 hours on business days.')
})

test('the terms ask for an age of at least 13', async () => {
  await openPage('/terms')
  expect(screen.getByRole('main').textContent).toContain('You must be at least 13.')
})

test('the footer has seven links', async () => {
  await openPage('/')
  const footer = within(screen.getByRole('navigation', { name: 'Footer' }))
  expect(
    footer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['About Us', '/about'],
    ['Contact', '/contact'],
    ['Help Center', '/help'],
    ['Community Guidelines', '/community-guidelines'],
    ['Privacy Policy', '/privacy'],
    ['Terms of Service', '/terms'],
    ['Cookie Policy', '/cookies'],
  ])
})

function getSection(title: string): HTMLElement {
  const section = screen.getByRole('heading', { level: 2, name: title }).closest('section')
  if (!section) throw new Error(`no section ${title}`)
  return section
}

function getSubheadings(title: string): (string | null)[] {
  const headings = within(getSection(title)).getAllByRole('heading', { level: 3 })
  return headings.map((heading) => heading.textContent)
}

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

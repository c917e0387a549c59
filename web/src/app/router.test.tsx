import { listAccountEvents } from '@dolph/contract/accounts/account-events'
import { listPasskeys } from '@dolph/contract/accounts/passkeys'
import { listSessions } from '@dolph/contract/accounts/sessions'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { matchRoutes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { fakeApi, mockReply } from '../testing/fake-api.ts'
import '../testing/preload-member-modules.ts'
import { renderRoutes } from '../testing/render-page.tsx'
import { createViewerFixture } from '../testing/fixtures/viewer-fixtures.ts'
import { Layout } from './layout.tsx'
import { resolveLazyRoutes } from '../boot/resolve-lazy-routes.ts'
import { RequireSignIn } from './routes/require-sign-in.tsx'
import { getPageMeta } from '../lib/routes/page-meta.ts'
import { MEMBERS_ROUTE_ID, routes } from './router.tsx'

const ada = createViewerFixture()

const PUBLIC_PATHS = [
  '/',
  '/about',
  '/browse',
  '/login',
  '/signup',
  '/verify-email',
  '/verify-email/token',
  '/forgot-password',
  '/reset-password/token',
  '/undo-email-change/token',
  '/keep-second-factor/token',
  '/unsubscribe/token',
  '/still-open/token',
  '/check-email',
  '/contact',
  '/choose-username',
  '/community-guidelines',
  '/privacy',
  '/terms',
  '/cookies',
  '/help',
]
const MEMBER_PATHS = [
  '/posts',
  '/posts/create',
  '/posts/0198',
  '/posts/edit/0198',
  '/my-posts',
  '/profile',
  '/following',
  '/people',
  '/join-requests',
  '/join-requests/0198/welcome',
  '/profile/ada',
  '/messages',
  '/messages/0198',
  '/settings',
  '/notifications',
  '/settings/notifications',
  '/settings/ignored',
  '/confirm-email/token',
]

test.each(PUBLIC_PATHS)('%s is public', async (path) => {
  const matched = matchRoutes(routes, path)?.map(({ route }) => route) ?? []
  expect(getPageMeta(matched)?.title).not.toBe('Page not found')
  expect(matched.some(({ id }) => id === MEMBERS_ROUTE_ID)).toBe(false)

  const router = await openAsVisitor(path)
  const heading = await screen.findByRole('heading', { level: 1 })
  expect(heading.textContent).not.toMatch(/^Oops|Page not found/)
  expect(router.state.location.pathname).toBe(path)
})

test.each(MEMBER_PATHS)('%s is for members', async (path) => {
  const matched = matchRoutes(routes, path)?.map(({ route }) => route) ?? []
  expect(matched.some(({ id }) => id === MEMBERS_ROUTE_ID)).toBe(true)

  const router = await openAsVisitor(path)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Welcome Back')
  const { pathname, search } = router.state.location
  expect(pathname + search).toBe(`/login?${new URLSearchParams({ next: path })}`)
})

test('every page is inside the layout with header, main area and footer', () => {
  for (const path of [...PUBLIC_PATHS, ...MEMBER_PATHS, '/no/such/page']) {
    expect(matchRoutes(routes, path)?.[0]?.route.Component).toBe(Layout)
  }
  const outside = routes.filter(({ Component }) => Component !== Layout)
  expect(outside.map(({ path }) => path)).toEqual(['/dev/ui'])
  renderRoutes([{ Component: Layout, children: [{ path: '/', element: <h1>A page</h1> }] }], '/')
  expect(screen.getByRole('banner')).toBeTruthy()
  expect(within(screen.getByRole('main')).getByText('A page')).toBeTruthy()
  expect(screen.getByRole('contentinfo')).toBeTruthy()
})

test('the route of the pages for members requires sign-in', async () => {
  await resolveLazyRoutes(routes, '/settings')
  const matched = matchRoutes(routes, '/settings')?.map(({ route }) => route) ?? []
  expect(matched.find(({ id }) => id === MEMBERS_ROUTE_ID)?.Component).toBe(RequireSignIn)
})

test('the page to create a post is not mistaken for a post with the id «create»', () => {
  expect(
    getPageMeta(matchRoutes(routes, '/posts/create')?.map(({ route }) => route) ?? [])?.title,
  ).toBe('Create New Project')
})

test('an unknown address shows «Page not found» inside the layout', async () => {
  renderRoutes(routes, '/no/such/page')

  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(screen.getByRole('contentinfo')).toBeTruthy()
  expect(document.title).toBe('Page not found · Dolph')
})

test('going to another page changes the title and announces it', async () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  mockReply(listSessions, { success: true, data: [] })
  mockReply(listAccountEvents, { success: true, data: [], nextCursor: null })
  mockReply(listPasskeys, { success: true, data: [] })
  await resolveLazyRoutes(routes, '/about')
  const router = renderRoutes(routes, '/about', ada)
  await screen.findByRole('heading', { name: 'About Us' })

  await router.navigate('/settings')

  await waitFor(() => expect(document.title).toBe('Account Settings · Dolph'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Account Settings')
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(
    'Account Settings · Dolph',
  )
})

async function openAsVisitor(path: string) {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  fakeApi.use(http.all('*/api/*', () => new HttpResponse('', { status: 500 })))
  await resolveLazyRoutes(routes, path)
  return renderRoutes(routes, path, null)
}

import { listSessions } from '@dolph/contract/accounts'
import { screen, waitFor } from '@testing-library/react'
import { matchRoutes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { answer } from '../testing/fake-api.ts'
import '../testing/for-members.ts'
import { renderRoutes } from '../testing/render-page.tsx'
import { someViewer } from '../testing/some-viewer.ts'
import { loadPages } from './lazy-pages.ts'
import { MemberArea } from './member-area.tsx'
import { pageOf } from './page.ts'
import { MEMBERS as FOR_MEMBERS, routes } from './router.tsx'

const ada = someViewer()

const PUBLIC = [
  ...['/', '/about', '/browse', '/login', '/signup', '/verify-email', '/verify-email/token'],
  ...['/forgot-password', '/reset-password/token', '/check-email', '/contact'],
  ...['/choose-username'],
  ...['/community-guidelines', '/privacy', '/terms', '/cookies', '/help'],
]
const MEMBERS = [
  ...['/posts', '/posts/create', '/posts/0198', '/posts/edit/0198', '/my-posts', '/profile'],
  ...['/profile/ada', '/messages', '/messages/0198', '/settings'],
  '/confirm-email/token',
]

test.each(PUBLIC)('%s is open to everybody', (path) => {
  const matched = matchRoutes(routes, path)?.map(({ route }) => route) ?? []
  expect(pageOf(matched)?.title).not.toBe('Page not found')
  expect(matched.some(({ id }) => id === FOR_MEMBERS)).toBe(false)
})

test.each(MEMBERS)('%s is for members', (path) => {
  const matched = matchRoutes(routes, path)?.map(({ route }) => route) ?? []
  expect(matched.some(({ id }) => id === FOR_MEMBERS)).toBe(true)
})

test('what is for members is kept by the area for members', async () => {
  await loadPages(routes, '/settings')
  const matched = matchRoutes(routes, '/settings')?.map(({ route }) => route) ?? []
  expect(matched.find(({ id }) => id === FOR_MEMBERS)?.Component).toBe(MemberArea)
})

test('creating a post is not taken for a post called «create»', () => {
  expect(pageOf(matchRoutes(routes, '/posts/create')?.map(({ route }) => route) ?? [])?.title).toBe(
    'Create New Project',
  )
})

test('an unknown address says so inside the layout', async () => {
  renderRoutes(routes, '/no/such/page')

  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(screen.getByRole('contentinfo')).toBeTruthy()
  expect(document.title).toBe('Page not found · Dolph')
})

test('going to another page changes the title and says it aloud', async () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  answer(listSessions, { success: true, data: [] })
  await loadPages(routes, '/about')
  const router = renderRoutes(routes, '/about', ada)
  await screen.findByRole('heading', { name: 'About Us' })

  await router.navigate('/settings')

  await waitFor(() => expect(document.title).toBe('Account Settings · Dolph'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Account Settings')
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(
    'Account Settings · Dolph',
  )
})

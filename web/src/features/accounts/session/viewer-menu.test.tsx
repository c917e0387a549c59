import { logOut } from '@dolph/contract/accounts/accounts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Layout } from '../../../app/layout.tsx'
import { RequireSignIn } from '../../../app/routes/require-sign-in.tsx'
import { mockReply, mockRefusal } from '../../../testing/fake-api.ts'
import '../../../testing/preload-member-modules.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'

const ada = createViewerFixture()

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})

test('logging out clears everything stored for the member, drafts included, and leads to /login', async () => {
  mockReply(logOut, { success: true, message: 'ok' })
  localStorage.setItem(`draft:${ada._id}:post:new`, 'Half a thought')
  sessionStorage.setItem('auth', 'true')
  document.cookie = 'signed-in=1; Path=/'
  const router = openMemberPage()
  await chooseMenuItem('Log out')

  await screen.findByRole('heading', { name: 'Welcome Back' })
  expect(router.state.location).toMatchObject({ pathname: '/login', search: '' })
  expect([localStorage.length, sessionStorage.length, document.cookie]).toEqual([0, 0, ''])
  expect(screen.queryByRole('button', { name: 'Account of ada' })).toBeNull()

  await router.navigate('/posts')
  await waitFor(() => expect(router.state.location.search).toBe('?next=%2Fposts'))
})

test('a failed log-out shows an error and changes nothing', async () => {
  mockRefusal(logOut, 503, { code: 'unavailable', message: 'Later' })
  localStorage.setItem(`draft:${ada._id}:post:new`, 'Half a thought')
  const router = openMemberPage()
  await chooseMenuItem('Log out')

  expect(await screen.findAllByText('Logout failed. Please try again.')).not.toEqual([])
  expect(router.state.location.pathname).toBe('/posts')
  expect(localStorage).toHaveLength(1)
})

test('the menu leads to people, join requests, what is saved, and the settings', async () => {
  openMemberPage()
  await userEvent.click(screen.getByRole('button', { name: 'Account of ada' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['People', '/people'],
    ['Join requests', '/join-requests'],
    ['Saved and following', '/following'],
    ['Account Settings', '/settings'],
    ['Log out', null],
  ])
})

function openMemberPage() {
  return renderRoutes(
    [
      {
        Component: Layout,
        children: [
          {
            path: '/login',
            lazy: { Component: async () => () => <h1>Welcome Back</h1> },
          },
          { Component: RequireSignIn, children: [{ path: '/posts', element: <h1>Dashboard</h1> }] },
        ],
      },
    ],
    '/posts',
    ada,
  )
}

async function chooseMenuItem(name: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Account of ada' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

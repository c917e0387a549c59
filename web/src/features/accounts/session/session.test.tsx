import { deleteAccount } from '@dolph/contract/accounts/accounts'
import { getViewer, type Viewer } from '@dolph/contract/accounts/viewer'
import { listSessions } from '@dolph/contract/accounts/sessions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Layout } from '../../../app/layout.tsx'
import { RequireSignIn } from '../../../app/routes/require-sign-in.tsx'
import { callEndpoint } from '../../../lib/api/api.ts'
import { mockReply, mockRefusal } from '../../../testing/fake-api.ts'
import '../../../testing/preload-member-modules.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { sessionsQuery } from '../data.ts'

const ada = createViewerFixture()
const DEVICE_KEYS = ['message-sound', 'posts-view', 'single-keys', 'theme']
const NOT_SIGNED_IN = { code: 'not-signed-in', message: 'Please log in' } as const

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})

describe('the viewer', () => {
  test('is not requested for a visitor, who is redirected to the login page at once', async () => {
    const calls = answerSignedIn()
    const router = openApp('/posts?sort=likes')
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(getNextPath(router)).toBe('/posts?sort=likes')
    expect(calls).toEqual([])
  })

  test.each([
    ['the readable cookie', () => (document.cookie = 'signed-in=1; Path=/')],
    ['the session flag', () => sessionStorage.setItem('auth', 'true')],
  ])('is requested where there is %s', async (_, setHint) => {
    setHint()
    answerSignedIn()
    openApp('/posts')
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Account of ada' })).toBeTruthy()
    expect(sessionStorage.getItem('auth')).not.toBeNull()
  })

  test('is signed out by a 401: everything is cleared but drafts and the settings of the device', async () => {
    document.cookie = 'signed-in=1; Path=/'
    fillStorage()
    mockRefusal(getViewer, 401, NOT_SIGNED_IN)
    const router = openApp('/posts')

    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(getNextPath(router)).toBe('/posts')
    expectStorageCleared()
  })

  test('cannot be loaded while the server is unavailable: the member stays signed in and nothing is cleared', async () => {
    document.cookie = 'signed-in=1; Path=/'
    fillStorage()
    mockRefusal(getViewer, 503, { code: 'unavailable', message: 'Later' })
    const router = openApp('/posts')

    expect(
      await screen.findByText('Failed to load user data. Please refresh the page.'),
    ).toBeTruthy()
    expect(router.state.location.pathname).toBe('/posts')
    expect(Object.keys(localStorage)).toHaveLength(DEVICE_KEYS.length + 2)
  })

  test('is still in the header after a reload while the server is away, until the session ends', async () => {
    document.cookie = 'signed-in=1; Path=/'
    answerSignedIn()
    openApp('/elsewhere')
    await screen.findByRole('button', { name: 'Account of ada' })
    cleanup()

    mockRefusal(getViewer, 503, { code: 'unavailable', message: 'Later' })
    openApp('/elsewhere')
    expect(await screen.findByRole('button', { name: 'Account of ada' })).toBeTruthy()
    expect(screen.getByRole('navigation', { name: 'Member' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
    // Only the header knows the member: nothing of theirs could load.
    expect(screen.queryByRole('navigation', { name: 'Main pages' })).toBeNull()
    cleanup()

    mockRefusal(getViewer, 401, NOT_SIGNED_IN)
    openApp('/elsewhere')
    await waitFor(() => expect(localStorage).toHaveLength(0))
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Account of ada' })).toBeNull()
  })

  test('is requested again on the next page, but at most every ten seconds', async () => {
    const { advanceTime } = installFakeClock()
    sessionStorage.setItem('auth', 'true')
    const calls = answerSignedIn()
    const router = openApp('/posts')
    await screen.findByRole('heading', { name: 'Dashboard' })
    expect(calls).toHaveLength(1)

    await router.navigate('/elsewhere')
    await screen.findByRole('heading', { name: 'Elsewhere' })
    expect(calls).toHaveLength(1)

    await advanceTime(10_500)
    expect(calls).toHaveLength(1)
    await router.navigate('/posts')
    await screen.findByRole('heading', { name: 'Dashboard' })
    await waitFor(() => expect(calls).toHaveLength(2))
  })

  test('stays known on the next page although the server is down', async () => {
    const { advanceTime } = installFakeClock()
    mockRefusal(getViewer, 503, { code: 'unavailable', message: 'Later' })
    const router = openApp('/posts', ada)
    await advanceTime(11_000)
    await router.navigate('/elsewhere')
    await advanceTime(1000)
    expect(screen.getByRole('button', { name: 'Account of ada' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Elsewhere' })).toBeTruthy()
  })
})

describe('a request without a valid session', () => {
  test.each([
    ['a query', '/query'],
    ['a mutation', '/mutation'],
  ])('by %s redirects to /login with the current path in `next`', async (_, path) => {
    fillStorage()
    mockRefusal(listSessions, 401, NOT_SIGNED_IN)
    mockRefusal(deleteAccount, 401, NOT_SIGNED_IN)
    const router = openApp(path, ada)
    if (path === '/mutation') await userEvent.click(screen.getByRole('button', { name: 'Mutate' }))

    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(getNextPath(router)).toBe(path)
    expect(screen.queryByRole('button', { name: 'Account of ada' })).toBeNull()
    expectStorageCleared()
  })
})

describe('an expired session', () => {
  test('is noticed within a minute', async () => {
    const { advanceTime } = installFakeClock()
    sessionStorage.setItem('auth', 'true')
    mockRefusal(getViewer, 401, NOT_SIGNED_IN)
    const router = openApp('/elsewhere', createExpiringViewer(30_000))

    await advanceTime(59_000)
    expect(router.state.location.pathname).toBe('/elsewhere')
    await advanceTime(2000)
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(getNextPath(router)).toBe('/elsewhere')
    expect(sessionStorage.getItem('auth')).toBeNull()
  })

  test('ends even if the server repeats an expiry time in the past', async () => {
    const { advanceTime } = installFakeClock()
    sessionStorage.setItem('auth', 'true')
    const expired = createExpiringViewer(30_000)
    mockReply(getViewer, { success: true, _id: expired._id, data: expired })
    openApp('/posts', expired)
    await advanceTime(61_000)
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeTruthy()
  })

  test('continues if the server has extended it', async () => {
    const { advanceTime } = installFakeClock()
    sessionStorage.setItem('auth', 'true')
    answerSignedIn()
    openApp('/posts', createExpiringViewer(30_000))
    await advanceTime(125_000)
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy()
  })
})

describe('another tab', () => {
  test('that signs out signs out this one', async () => {
    const router = openApp('/posts', ada)
    await screen.findByRole('heading', { name: 'Dashboard' })
    broadcastFromOtherTab('signed-out')
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(getNextPath(router)).toBe('/posts')
  })

  test('that received a 401 makes this one refetch the viewer instead of signing out', async () => {
    const calls = answerSignedIn()
    openApp('/posts', ada)
    await screen.findByRole('heading', { name: 'Dashboard' })
    broadcastFromOtherTab('changed')
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy()

    mockRefusal(getViewer, 401, NOT_SIGNED_IN)
    broadcastFromOtherTab('changed')
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeTruthy()
  })

  test('that signs in signs in this one', async () => {
    const router = openApp('/elsewhere')
    await screen.findByRole('link', { name: 'Log in' })
    document.cookie = 'signed-in=1; Path=/'
    answerSignedIn()
    broadcastFromOtherTab('changed')
    expect(await screen.findByRole('button', { name: 'Account of ada' })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/elsewhere')
  })
})

function openApp(path: string, viewer?: Viewer) {
  return renderRoutes(
    [
      {
        Component: Layout,
        children: [
          { path: '/login', element: <h1>Welcome Back</h1> },
          { path: '/elsewhere', element: <h1>Elsewhere</h1> },
          { path: '/query', Component: QueryPage },
          { path: '/mutation', Component: MutationPage },
          { Component: RequireSignIn, children: [{ path: '/posts', element: <h1>Dashboard</h1> }] },
        ],
      },
    ],
    path,
    viewer,
  )
}

function QueryPage() {
  useQuery(sessionsQuery)
  return <h1>Query</h1>
}

function MutationPage() {
  const mutation = useMutation({ mutationFn: () => callEndpoint(deleteAccount, { body: {} }) })
  return (
    <button type="button" onClick={() => mutation.mutate()}>
      Mutate
    </button>
  )
}

function answerSignedIn() {
  return mockReply(getViewer, { success: true, _id: ada._id, data: ada })
}

function createExpiringViewer(milliseconds: number): Viewer {
  return createViewerFixture({
    sessionExpiresAt: new Date(Date.now() + milliseconds).toISOString(),
  })
}

function getNextPath(router: ReturnType<typeof openApp>) {
  expect(router.state.location.pathname).toBe('/login')
  return new URLSearchParams(router.state.location.search).get('next')
}

function fillStorage() {
  sessionStorage.setItem('auth', 'true')
  sessionStorage.setItem('other', 'x')
  localStorage.setItem('draft:ada:post', 'Half a thought')
  for (const key of DEVICE_KEYS) localStorage.setItem(key, 'chosen')
  localStorage.setItem('other', 'x')
}

function expectStorageCleared() {
  expect(Object.keys(localStorage).toSorted()).toEqual(['draft:ada:post', ...DEVICE_KEYS])
  expect(sessionStorage).toHaveLength(0)
  expect(document.cookie).toBe('')
}

function broadcastFromOtherTab(event: string) {
  const otherTab = new BroadcastChannel('session')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  otherTab.postMessage(event)
  otherTab.close()
}

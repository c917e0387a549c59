import { deleteAccount, getViewer, listSessions, type Viewer } from '@dolph/contract/accounts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Layout } from '../../app/layout.tsx'
import { MemberArea } from '../../app/member-area.tsx'
import { call } from '../../lib/api.ts'
import { answer, refuse } from '../../testing/fake-api.ts'
import '../../testing/for-members.ts'
import { renderRoutes } from '../../testing/render-page.tsx'
import { someViewer } from '../../testing/some-viewer.ts'
import { holdTime } from '../../testing/time.ts'
import { sessions } from './data.ts'

const ada = someViewer()
const NOBODY = { code: 'not-signed-in', message: 'Please log in' } as const

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})

describe('who is looking', () => {
  test('is not asked for a visitor, who is sent to log in at once', async () => {
    const calls = isSignedIn()
    const router = open('/posts?sort=likes')
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(next(router)).toBe('/posts?sort=likes')
    expect(calls).toEqual([])
  })

  test.each([
    ['the readable cookie', () => (document.cookie = 'signed-in=1; Path=/')],
    ['the session flag', () => sessionStorage.setItem('auth', 'true')],
  ])('is asked where there is %s', async (_, mark) => {
    mark()
    isSignedIn()
    open('/posts')
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Account of ada' })).toBeTruthy()
    expect(sessionStorage.getItem('auth')).not.toBeNull()
  })

  test('nobody, says the server: everything is cleared but drafts and the look of the page', async () => {
    document.cookie = 'signed-in=1; Path=/'
    fillStorage()
    refuse(getViewer, 401, NOBODY)
    const router = open('/posts')

    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(next(router)).toBe('/posts')
    expectCleared()
  })

  test('cannot be said just now: nobody is signed out, and nothing is cleared', async () => {
    document.cookie = 'signed-in=1; Path=/'
    fillStorage()
    refuse(getViewer, 503, { code: 'unavailable', message: 'Later' })
    const router = open('/posts')

    expect(
      await screen.findByText('Failed to load user data. Please refresh the page.'),
    ).toBeTruthy()
    expect(router.state.location.pathname).toBe('/posts')
    expect(Object.keys(localStorage)).toHaveLength(3)
  })

  test('is asked again on the next page, but not more often than every ten seconds', async () => {
    const { pass } = holdTime()
    sessionStorage.setItem('auth', 'true')
    const calls = isSignedIn()
    const router = open('/posts')
    await screen.findByRole('heading', { name: 'Dashboard' })
    expect(calls).toHaveLength(1)

    await router.navigate('/elsewhere')
    await screen.findByRole('heading', { name: 'Elsewhere' })
    expect(calls).toHaveLength(1)

    await pass(10_500)
    await router.navigate('/posts')
    await screen.findByRole('heading', { name: 'Dashboard' })
    await waitFor(() => expect(calls).toHaveLength(2))
  })

  test('is known on the next page although the server is down', async () => {
    const { pass } = holdTime()
    refuse(getViewer, 503, { code: 'unavailable', message: 'Later' })
    const router = open('/posts', ada)
    await pass(11_000)
    await router.navigate('/elsewhere')
    await pass(1000)
    expect(screen.getByRole('button', { name: 'Account of ada' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Elsewhere' })).toBeTruthy()
  })
})

describe('a call that finds nobody signed in', () => {
  test.each([
    ['a question', '/asking'],
    ['a deed', '/doing'],
  ])('%s leads to /login and back', async (_, path) => {
    fillStorage()
    refuse(listSessions, 401, NOBODY)
    refuse(deleteAccount, 401, NOBODY)
    const router = open(path, ada)
    if (path === '/doing') await userEvent.click(screen.getByRole('button', { name: 'Do it' }))

    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(next(router)).toBe(path)
    expect(screen.queryByRole('button', { name: 'Account of ada' })).toBeNull()
    expectCleared()
  })
})

describe('a session that has run out', () => {
  test('is noticed within a minute', async () => {
    const { pass } = holdTime()
    sessionStorage.setItem('auth', 'true')
    refuse(getViewer, 401, NOBODY)
    const router = open('/elsewhere', expiringIn(30_000))

    await pass(59_000)
    expect(router.state.location.pathname).toBe('/elsewhere')
    await pass(2000)
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(next(router)).toBe('/elsewhere')
    expect(sessionStorage.getItem('auth')).toBeNull()
  })

  test('is over even if the server keeps naming a time that is past', async () => {
    const { pass } = holdTime()
    sessionStorage.setItem('auth', 'true')
    const late = expiringIn(30_000)
    answer(getViewer, { success: true, _id: late._id, data: late })
    open('/posts', late)
    await pass(61_000)
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeTruthy()
  })

  test('goes on if the server has prolonged it', async () => {
    const { pass } = holdTime()
    sessionStorage.setItem('auth', 'true')
    isSignedIn()
    open('/posts', expiringIn(30_000))
    await pass(125_000)
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy()
  })
})

describe('another tab', () => {
  test('that signs out takes this one along', async () => {
    const router = open('/posts', ada)
    await screen.findByRole('heading', { name: 'Dashboard' })
    say('signed-out')
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(next(router)).toBe('/posts')
  })

  test('that was told «nobody» makes this one ask, not leave', async () => {
    const calls = isSignedIn()
    open('/posts', ada)
    await screen.findByRole('heading', { name: 'Dashboard' })
    say('changed')
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy()

    refuse(getViewer, 401, NOBODY)
    say('changed')
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeTruthy()
  })

  test('that signs in takes this one along', async () => {
    const router = open('/elsewhere')
    await screen.findByRole('link', { name: 'Log in' })
    document.cookie = 'signed-in=1; Path=/'
    isSignedIn()
    say('changed')
    expect(await screen.findByRole('button', { name: 'Account of ada' })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/elsewhere')
  })
})

function open(path: string, viewer?: Viewer) {
  return renderRoutes(
    [
      {
        Component: Layout,
        children: [
          { path: '/login', element: <h1>Welcome Back</h1> },
          { path: '/elsewhere', element: <h1>Elsewhere</h1> },
          { path: '/asking', Component: AskingPage },
          { path: '/doing', Component: DoingPage },
          { Component: MemberArea, children: [{ path: '/posts', element: <h1>Dashboard</h1> }] },
        ],
      },
    ],
    path,
    viewer,
  )
}

function AskingPage() {
  useQuery(sessions)
  return <h1>Asking</h1>
}

function DoingPage() {
  const deed = useMutation({ mutationFn: () => call(deleteAccount, { body: {} }) })
  return (
    <button type="button" onClick={() => deed.mutate()}>
      Do it
    </button>
  )
}

function isSignedIn() {
  return answer(getViewer, { success: true, _id: ada._id, data: ada })
}

function expiringIn(milliseconds: number): Viewer {
  return someViewer({ sessionExpiresAt: new Date(Date.now() + milliseconds).toISOString() })
}

function next(router: ReturnType<typeof open>) {
  expect(router.state.location.pathname).toBe('/login')
  return new URLSearchParams(router.state.location.search).get('next')
}

function fillStorage() {
  sessionStorage.setItem('auth', 'true')
  sessionStorage.setItem('other', 'x')
  localStorage.setItem('draft:ada:post', 'Half a thought')
  localStorage.setItem('theme', 'dark')
  localStorage.setItem('other', 'x')
}

function expectCleared() {
  expect(Object.keys(localStorage).toSorted()).toEqual(['draft:ada:post', 'theme'])
  expect(sessionStorage).toHaveLength(0)
  expect(document.cookie).toBe('')
}

function say(news: string) {
  const otherTab = new BroadcastChannel('session')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  otherTab.postMessage(news)
  otherTab.close()
}

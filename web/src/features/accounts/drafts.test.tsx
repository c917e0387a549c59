import { logOut, type Viewer } from '@dolph/contract/accounts'
import { readOwnPost } from '@dolph/contract/posts'
import { useQuery } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { Outlet } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { Layout } from '../../app/layout.tsx'
import { MemberArea } from '../../app/member-area.tsx'
import { call } from '../../lib/api.ts'
import { answer, refuse } from '../../testing/fake-api.ts'
import '../../testing/for-members.ts'
import { renderPage, renderRoutes } from '../../testing/render-page.tsx'
import { someViewer } from '../../testing/some-viewer.ts'
import { holdTime } from '../../testing/time.ts'
import { useDraft } from './drafts.ts'
import { ViewerMenu } from './viewer-menu.tsx'

const ada = someViewer()
const bob = someViewer({ _id: '0198c5a0-0000-7000-8000-00000000000b', userName: 'bob' })
const ADAS = `draft:${ada._id}:note`

describe('what a member types', () => {
  test('is kept once they pause, and found again', async () => {
    const { user, pass } = holdTime()
    open()
    await user.type(note(), 'Half a thought')
    expect(localStorage).toHaveLength(0)
    await pass(500)
    expect(screen.getByText(/^Kept at 20/)).toBeTruthy()

    reload()
    expect(note().value).toBe('Half a thought')
    expect(screen.getByText(/^Kept at 20/)).toBeTruthy()
  })

  test('is kept at once when the page goes away', async () => {
    open()
    await userEvent.type(note(), 'Quick')
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem(ADAS)).toContain('Quick')
  })

  test('is kept at once when they go to another page', async () => {
    const router = open()
    await userEvent.type(note(), 'Quick')
    await router.navigate('/elsewhere')
    await screen.findByText('Went elsewhere')
    expect(localStorage.getItem(ADAS)).toContain('Quick')
  })

  test('is never shown to another member', async () => {
    open()
    await userEvent.type(note(), 'Half a thought')
    reload(bob)
    expect(note().value).toBe('')
    reload(ada)
    expect(note().value).toBe('Half a thought')
  })

  test('is forgotten once it was sent', async () => {
    open()
    await userEvent.type(note(), 'Half a thought')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(screen.getByText('Kept nowhere')).toBeTruthy()
    reload()
    expect(note().value).toBe('')
    expect(localStorage).toHaveLength(0)
  })

  test('survives that the session runs out', async () => {
    refuse(readOwnPost, 401, { code: 'not-signed-in', message: 'Please log in' })
    openMembersOnly()
    await userEvent.type(note(), 'Half a thought')
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(localStorage.getItem(ADAS)).toContain('Half a thought')

    reload()
    expect(note().value).toBe('Half a thought')
  })

  test('goes with an explicit log out, even if typed a moment ago; that of others stays', async () => {
    answer(logOut, { success: true, message: 'ok' })
    localStorage.setItem(`draft:${bob._id}:note`, '"Bob’s"')
    localStorage.setItem(`draft:${ada._id}:other`, '"Ada’s"')
    openMembersOnly()
    await userEvent.type(note(), 'Half a thought')
    await userEvent.click(screen.getByRole('button', { name: 'Account of ada' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(Object.keys(localStorage)).toEqual([`draft:${bob._id}:note`])
  })
})

test('a log out in another tab holds for what was typed here a moment ago', async () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  openMembersOnly(Layout)
  await userEvent.type(note(), 'Half a thought')
  const otherTab = new BroadcastChannel('session')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  otherTab.postMessage('signed-out')
  otherTab.close()
  await screen.findByRole('heading', { name: 'Welcome Back' })
  expect(localStorage).toHaveLength(0)
})

describe('storage', () => {
  test.each([
    ['is broken', '{"keptAt":'],
    ['has another shape', JSON.stringify({ keptAt: '2026-01-01T00:00:00.000Z', value: 5 })],
    ['has no time', JSON.stringify({ value: 'Half a thought' })],
    ['is somebody else’s', 'null'],
  ])('that %s counts as empty', async (_, stored) => {
    localStorage.setItem(ADAS, stored)
    open()
    expect(note().value).toBe('')
    await userEvent.type(note(), 'New')
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem(ADAS)).toContain('New')
  })

  test.each(['getItem', 'setItem', 'removeItem'] as const)(
    'that throws at %s breaks nothing',
    async (deed) => {
      vi.spyOn(Storage.prototype, deed).mockImplementation(() => {
        throw new DOMException('No', 'QuotaExceededError')
      })
      open()
      await userEvent.type(note(), 'Half a thought')
      window.dispatchEvent(new Event('pagehide'))
      await userEvent.click(screen.getByRole('button', { name: 'Send' }))
      expect(note().value).toBe('Half a thought')
    },
  )

  test('that is full is not called kept', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No', 'QuotaExceededError')
    })
    open()
    await userEvent.type(note(), 'Half a thought')
    window.dispatchEvent(new Event('pagehide'))
    expect(screen.getByText('Kept nowhere')).toBeTruthy()
  })

  test('that another tab wrote last has the last word', async () => {
    open()
    await userEvent.type(note(), 'Here')
    window.dispatchEvent(new Event('pagehide'))
    const there = JSON.stringify({ keptAt: '2026-01-01T00:00:00.000Z', value: 'There' })
    localStorage.setItem(ADAS, there)
    reload()
    expect(note().value).toBe('There')
  })
})

function Note() {
  const draft = useDraft('note', z.string())
  return (
    <>
      <input
        aria-label="Note"
        defaultValue={draft.found}
        onChange={(event) => draft.keep(event.target.value)}
      />
      <button type="button" onClick={draft.drop}>
        Send
      </button>
      <p>{draft.keptAt ? `Kept at ${draft.keptAt}` : 'Kept nowhere'}</p>
    </>
  )
}

function Ask() {
  const id = '01932dad-55f0-7c01-9923-d974d6c5fc01'
  const question = useQuery({
    queryKey: ['question'],
    queryFn: () => call(readOwnPost, { params: { id } }),
    enabled: false,
  })
  return (
    <button type="button" onClick={() => void question.refetch()}>
      Ask
    </button>
  )
}

function open(viewer: Viewer = ada) {
  return renderPage(<Note />, '/note', viewer)
}

function openMembersOnly(Frame: ComponentType = Outlet) {
  const page = (
    <>
      <ViewerMenu viewer={ada} />
      <Note />
      <Ask />
    </>
  )
  return renderRoutes(
    [
      {
        Component: Frame,
        children: [
          { path: '/login', element: <h1>Welcome Back</h1> },
          { Component: MemberArea, children: [{ path: '/note', element: page }] },
        ],
      },
    ],
    '/note',
    ada,
  )
}

function reload(viewer?: Viewer) {
  cleanup()
  open(viewer)
}

function note() {
  return screen.getByLabelText<HTMLInputElement>('Note')
}

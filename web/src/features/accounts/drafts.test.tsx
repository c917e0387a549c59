import { logOut } from '@dolph/contract/accounts/accounts'
import type { Viewer } from '@dolph/contract/accounts/viewer'
import { readOwnPost } from '@dolph/contract/posts/posts'
import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { Outlet } from 'react-router'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { Layout } from '../../app/layout.tsx'
import { RequireSignIn } from '../../app/routes/require-sign-in.tsx'
import { callEndpoint } from '../../lib/api/api.ts'
import { mockReply, mockRefusal } from '../../testing/fake-api.ts'
import '../../testing/preload-member-modules.ts'
import { renderPage, renderRoutes } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'
import { useDraft } from './drafts.ts'
import { ViewerMenu } from './session/viewer-menu.tsx'
import { viewerQuery } from './session/viewer-query.ts'

const ada = createViewerFixture()
const bob = createViewerFixture({ _id: '0198c5a0-0000-7000-8000-00000000000b', userName: 'bob' })
const ADA_DRAFT_KEY = `draft:${ada._id}:note`

describe('a draft', () => {
  test('is stored once the member pauses, and restored after a reload', async () => {
    const { user, advanceTime } = installFakeClock()
    openNotePage()
    await user.type(getNoteInput(), 'Half a thought')
    expect(localStorage).toHaveLength(0)
    await advanceTime(500)
    expect(screen.getByText(/^Saved at 20/)).toBeTruthy()

    reloadNotePage()
    expect(getNoteInput().value).toBe('Half a thought')
    expect(screen.getByText(/^Saved at 20/)).toBeTruthy()
  })

  test('is stored at once when the page is hidden', async () => {
    openNotePage()
    await userEvent.type(getNoteInput(), 'Quick')
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem(ADA_DRAFT_KEY)).toContain('Quick')
  })

  test('is stored at once when the member opens another page', async () => {
    const router = openNotePage()
    await userEvent.type(getNoteInput(), 'Quick')
    await router.navigate('/elsewhere')
    await screen.findByText('Other page')
    expect(localStorage.getItem(ADA_DRAFT_KEY)).toContain('Quick')
  })

  test('is restored on a page that is rendered before the app knows who signed in', async () => {
    const savedAt = new Date().toISOString()
    localStorage.setItem(ADA_DRAFT_KEY, JSON.stringify({ savedAt, value: 'Half a thought' }))
    const signIn = vi.fn<() => void>()
    const SignIn = () => {
      const client = useQueryClient()
      signIn.mockImplementation(() => client.setQueryData(viewerQuery.queryKey, ada))
      return <h1>Sign in</h1>
    }
    const pages = [
      { path: '/login', Component: SignIn },
      { path: '/note', Component: NoteForm },
    ]
    const router = renderRoutes(pages, '/login', null)
    // As on a busy device: the viewer is in the cache, and its listeners have not been called yet.
    notifyManager.setScheduler(() => {})
    onTestFinished(() => notifyManager.setScheduler((notify) => setTimeout(notify, 0)))
    signIn()
    await act(() => router.navigate('/note'))

    expect(getNoteInput().value).toBe('Half a thought')
  })

  test('is never shown to another member', async () => {
    openNotePage()
    await userEvent.type(getNoteInput(), 'Half a thought')
    reloadNotePage(bob)
    expect(getNoteInput().value).toBe('')
    reloadNotePage(ada)
    expect(getNoteInput().value).toBe('Half a thought')
  })

  test('is deleted once it was sent', async () => {
    openNotePage()
    await userEvent.type(getNoteInput(), 'Half a thought')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(screen.getByText('Not saved')).toBeTruthy()
    reloadNotePage()
    expect(getNoteInput().value).toBe('')
    expect(localStorage).toHaveLength(0)
  })

  test('survives an expired session', async () => {
    mockRefusal(readOwnPost, 401, { code: 'not-signed-in', message: 'Please log in' })
    openProtectedNotePage()
    await userEvent.type(getNoteInput(), 'Half a thought')
    await userEvent.click(screen.getByRole('button', { name: 'Refetch' }))
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(localStorage.getItem(ADA_DRAFT_KEY)).toContain('Half a thought')

    reloadNotePage()
    expect(getNoteInput().value).toBe('Half a thought')
  })

  test('is deleted by a log-out even if it was typed a moment ago, while drafts of other members stay', async () => {
    mockReply(logOut, { success: true, message: 'ok' })
    localStorage.setItem(`draft:${bob._id}:note`, '"Bob’s"')
    localStorage.setItem(`draft:${ada._id}:other`, '"Ada’s"')
    openProtectedNotePage()
    await userEvent.type(getNoteInput(), 'Half a thought')
    await userEvent.click(screen.getByRole('button', { name: 'Account of ada' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(Object.keys(localStorage)).toEqual([`draft:${bob._id}:note`])
  })
})

test('a log-out in another tab deletes what was typed here a moment ago', async () => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  openProtectedNotePage(Layout)
  await userEvent.type(getNoteInput(), 'Half a thought')
  const otherTab = new BroadcastChannel('session')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  otherTab.postMessage('signed-out')
  otherTab.close()
  await screen.findByRole('heading', { name: 'Welcome Back' })
  expect(localStorage).toHaveLength(0)
})

describe('storage', () => {
  test.each([
    ['is broken', '{"savedAt":'],
    ['has another shape', JSON.stringify({ savedAt: '2026-01-01T00:00:00.000Z', value: 5 })],
    ['has no time', JSON.stringify({ value: 'Half a thought' })],
    ['is null', 'null'],
  ])('that %s counts as empty', async (_, record) => {
    localStorage.setItem(ADA_DRAFT_KEY, record)
    openNotePage()
    expect(getNoteInput().value).toBe('')
    await userEvent.type(getNoteInput(), 'New')
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem(ADA_DRAFT_KEY)).toContain('New')
  })

  test.each(['getItem', 'setItem', 'removeItem'] as const)(
    'that throws at %s breaks nothing',
    async (method) => {
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('No', 'QuotaExceededError')
      })
      openNotePage()
      await userEvent.type(getNoteInput(), 'Half a thought')
      window.dispatchEvent(new Event('pagehide'))
      await userEvent.click(screen.getByRole('button', { name: 'Send' }))
      expect(getNoteInput().value).toBe('Half a thought')
    },
  )

  test('that is full never counts as saved', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No', 'QuotaExceededError')
    })
    openNotePage()
    await userEvent.type(getNoteInput(), 'Half a thought')
    window.dispatchEvent(new Event('pagehide'))
    expect(screen.getByText('Not saved')).toBeTruthy()
  })

  test('restores what another tab wrote last', async () => {
    openNotePage()
    await userEvent.type(getNoteInput(), 'Here')
    window.dispatchEvent(new Event('pagehide'))
    const otherRecord = JSON.stringify({ savedAt: '2026-01-01T00:00:00.000Z', value: 'There' })
    localStorage.setItem(ADA_DRAFT_KEY, otherRecord)
    reloadNotePage()
    expect(getNoteInput().value).toBe('There')
  })
})

function NoteForm() {
  const draft = useDraft('note', z.string())
  return (
    <>
      <input
        aria-label="Note"
        defaultValue={draft.restored}
        onChange={(event) => draft.save(event.target.value)}
      />
      <button type="button" onClick={draft.discard}>
        Send
      </button>
      <p>{draft.savedAt ? `Saved at ${draft.savedAt}` : 'Not saved'}</p>
    </>
  )
}

function RefetchButton() {
  const id = '01932dad-55f0-7c01-9923-d974d6c5fc01'
  const query = useQuery({
    queryKey: ['refetched'],
    queryFn: () => callEndpoint(readOwnPost, { params: { id } }),
    enabled: false,
  })
  return (
    <button type="button" onClick={() => void query.refetch()}>
      Refetch
    </button>
  )
}

function openNotePage(viewer: Viewer = ada) {
  return renderPage(<NoteForm />, '/note', viewer)
}

function openProtectedNotePage(Shell: ComponentType = Outlet) {
  const page = (
    <>
      <ViewerMenu viewer={ada} />
      <NoteForm />
      <RefetchButton />
    </>
  )
  return renderRoutes(
    [
      {
        Component: Shell,
        children: [
          { path: '/login', element: <h1>Welcome Back</h1> },
          { Component: RequireSignIn, children: [{ path: '/note', element: page }] },
        ],
      },
    ],
    '/note',
    ada,
  )
}

function reloadNotePage(viewer?: Viewer) {
  cleanup()
  openNotePage(viewer)
}

function getNoteInput() {
  return screen.getByLabelText<HTMLInputElement>('Note')
}

import type { Post } from '@dolph/contract/posts/posts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { createNumberedPostFixture, mockFeed } from '../../../testing/mock-feed.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { DashboardPage } from '../feed/dashboard-page.tsx'

const POSTS = [
  createNumberedPostFixture(3, { title: 'Tide' }),
  createNumberedPostFixture(2, { title: 'Tidal' }),
  createNumberedPostFixture(1),
]

describe('while the member types', () => {
  test('the search waits for a pause, and each search replaces the history entry of the previous one', async () => {
    const { user, advanceTime } = installFakeClock()
    const requests = serveMatches()
    const router = await openDashboard('/posts?type=showcase')

    await user.type(getSearchBox(), 'tid')
    expect(requests).toHaveLength(1)
    await advanceTime(300)
    expect(router.state.location.search).toBe('?type=showcase&q=tid')
    await user.type(getSearchBox(), 'e')
    await advanceTime(300)
    expect(router.state.location.search).toBe('?type=showcase&q=tide')

    expect(requests.map((params) => params.get('q'))).toEqual([null, 'tid', 'tide'])
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    await router.navigate(-1)
    await waitFor(() => expect(router.state.location.search).toBe('?type=showcase'))
    await waitFor(() => expect(getSearchBox().value).toBe(''))
  })

  test('a search that was shown for a while stays in the history', async () => {
    const { user, advanceTime } = installFakeClock()
    serveMatches()
    const router = await openDashboard()

    await user.type(getSearchBox(), 'tid')
    await advanceTime(300)
    await advanceTime(2_500)
    await user.type(getSearchBox(), 'e')
    await advanceTime(300)
    await router.navigate(-1)

    await waitFor(() => expect(getSearchBox().value).toBe('tid'))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
    await router.navigate(1)
    await waitFor(() => expect(getSearchBox().value).toBe('tide'))
  })

  test('Enter searches at once, and the search stays in the history', async () => {
    const { user, advanceTime } = installFakeClock()
    serveMatches()
    const router = await openDashboard()

    await user.type(getSearchBox(), 'tid{Enter}')
    expect(router.state.location.search).toBe('?q=tid')
    await user.type(getSearchBox(), 'e{Enter}')
    await advanceTime(300)
    await router.navigate(-1)

    await waitFor(() => expect(getSearchBox().value).toBe('tid'))
  })

  test('spaces around the term start no search, and stay in the box', async () => {
    const { user, advanceTime } = installFakeClock()
    const requests = serveMatches()
    const router = await openDashboard()
    await user.type(getSearchBox(), 'tide ')
    await advanceTime(300)
    expect(router.state.location.search).toBe('?q=tide')
    expect(getSearchBox().value).toBe('tide ')
    await user.type(getSearchBox(), ' ')
    await advanceTime(300)
    expect(requests).toHaveLength(2)
  })

  test('a text that is too long is kept and explained, and the results stay', async () => {
    const { user, advanceTime } = installFakeClock()
    const requests = serveMatches()
    const router = await openDashboard('/posts?q=tid')
    await user.click(getSearchBox())
    await user.paste('e'.repeat(100))
    await advanceTime(300)

    expect(getSearchBox().value).toHaveLength(103)
    expect(screen.getByRole('alert').textContent).toBe('Search cannot be more than 100 characters')
    expect(router.state.location.search).toBe('?q=tid')
    expect(screen.getAllByRole('article')).toHaveLength(2)
    await user.clear(getSearchBox())
    expect(screen.queryByRole('alert')).toBeNull()
    await advanceTime(300)
    expect(router.state.location.search).toBe('')
    expect(requests.map((params) => params.get('q'))).toEqual(['tid', null])
  })

  test('a search in the URL that is too long is shown in the box, with the reason', async () => {
    serveMatches()
    await openDashboard(`/posts?q=${'tide'.repeat(50)}`)
    expect(getSearchBox().value).toHaveLength(200)
    expect(screen.getByRole('alert').textContent).toBe('Search cannot be more than 100 characters')
  })

  test('a tab that is chosen before the search starts stays chosen', async () => {
    const { user, advanceTime } = installFakeClock()
    serveMatches()
    const router = await openDashboard()
    await user.type(getSearchBox(), 'tide')
    await user.click(screen.getByRole('button', { name: 'Showcase' }))
    await advanceTime(300)
    const chosen = new URLSearchParams(router.state.location.search)
    expect([chosen.get('q'), chosen.get('type')]).toEqual(['tide', 'showcase'])
  })
})

describe('the search box', () => {
  test('gets the focus by /, unless the member is typing already', async () => {
    const { user } = installFakeClock()
    serveMatches()
    await openDashboard()
    await user.keyboard('/')
    expect(document.activeElement).toBe(getSearchBox())
    expect(getSearchBox().value).toBe('')
    await user.keyboard('a/b')
    expect(getSearchBox().value).toBe('a/b')
  })

  test.each([
    ['Esc', async ({ keyboard }: User) => keyboard('{Escape}')],
    [
      'the button in it',
      async ({ click }: User) => click(screen.getByRole('button', { name: 'Clear search' })),
    ],
  ])('is cleared by %s and keeps the focus', async (_, clear) => {
    const { user } = installFakeClock()
    serveMatches()
    const router = await openDashboard('/posts?q=tide')
    await user.click(getSearchBox())

    await clear(user)

    expect(getSearchBox().value).toBe('')
    expect(router.state.location.search).toBe('')
    expect(document.activeElement).toBe(getSearchBox())
  })
})

describe('the search results', () => {
  test('are announced to screen readers', async () => {
    const { user, advanceTime } = installFakeClock()
    serveMatches()
    await openDashboard()
    expect(screen.getByText('3 posts shown')).toBeTruthy()
    await user.type(getSearchBox(), 'tide')
    await advanceTime(300)
    expect(await screen.findByText('1 post shown')).toBeTruthy()
    await user.type(getSearchBox(), 'less')
    await advanceTime(300)
    expect(await screen.findByText('No posts found')).toBeTruthy()
  })

  test('stay, marked as busy, until the next results arrive', async () => {
    const { user, advanceTime } = installFakeClock()
    const reply = Promise.withResolvers<void>()
    serveMatches(() => reply.promise)
    await openDashboard()
    await user.type(getSearchBox(), 'tide')
    await advanceTime(300)

    expect(screen.getAllByRole('article')).toHaveLength(3)
    expect(screen.getAllByRole('article')[0]?.closest('[aria-busy=true]')).toBeTruthy()

    reply.resolve()
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    expect(screen.getByRole('article').closest('[aria-busy=true]')).toBeNull()
  })

  test('are those of the last search: an outdated request is aborted', async () => {
    const { user, advanceTime } = installFakeClock()
    const fetched = vi.spyOn(window, 'fetch')
    const never = new Promise<void>(() => undefined)
    serveMatches((q) => (q === 'tid' ? never : Promise.resolve()))
    await openDashboard()

    await user.type(getSearchBox(), 'tid')
    await advanceTime(300)
    const outdatedSignal = fetched.mock.calls.at(-1)?.[1]?.signal
    expect(outdatedSignal?.aborted).toBe(false)
    await user.type(getSearchBox(), 'e')
    await advanceTime(300)

    expect(outdatedSignal?.aborted).toBe(true)
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  })
})

type User = ReturnType<typeof installFakeClock>['user']

function serveMatches(delay: (q: string) => Promise<void> = () => Promise.resolve()) {
  return mockFeed(async (params) => {
    const q = params.get('q') ?? ''
    if (q) await delay(q)
    const matches = ({ title }: Post) => title.toLowerCase().includes(q)
    return { data: POSTS.filter(matches) }
  })
}

async function openDashboard(path = '/posts') {
  const router = renderPage(<DashboardPage />, path, createViewerFixture())
  await screen.findAllByRole('article')
  return router
}

function getSearchBox() {
  return screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search posts' })
}

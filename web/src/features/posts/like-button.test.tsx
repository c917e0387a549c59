import { likePost } from '@dolph/contract/posts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { mockNetworkError, fakeApi, mockRefusal } from '../../testing/fake-api.ts'
import { createAgedPostFixture, mockFeed } from '../../testing/mock-feed.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { stubIntersectionObserver } from '../../testing/stub-intersection-observer.ts'
import { createViewerFixture } from '../../testing/viewer-fixtures.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'
import { DashboardPage } from './dashboard-page.tsx'

describe('a like', () => {
  test('shows at once, says what is meant, and ends with what the server says', async () => {
    const server = serveLikes(4)
    await openDashboard()

    await userEvent.click(getLikeButton())
    expect(getLikeState()).toEqual({ pressed: 'true', name: 'Like Post 1, 5 likes' })

    // Four others liked it meanwhile.
    server.count = 8
    server.answer()
    await waitFor(() => expect(getLikeState().name).toBe('Like Post 1, 9 likes'))
    expect(getLikeState().pressed).toBe('true')
    expect(server.asked).toEqual([true])
  })

  test('is taken back the same way', async () => {
    const server = serveLikes(1, true)
    await openDashboard()
    await userEvent.click(getLikeButton())
    expect(getLikeState()).toEqual({ pressed: 'false', name: 'Like Post 1, 0 likes' })
    server.answer()
    await waitFor(() => expect(server.asked).toEqual([false]))
    expect(getLikeState().name).toBe('Like Post 1, 0 likes')
  })

  test.each([
    ['refused', () => void mockRefusal(likePost, 503, { code: 'unavailable', message: 'Later' })],
    ['lost', () => mockNetworkError(likePost)],
  ])('that is %s goes back to what it was, and says so', async (_, fail) => {
    mockFeed(() => ({ data: [createAgedPostFixture(1, { likeCount: 4 })] }))
    fail()
    await openDashboard()

    await userEvent.click(getLikeButton())

    expect(await screen.findByText('Failed to like post')).toBeTruthy()
    expect(getLikeState()).toEqual({ pressed: 'false', name: 'Like Post 1, 4 likes' })
  })

  test('works after one that failed, and stays when taking it back fails', async () => {
    mockFeed(() => ({ data: [createAgedPostFixture(1, { likeCount: 4 })] }))
    mockNetworkError(likePost)
    await openDashboard()
    await userEvent.click(getLikeButton())
    await screen.findByText('Failed to like post')
    const server = serveLikes(4)
    await userEvent.click(getLikeButton())
    server.answer()
    await waitFor(() => expect(server.isLiked).toBe(true))
    const refused = mockRefusal(likePost, 503, { code: 'unavailable', message: 'Later' })
    await userEvent.click(getLikeButton())
    await waitFor(() => expect(refused).toHaveLength(1))
    await waitFor(() =>
      expect(getLikeState()).toEqual({ pressed: 'true', name: 'Like Post 1, 5 likes' }),
    )
    expect(server.asked).toEqual([true])
  })

  test('clicked again and again ends with the last word, one call at a time', async () => {
    const server = serveLikes(4)
    await openDashboard()
    await userEvent.dblClick(getLikeButton())
    await userEvent.click(getLikeButton())
    await userEvent.click(getLikeButton())
    expect(getLikeState()).toEqual({ pressed: 'false', name: 'Like Post 1, 4 likes' })
    await waitFor(() => expect(server.asked).toEqual([true]))

    server.answer()
    await waitFor(() => expect(server.asked).toEqual([true, false]))
    expect(getLikeState().pressed).toBe('false')
    server.answer()
    await waitFor(() => expect(server.isLiked).toBe(false))

    expect(getLikeState()).toEqual({ pressed: 'false', name: 'Like Post 1, 4 likes' })
    expect(server.asked).toEqual([true, false])
  })

  test('that was turned twice while on its way needs no second call', async () => {
    const server = serveLikes(4)
    await openDashboard()
    await userEvent.tripleClick(getLikeButton())
    server.answer()
    await waitFor(() => expect(server.isLiked).toBe(true))
    await new Promise((done) => setTimeout(done, 50))
    expect(server.asked).toEqual([true])
    expect(getLikeState()).toEqual({ pressed: 'true', name: 'Like Post 1, 5 likes' })
  })

  test('is not undone by a refresh that comes while it is on its way', async () => {
    const { user, pass } = installFakeClock()
    const server = serveLikes(4)
    await openDashboard()
    await pass(29_000)
    await user.click(getLikeButton())

    server.count = 6
    await pass(2_000)

    await waitFor(() =>
      expect(getLikeState()).toEqual({ pressed: 'true', name: 'Like Post 1, 7 likes' }),
    )
    server.answer()
    await waitFor(() => expect(server.isLiked).toBe(true))
    expect(getLikeState()).toEqual({ pressed: 'true', name: 'Like Post 1, 7 likes' })
  })

  test('is not undone by a refresh that was asked for before it and comes after it', async () => {
    const { user, pass } = installFakeClock()
    const server = serveLikes(4)
    await openDashboard()
    const late = Promise.withResolvers<void>()
    const before = [createAgedPostFixture(1, { likeCount: 4 })]
    const asked = mockFeed(async () => {
      await late.promise
      return { data: before }
    })
    await pass(31_000)
    expect(asked).toHaveLength(1)

    await user.click(getLikeButton())
    server.answer()
    await waitFor(() => expect(server.isLiked).toBe(true))
    await act(async () => {
      late.resolve()
      await new Promise((done) => setImmediate(done))
    })
    await pass(1_000)

    expect(getLikeState()).toEqual({ pressed: 'true', name: 'Like Post 1, 5 likes' })
  })

  test('sends whoever is no longer signed in to log in', async () => {
    mockFeed(() => ({ data: [createAgedPostFixture(1)] }))
    mockRefusal(likePost, 401, { code: 'not-signed-in', message: 'Please log in' })
    const router = await openDashboard()
    await userEvent.click(getLikeButton())
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(screen.queryByText('Failed to like post')).toBeNull()
  })

  test('holds when the next page of the list arrives after it', async () => {
    stubIntersectionObserver()
    const server = serveLikes(4)
    const next = Promise.withResolvers<void>()
    mockFeed(async (asked) => {
      if (!asked.has('cursor')) return { data: [server.post()], nextCursor: 'next' }
      await next.promise
      return { data: [createAgedPostFixture(0)] }
    })
    await openDashboard()

    await userEvent.click(getLikeButton())
    server.answer()
    await waitFor(() => expect(server.isLiked).toBe(true))
    next.resolve()

    await screen.findByRole('article', { name: 'Post 0' })
    expect(getLikeState()).toEqual({ pressed: 'true', name: 'Like Post 1, 5 likes' })
  })
})

/** A server with one post, whose likes are answered only when the test says so. */
function serveLikes(count: number, isLiked = false) {
  const waiting: (() => void)[] = []
  const server = {
    /** The likes of others and of the viewer. */
    count,
    isLiked,
    asked: [] as unknown[],
    post: () => createAgedPostFixture(1, { likeCount: server.count, isLiked: server.isLiked }),
    /** Answers the call that waits; before there is one, the first. */
    answer: () => void waitFor(() => (waiting.shift() ?? throwNoRequest)()),
  }
  mockFeed(() => ({ data: [server.post()] }))
  fakeApi.use(
    http.post(`*${likePost.url}`, async ({ request }) => {
      const { liked } = (await request.json()) as { liked: boolean }
      server.asked.push(liked)
      await new Promise<void>((answer) => waiting.push(answer))
      if (liked !== server.isLiked) server.count += liked ? 1 : -1
      server.isLiked = liked
      const { likeCount } = server.post()
      return HttpResponse.json({ success: true, message: '', likeCount, isLiked: liked })
    }),
  )
  return server
}

function throwNoRequest(): never {
  throw new Error('Nothing was asked yet')
}

async function openDashboard() {
  const router = renderPage(<DashboardPage />, '/posts', createViewerFixture())
  await screen.findByRole('article', { name: 'Post 1' })
  return router
}

function getLikeButton() {
  return screen.getByRole('button', { name: /^Like Post 1,/ })
}

function getLikeState() {
  const button = getLikeButton()
  return { pressed: button.getAttribute('aria-pressed'), name: button.getAttribute('aria-label') }
}

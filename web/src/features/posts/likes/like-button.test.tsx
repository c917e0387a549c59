import { likePost } from '@dolph/contract/posts/posts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { mockNetworkError, fakeApi, mockRefusal } from '../../../testing/fake-api.ts'
import { createNumberedPostFixture, mockFeed } from '../../../testing/mock-feed.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { stubIntersectionObserver } from '../../../testing/stub-intersection-observer.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { DashboardPage } from '../feed/dashboard-page.tsx'

describe('a like', () => {
  test('shows at once, sends the wanted state, and ends with the server’s count', async () => {
    const server = serveLikes(4)
    await openDashboard()

    await userEvent.click(getLikeButton())
    expect(getLikeState()).toEqual({ pressed: 'true', name: 'Like Post 1, 5 likes' })

    // Four other members like the post meanwhile.
    server.count = 8
    server.reply()
    await waitFor(() => expect(getLikeState().name).toBe('Like Post 1, 9 likes'))
    expect(getLikeState().pressed).toBe('true')
    expect(server.requests).toEqual([true])
  })

  test('is removed the same way', async () => {
    const server = serveLikes(1, true)
    await openDashboard()
    await userEvent.click(getLikeButton())
    expect(getLikeState()).toEqual({ pressed: 'false', name: 'Like Post 1, 0 likes' })
    server.reply()
    await waitFor(() => expect(server.requests).toEqual([false]))
    expect(getLikeState().name).toBe('Like Post 1, 0 likes')
  })

  test.each([
    ['refused', () => void mockRefusal(likePost, 503, { code: 'unavailable', message: 'Later' })],
    ['lost', () => mockNetworkError(likePost)],
  ])('that is %s is reverted, and an error is shown', async (_, fail) => {
    mockFeed(() => ({ data: [createNumberedPostFixture(1, { likeCount: 4 })] }))
    fail()
    await openDashboard()

    await userEvent.click(getLikeButton())

    expect(await screen.findByText('Failed to like post')).toBeTruthy()
    expect(getLikeState()).toEqual({ pressed: 'false', name: 'Like Post 1, 4 likes' })
  })

  test('works after a failed one, and stays when removing it fails', async () => {
    mockFeed(() => ({ data: [createNumberedPostFixture(1, { likeCount: 4 })] }))
    mockNetworkError(likePost)
    await openDashboard()
    await userEvent.click(getLikeButton())
    await screen.findByText('Failed to like post')
    const server = serveLikes(4)
    await userEvent.click(getLikeButton())
    server.reply()
    await waitFor(() => expect(server.isLiked).toBe(true))
    const refusedRequests = mockRefusal(likePost, 503, { code: 'unavailable', message: 'Later' })
    await userEvent.click(getLikeButton())
    await waitFor(() => expect(refusedRequests).toHaveLength(1))
    await waitFor(() =>
      expect(getLikeState()).toEqual({ pressed: 'true', name: 'Like Post 1, 5 likes' }),
    )
    expect(server.requests).toEqual([true])
  })

  test('clicked repeatedly ends in the last chosen state, with one request at a time', async () => {
    const server = serveLikes(4)
    await openDashboard()
    await userEvent.dblClick(getLikeButton())
    await userEvent.click(getLikeButton())
    await userEvent.click(getLikeButton())
    expect(getLikeState()).toEqual({ pressed: 'false', name: 'Like Post 1, 4 likes' })
    await waitFor(() => expect(server.requests).toEqual([true]))

    server.reply()
    await waitFor(() => expect(server.requests).toEqual([true, false]))
    expect(getLikeState().pressed).toBe('false')
    server.reply()
    await waitFor(() => expect(server.isLiked).toBe(false))

    expect(getLikeState()).toEqual({ pressed: 'false', name: 'Like Post 1, 4 likes' })
    expect(server.requests).toEqual([true, false])
  })

  test('that is toggled twice while its request is running needs no second request', async () => {
    const server = serveLikes(4)
    await openDashboard()
    await userEvent.tripleClick(getLikeButton())
    server.reply()
    await waitFor(() => expect(server.isLiked).toBe(true))
    await new Promise((done) => setTimeout(done, 50))
    expect(server.requests).toEqual([true])
    expect(getLikeState()).toEqual({ pressed: 'true', name: 'Like Post 1, 5 likes' })
  })

  test('is not undone by a refresh while its request is running', async () => {
    const { user, advanceTime } = installFakeClock()
    const server = serveLikes(4)
    await openDashboard()
    await advanceTime(29_000)
    await user.click(getLikeButton())

    server.count = 6
    await advanceTime(2_000)

    await waitFor(() =>
      expect(getLikeState()).toEqual({ pressed: 'true', name: 'Like Post 1, 7 likes' }),
    )
    server.reply()
    await waitFor(() => expect(server.isLiked).toBe(true))
    expect(getLikeState()).toEqual({ pressed: 'true', name: 'Like Post 1, 7 likes' })
  })

  test('is not undone by a refresh that was requested before it and arrives after it', async () => {
    const { user, advanceTime } = installFakeClock()
    const server = serveLikes(4)
    await openDashboard()
    const delayed = Promise.withResolvers<void>()
    const before = [createNumberedPostFixture(1, { likeCount: 4 })]
    const requests = mockFeed(async () => {
      await delayed.promise
      return { data: before }
    })
    await advanceTime(31_000)
    expect(requests).toHaveLength(1)

    await user.click(getLikeButton())
    server.reply()
    await waitFor(() => expect(server.isLiked).toBe(true))
    await act(async () => {
      delayed.resolve()
      await new Promise((done) => setImmediate(done))
    })
    await advanceTime(1_000)

    expect(getLikeState()).toEqual({ pressed: 'true', name: 'Like Post 1, 5 likes' })
  })

  test('redirects to login when the session has expired', async () => {
    mockFeed(() => ({ data: [createNumberedPostFixture(1)] }))
    mockRefusal(likePost, 401, { code: 'not-signed-in', message: 'Please log in' })
    const router = await openDashboard()
    await userEvent.click(getLikeButton())
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(screen.queryByText('Failed to like post')).toBeNull()
  })

  test('stays when the next page of the list arrives after it', async () => {
    stubIntersectionObserver()
    const server = serveLikes(4)
    const next = Promise.withResolvers<void>()
    mockFeed(async (params) => {
      if (!params.has('cursor')) return { data: [server.post()], nextCursor: 'next' }
      await next.promise
      return { data: [createNumberedPostFixture(0)] }
    })
    await openDashboard()

    await userEvent.click(getLikeButton())
    server.reply()
    await waitFor(() => expect(server.isLiked).toBe(true))
    next.resolve()

    await screen.findByRole('article', { name: 'Post 0' })
    expect(getLikeState()).toEqual({ pressed: 'true', name: 'Like Post 1, 5 likes' })
  })
})

/** A server with one post that replies to like requests only when the test calls `reply`. */
function serveLikes(count: number, isLiked = false) {
  const pendingReplies: (() => void)[] = []
  const server = {
    /** The like count, including the viewer's own like. */
    count,
    isLiked,
    requests: [] as unknown[],
    post: () => createNumberedPostFixture(1, { likeCount: server.count, isLiked: server.isLiked }),
    /** Replies to the oldest pending request, or waits for the first one. */
    reply: () => void waitFor(() => (pendingReplies.shift() ?? throwNoRequest)()),
  }
  mockFeed(() => ({ data: [server.post()] }))
  fakeApi.use(
    http.post(`*${likePost.url}`, async ({ request }) => {
      const { liked } = (await request.json()) as { liked: boolean }
      server.requests.push(liked)
      await new Promise<void>((reply) => pendingReplies.push(reply))
      if (liked !== server.isLiked) server.count += liked ? 1 : -1
      server.isLiked = liked
      const { likeCount } = server.post()
      return HttpResponse.json({ success: true, message: '', likeCount, isLiked: liked })
    }),
  )
  return server
}

function throwNoRequest(): never {
  throw new Error('no like request has arrived yet')
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

import { browsePosts, type Post } from '@dolph/contract/posts/posts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { mockRawReply, mockNetworkError, mockRefusal } from '../../../testing/fake-api.ts'
import { createNumberedPostFixture, mockFeed } from '../../../testing/mock-feed.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { stubIntersectionObserver } from '../../../testing/stub-intersection-observer.ts'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { DashboardPage } from './dashboard-page.tsx'

describe('the dashboard', () => {
  test('has a title, a search, four tabs, two sort orders and a link to create a post', async () => {
    servePosts([])
    openDashboard()

    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Explore Projects')
    expect(screen.getByPlaceholderText('Search posts...')).toBeTruthy()
    const tabs = within(screen.getByRole('group', { name: 'Type of project' }))
    expect(tabs.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'All Posts',
      'Showcase',
      'Seeking Contributors',
      'Looking to Join',
    ])
    const [create] = screen.getAllByRole('link', { name: 'Create New Post' })
    expect(create?.getAttribute('href')).toBe('/posts/create')
    expect(screen.getByRole('button', { name: 'Grid' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Sort by Most Recent' }))
    const orders = await screen.findAllByRole('menuitemradio')
    expect(orders.map((order) => order.textContent)).toEqual(['Most Recent', 'Most Liked'])
  })

  test('shows each post with its author, type, links, comments, likes and Read More', async () => {
    const links = {
      github: 'https://github.com/ada/tide',
      demo: 'https://tide.example',
      projectUrl: 'https://about.tide.example',
    }
    servePosts([createPostFixture({ ...links, likeCount: 1, commentCount: 2, isLiked: true })])
    openDashboard()

    const card = within(await screen.findByRole('article', { name: 'Tide' }))
    expect(card.getByRole('link', { name: 'ada' }).getAttribute('href')).toBe('/profile/ada')
    expect(card.getByText('Showcase')).toBeTruthy()
    expect(card.getByText('2 comments')).toBeTruthy()
    expect(card.getByRole('link', { name: /^GitHub/ }).getAttribute('href')).toBe(links.github)
    expect(card.getByRole('link', { name: /^Live Demo/ }).getAttribute('href')).toBe(links.demo)
    expect(card.getByRole('link', { name: /^Project URL/ }).getAttribute('href')).toBe(
      links.projectUrl,
    )
    const like = card.getByRole('button', { name: 'Like Tide, 1 like' })
    expect(like.getAttribute('aria-pressed')).toBe('true')
    expect(card.getByRole('link', { name: 'Read More: Tide' }).getAttribute('href')).toBe(
      `/posts/${createPostFixture()._id}`,
    )
    expect(card.getByRole('link', { name: 'Tide' }).tabIndex).toBe(0)
  })

  test('highlights the search term in titles, bodies and names', async () => {
    const body = `${'Many other words come first. '.repeat(8)}At last the Tide.`
    const requests = servePosts([
      createPostFixture({ title: 'The tide', body, user: createAuthor('tideman') }),
    ])
    openDashboard('/posts?q=TIDE')

    const card = within(await screen.findByRole('article'))
    expect(card.getAllByText(/tide/i, { selector: 'mark' }).map((m) => m.textContent)).toEqual([
      'tide',
      'tide',
      'Tide',
    ])
    expect(card.getByText(/^… .*At last the/)).toBeTruthy()
    expect(requests.map(String)).toEqual(['q=TIDE&scope=text-and-author'])
  })

  test('shows the time ranges when Most Liked is chosen, and the chosen range on the button', async () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      timeZone: 'Europe/Lisbon',
    } as Intl.ResolvedDateTimeFormatOptions)
    const requests = servePosts([createPostFixture()])
    const router = openDashboard()
    await screen.findByRole('article')

    await userEvent.click(screen.getByRole('button', { name: 'Sort by Most Recent' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Most Liked' }))
    expect(router.state.location.search).toBe('?sort=likes')
    const ranges = within(await screen.findByRole('group', { name: 'Time range' }))
    expect(ranges.getAllByRole('menuitemradio').map((range) => range.textContent)).toEqual([
      'Today',
      'This Month',
      'This Year',
      'All Time',
    ])
    await userEvent.click(ranges.getByRole('menuitemradio', { name: 'This Month' }))

    const button = await screen.findByRole('button', { name: 'Sort by Most Liked (This Month)' })
    expect(button).toBeTruthy()
    expect(router.state.location.search).toBe('?sort=likes&range=month')
    await waitFor(() =>
      expect(requests.map(String)).toEqual([
        '',
        'sort=likes',
        'sort=likes&range=month&tz=Europe%2FLisbon',
      ]),
    )
  })

  test('does not show All Time on the button', () => {
    servePosts([createPostFixture()])
    openDashboard('/posts?sort=likes&range=all-time')
    expect(screen.getByRole('button', { name: 'Sort by Most Liked' })).toBeTruthy()
  })

  test('keeps a choice that is followed by another before the page has rendered it', async () => {
    servePosts([createPostFixture()])
    const router = openDashboard('/posts?sort=likes&range=year')
    await userEvent.click(screen.getByRole('button', { name: /^Sort by/ }))
    const mostRecent = await screen.findByRole('menuitemradio', { name: 'Most Recent' })

    act(() => {
      mostRecent.click()
      screen.getByRole('button', { name: 'Showcase', hidden: true }).click()
    })

    await waitFor(() => expect(router.state.location.search).toBe('?type=showcase'))
  })

  test('restores the filter from the URL, and again after Back', async () => {
    const requests = servePosts([createPostFixture()])
    const router = openDashboard('/posts?q=tide&type=showcase&sort=likes&range=today')
    await screen.findByRole('article')
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'tide')
    expect(screen.getByRole('button', { name: 'Showcase' }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    expect(screen.getByRole('button', { name: 'Sort by Most Liked (Today)' })).toBeTruthy()
    expect(requests[0]?.get('range')).toBe('today')

    await userEvent.click(screen.getByRole('button', { name: 'All Posts' }))
    await waitFor(() => expect(router.state.location.search).not.toContain('type'))
    await router.navigate(-1)

    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Showcase' }).getAttribute('aria-pressed')).toBe(
        'true',
      ),
    )
  })

  test('shows an empty state when nothing matches', async () => {
    servePosts([])
    openDashboard('/posts?type=showcase')
    expect(screen.getByLabelText('Loading posts').getAttribute('aria-busy')).toBe('true')
    expect(await screen.findByText('No posts found matching your criteria')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Show All Posts' })).toBeTruthy()
  })

  test.each([
    ['Failed to fetch posts', () => mockRefusal(browsePosts, 503, BUSY)],
    ['Invalid response format', () => mockRawReply(browsePosts, 200, { success: true })],
    ['Failed to load posts', () => mockNetworkError(browsePosts)],
  ])('shows %s, and can be retried', async (text, fail) => {
    fail()
    openDashboard()
    expect(await screen.findByText(text)).toBeTruthy()

    servePosts([createPostFixture()])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

    expect(await screen.findByRole('article', { name: 'Tide' })).toBeTruthy()
    expect(screen.queryByText(text)).toBeNull()
  })

  test('redirects to login when the session has expired, and back afterwards', async () => {
    // The API answers browsing to everybody; the dashboard does not rely on it.
    const refusal = { success: false, code: 'not-signed-in', message: 'Please log in' }
    mockRawReply(browsePosts, 401, refusal)
    const router = openDashboard('/posts?type=showcase')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(new URLSearchParams(router.state.location.search).get('next')).toBe(
      '/posts?type=showcase',
    )
  })
})

describe('every 30 seconds', () => {
  test('new posts of a search wait behind a button', async () => {
    const { user, advanceTime } = installFakeClock()
    let posts = [createNumberedPostFixture(1)]
    const requests = mockFeed(() => ({ data: posts }))
    openDashboard('/posts?q=post')
    await screen.findByRole('article')

    posts = [createNumberedPostFixture(2), createNumberedPostFixture(1)]
    await advanceTime(29_000)
    expect(requests).toHaveLength(1)
    await advanceTime(2_000)
    await user.click(await screen.findByRole('button', { name: '1 new post' }))

    expect(await screen.findByRole('article', { name: 'Post 2' })).toBeTruthy()
  })

  test('the most liked posts keep their places, and only their counts change', async () => {
    const { advanceTime } = installFakeClock()
    let posts = [
      createNumberedPostFixture(1, { likeCount: 9 }),
      createNumberedPostFixture(2, { likeCount: 8 }),
    ]
    mockFeed(() => ({ data: posts }))
    openDashboard('/posts?sort=likes')
    await screen.findByRole('article', { name: 'Post 1' })

    posts = [
      createNumberedPostFixture(3, { likeCount: 20 }),
      createNumberedPostFixture(2, { likeCount: 10 }),
    ]
    await advanceTime(31_000)

    expect(await screen.findByRole('button', { name: 'Like Post 2, 10 likes' })).toBeTruthy()
    expect(getTitles()).toEqual(['Post 1', 'Post 2'])
    expect(screen.queryByRole('button', { name: /new post/ })).toBeNull()
  })

  test('no request is sent while the page is hidden', async () => {
    const { advanceTime } = installFakeClock()
    const requests = servePosts([createPostFixture()])
    openDashboard()
    await screen.findByRole('article')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await advanceTime(200_000)
    expect(requests).toHaveLength(1)
  })
})

describe('loading more posts', () => {
  test('shows a post once, even if it lost rank between two pages', async () => {
    stubIntersectionObserver()
    mockFeed((params) =>
      params.has('cursor')
        ? { data: [createNumberedPostFixture(2), createNumberedPostFixture(3)] }
        : {
            data: [createNumberedPostFixture(1), createNumberedPostFixture(2)],
            nextCursor: 'next',
          },
    )
    openDashboard('/posts?sort=likes')
    await screen.findByRole('article', { name: 'Post 3' })
    expect(getTitles()).toEqual(['Post 1', 'Post 2', 'Post 3'])
  })

  test('shows an error when the next page fails to load, keeps the loaded posts and can be retried', async () => {
    stubIntersectionObserver()
    mockFeed((params) => {
      if (params.has('cursor')) throw HttpResponse.json({}, { status: 500 })
      return { data: [createNumberedPostFixture(2)], nextCursor: 'next' }
    })
    openDashboard()
    expect(await screen.findByText('The next posts could not be loaded.')).toBeTruthy()
    expect(getTitles()).toEqual(['Post 2'])

    servePosts([createNumberedPostFixture(1)])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

    await waitFor(() => expect(getTitles()).toEqual(['Post 2', 'Post 1']))
  })
})

const BUSY = { code: 'unavailable', message: 'Back in a moment' } as const

function servePosts(data: Post[]) {
  return mockFeed(() => ({ data }))
}

function openDashboard(path = '/posts') {
  return renderPage(<DashboardPage />, path, createViewerFixture())
}

function getTitles() {
  return screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
}

function createAuthor(userName: string) {
  return { _id: createViewerFixture()._id, userName, profilePicture: '' }
}

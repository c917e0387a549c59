import { browsePosts, type Post } from '@dolph/contract/posts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { answerRaw, cutOff, refuse } from '../../testing/fake-api.ts'
import { postOfAge, serveFeed } from '../../testing/fake-feed.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { scrolledToTheEnd } from '../../testing/scrolled-to-the-end.ts'
import { somePost } from '../../testing/some-post.ts'
import { someViewer } from '../../testing/some-viewer.ts'
import { holdTime } from '../../testing/time.ts'
import { DashboardPage } from './dashboard-page.tsx'

describe('the dashboard', () => {
  test('has a title, a search, the four tabs, two orders and a way to create a post', async () => {
    show([])
    open()

    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Explore Projects')
    expect(screen.getByPlaceholderText('Search posts...')).toBeTruthy()
    const tabs = within(screen.getByRole('group', { name: 'Type of post' }))
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
    const github = 'https://github.com/ada/tide'
    show([somePost({ github, likeCount: 1, commentCount: 2, isLiked: true })])
    open()

    const card = within(await screen.findByRole('article', { name: 'Tide' }))
    expect(card.getByRole('link', { name: 'ada' }).getAttribute('href')).toBe('/profile/ada')
    expect(card.getByText('Showcase')).toBeTruthy()
    expect(card.getByText('2 comments')).toBeTruthy()
    expect(card.getByRole('link', { name: /^GitHub/ }).getAttribute('href')).toBe(github)
    const like = card.getByRole('button', { name: 'Like Tide, 1 like' })
    expect(like.getAttribute('aria-pressed')).toBe('true')
    expect(card.getByRole('link', { name: 'Read More' }).getAttribute('href')).toBe(
      `/posts/${somePost()._id}`,
    )
  })

  test('marks what was searched for in titles, bodies and names', async () => {
    const body = `${'Many other words come first. '.repeat(8)}At last the Tide.`
    const asked = show([somePost({ title: 'The tide', body, user: userCalled('tideman') })])
    open('/posts?q=TIDE')

    const card = within(await screen.findByRole('article'))
    expect(card.getAllByText(/tide/i, { selector: 'mark' }).map((m) => m.textContent)).toEqual([
      'tide',
      'tide',
      'Tide',
    ])
    expect(card.getByText(/^… .*At last the/)).toBeTruthy()
    expect(asked.map(String)).toEqual(['q=TIDE&scope=text-and-author'])
  })

  test('opens the time ranges when Most Liked is chosen, and says which one holds', async () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      timeZone: 'Europe/Lisbon',
    } as Intl.ResolvedDateTimeFormatOptions)
    const asked = show([somePost()])
    const router = open()
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
      expect(asked.map(String)).toEqual([
        '',
        'sort=likes',
        'sort=likes&range=month&tz=Europe%2FLisbon',
      ]),
    )
  })

  test('does not say All Time beside the label', () => {
    show([somePost()])
    open('/posts?sort=likes&range=all-time')
    expect(screen.getByRole('button', { name: 'Sort by Most Liked' })).toBeTruthy()
  })

  test('restores everything from the address, and goes back to it', async () => {
    const asked = show([somePost()])
    const router = open('/posts?q=tide&type=showcase&sort=likes&range=today')
    await screen.findByRole('article')
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'tide')
    expect(screen.getByRole('button', { name: 'Showcase' }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    expect(screen.getByRole('button', { name: 'Sort by Most Liked (Today)' })).toBeTruthy()
    expect(asked[0]?.get('range')).toBe('today')

    await userEvent.click(screen.getByRole('button', { name: 'All Posts' }))
    await waitFor(() => expect(router.state.location.search).not.toContain('type'))
    await router.navigate(-1)

    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Showcase' }).getAttribute('aria-pressed')).toBe(
        'true',
      ),
    )
  })

  test('says so when nothing matches', async () => {
    show([])
    open('/posts?type=showcase')
    expect(await screen.findByText('No posts found matching your criteria')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Show All Posts' })).toBeTruthy()
  })

  test.each([
    ['Failed to fetch posts', () => refuse(browsePosts, 503, BUSY)],
    ['Invalid response format', () => answerRaw(browsePosts, 200, { success: true })],
    ['Failed to load posts', () => cutOff(browsePosts)],
  ])('says %s, and tries again', async (text, fail) => {
    fail()
    open()
    expect(await screen.findByText(text)).toBeTruthy()

    show([somePost()])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

    expect(await screen.findByRole('article', { name: 'Tide' })).toBeTruthy()
    expect(screen.queryByText(text)).toBeNull()
  })

  test('sends whoever is no longer signed in to log in, and back here', async () => {
    refuse(browsePosts, 401, { code: 'not-signed-in', message: 'Please log in' })
    const router = open('/posts?type=showcase')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(new URLSearchParams(router.state.location.search).get('next')).toBe(
      '/posts?type=showcase',
    )
  })
})

describe('every 30 seconds', () => {
  test('new posts of a search wait behind a button', async () => {
    const { user, pass } = holdTime()
    let posts = [postOfAge(1)]
    serveFeed(() => ({ data: posts }))
    open('/posts?q=post')
    await screen.findByRole('article')

    posts = [postOfAge(2), postOfAge(1)]
    await pass(31_000)
    await user.click(await screen.findByRole('button', { name: '1 new post' }))

    expect(await screen.findByRole('article', { name: 'Post 2' })).toBeTruthy()
  })

  test('the most liked keep their places, and only their counts change', async () => {
    const { pass } = holdTime()
    let posts = [postOfAge(1, { likeCount: 9 }), postOfAge(2, { likeCount: 8 })]
    serveFeed(() => ({ data: posts }))
    open('/posts?sort=likes')
    await screen.findByRole('article', { name: 'Post 1' })

    posts = [postOfAge(3, { likeCount: 20 }), postOfAge(2, { likeCount: 10 })]
    await pass(31_000)

    expect(await screen.findByRole('button', { name: 'Like Post 2, 10 likes' })).toBeTruthy()
    expect(titles()).toEqual(['Post 1', 'Post 2'])
    expect(screen.queryByRole('button', { name: /new post/ })).toBeNull()
  })

  test('nothing is asked while nobody looks', async () => {
    const { pass } = holdTime()
    const asked = show([somePost()])
    open()
    await screen.findByRole('article')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await pass(200_000)
    expect(asked).toHaveLength(1)
  })
})

describe('reading on', () => {
  test('shows a post once, even if it lost rank between two pages', async () => {
    scrolledToTheEnd()
    serveFeed((asked) =>
      asked.has('cursor')
        ? { data: [postOfAge(2), postOfAge(3)] }
        : { data: [postOfAge(1), postOfAge(2)], nextCursor: 'next' },
    )
    open('/posts?sort=likes')
    await screen.findByRole('article', { name: 'Post 3' })
    expect(titles()).toEqual(['Post 1', 'Post 2', 'Post 3'])
  })

  test('says so when the next posts cannot be had, keeps what is there and tries again', async () => {
    scrolledToTheEnd()
    serveFeed((asked) => {
      if (asked.has('cursor')) throw HttpResponse.json({}, { status: 500 })
      return { data: [postOfAge(2)], nextCursor: 'next' }
    })
    open()
    expect(await screen.findByText('The next posts could not be loaded.')).toBeTruthy()
    expect(titles()).toEqual(['Post 2'])

    show([postOfAge(1)])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

    await waitFor(() => expect(titles()).toEqual(['Post 2', 'Post 1']))
  })
})

const BUSY = { code: 'unavailable', message: 'Back in a moment' } as const

function show(data: Post[]) {
  return serveFeed(() => ({ data }))
}

function open(path = '/posts') {
  return renderPage(<DashboardPage />, path, someViewer())
}

function titles() {
  return screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
}

function userCalled(userName: string) {
  return { _id: someViewer()._id, userName, profilePicture: '' }
}

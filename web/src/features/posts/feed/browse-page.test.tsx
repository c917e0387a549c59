import { browsePosts, type Post } from '@dolph/contract/posts/posts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { fakeApi, mockRawReply, mockNetworkError, mockRefusal } from '../../../testing/fake-api.ts'
import { createNumberedPostFixture, mockFeed } from '../../../testing/mock-feed.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { BrowsePage } from './browse-page.tsx'

describe('the public explorer', () => {
  test('shows each project with its author, type, links and counters', async () => {
    serveProjects([
      createPostFixture({
        title: 'Tide',
        github: 'https://github.com/ada/tide',
        demo: 'https://tide.example',
        projectUrl: 'https://about.tide.example',
        likeCount: 3,
        commentCount: 1,
      }),
    ])
    openBrowsePage()

    const card = within(await screen.findByRole('article', { name: 'Tide' }))

    expect(card.getByRole('link', { name: 'ada' }).getAttribute('href')).toBe('/profile/ada')
    expect(card.getByText('Showcase')).toBeTruthy()
    expect(card.getByText('1 comment')).toBeTruthy()
    expect(card.getByText('3')).toBeTruthy()
    for (const name of [/^GitHub/, /^Live Demo/, /^Project URL/]) {
      const link = card.getByRole('link', { name })
      expect(link.getAttribute('target')).toBe('_blank')
      expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
    }
    const signInLink = card.getByRole('link', { name: 'Sign in to Learn More: Tide' })
    expect(signInLink.getAttribute('href')).toMatch(/^\/login/)
  })

  test('the title of a card leads a visitor to the public page, and a member to the members’ page', async () => {
    const { _id } = createPostFixture()
    serveProjects([createPostFixture()])
    openBrowsePage()
    const title = await screen.findByRole('link', { name: 'Tide' })
    expect(title.getAttribute('href')).toBe(`/p/${_id}/tide`)
    cleanup()

    renderPage(<BrowsePage />, '/browse', createViewerFixture())
    const memberTitle = await screen.findByRole('link', { name: 'Tide' })
    expect(memberTitle.getAttribute('href')).toBe(`/posts/${_id}`)
  })

  test('has a title, a search, four filters and a link to create a project', () => {
    serveProjects([])
    openBrowsePage()

    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Explore Projects')
    expect(screen.getByPlaceholderText('Search projects...')).toBeTruthy()
    const filters = within(screen.getByRole('group', { name: 'Type of project' }))
    expect(filters.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'All Projects',
      'Showcase',
      'Seeking Contributors',
      'Looking to Join',
    ])
    const create = screen.getByRole('link', { name: 'Sign in to Create Project' })
    expect(create.getAttribute('href')).toMatch(/^\/login/)
    expect(screen.queryByRole('button', { name: /Most Recent/ })).toBeNull()
  })

  test('shows placeholders while it loads', async () => {
    const reply = Promise.withResolvers<void>()
    mockFeed(async () => {
      await reply.promise
      return { data: [createPostFixture()] }
    })
    openBrowsePage()
    expect(screen.getByLabelText('Loading projects').getAttribute('aria-busy')).toBe('true')
    reply.resolve()
    expect(await screen.findByRole('article', { name: 'Tide' })).toBeTruthy()
    expect(screen.queryByLabelText('Loading projects')).toBeNull()
  })

  test('shows members their own actions instead of sign-in links', async () => {
    serveProjects([createPostFixture({ likeCount: 3 })])
    renderPage(<BrowsePage />, '/browse', createViewerFixture())

    const card = within(await screen.findByRole('article', { name: 'Tide' }))
    expect(card.getByRole('link', { name: 'Read More: Tide' })).toBeTruthy()
    expect(card.getByRole('button', { name: 'Like Tide, 3 likes' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Create New Post' })).toBeTruthy()
    expect(screen.queryByText(/Sign in/)).toBeNull()
  })

  test('shows a deleted author as Unknown User', async () => {
    serveProjects([createPostFixture({ user: null })])
    openBrowsePage()
    expect(await screen.findByText('Unknown User')).toBeTruthy()
    expect(document.querySelector('article [href^="/profile"]')).toBeNull()
  })

  test('searches in titles and bodies only', async () => {
    const requests = serveProjects([createPostFixture({ body: 'ada made a tide clock' })])
    openBrowsePage('/browse?q=ada&sort=likes')

    expect((await screen.findAllByText('ada', { selector: 'mark' })).length).toBe(1)
    expect(requests.map(String)).toEqual(['q=ada&scope=text'])
    expect(screen.getByRole('link', { name: 'ada' }).querySelector('mark')).toBeNull()
  })

  test('shows an empty state when nothing matches, with a button to reset the filters', async () => {
    serveProjects([])
    const router = openBrowsePage('/browse?type=showcase&q=moon')
    expect(await screen.findByText('No projects found matching your criteria')).toBeTruthy()
    expect(screen.getByText('No projects found')).toBeTruthy()

    await userEvent.click(screen.getByRole('button', { name: 'Show All Projects' }))

    expect(router.state.location.search).toBe('')
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
  })

  test('shows the server’s error message, with a toast and Try Again, which reloads the page', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    mockRefusal(browsePosts, 503, { code: 'unavailable', message: 'Back in a moment' })
    openBrowsePage()
    expect(await screen.findByText('Back in a moment')).toBeTruthy()
    expect(await screen.findByText('Failed to load projects')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('shows a default message when the server cannot be reached', async () => {
    mockNetworkError(browsePosts)
    openBrowsePage()
    expect(await screen.findByText('Failed to load projects. Please try again later.')).toBeTruthy()
  })

  test.each([
    ['an empty body', ''],
    ['the page of a proxy', '<html><h1>500 Internal Server Error</h1></html>'],
    ['a text', 'upstream connect error'],
    ['JSON that is not ours', '{"message":"no healthy upstream"}'],
    ['an empty message', '{"success":false,"code":"unavailable","message":""}'],
  ])('shows a default message, with a toast, for a 500 with %s', async (_, body) => {
    fakeApi.use(http.get(`*${browsePosts.url}`, () => new HttpResponse(body, { status: 500 })))
    openBrowsePage()
    expect(await screen.findByText('Failed to load projects. Please try again later.')).toBeTruthy()
    expect(await screen.findByText('Failed to load projects')).toBeTruthy()
  })

  test('shows an error when the response is invalid', async () => {
    mockRawReply(browsePosts, 200, { posts: [] })
    openBrowsePage()
    expect(await screen.findByText('Invalid response format')).toBeTruthy()
  })

  test('keeps the chosen type in the URL', async () => {
    serveProjects([createPostFixture()])
    const router = openBrowsePage()
    await screen.findByRole('article')

    await userEvent.click(screen.getByRole('button', { name: 'Looking to Join' }))

    expect(router.state.location.search).toBe('?type=looking-to-join')
  })

  test('shows the type from the URL, even one that has no button by default', async () => {
    const requests = serveProjects([createPostFixture({ type: 'hackathon' })])
    openBrowsePage('/browse?type=hackathon')
    await screen.findByRole('article')
    const chosen = screen.getByRole('button', { name: 'Hackathon' })
    expect(chosen.getAttribute('aria-pressed')).toBe('true')
    expect(requests.map(String)).toEqual(['type=hackathon'])
  })

  test('offers the other types in a menu, by keyboard too', async () => {
    const requests = serveProjects([createPostFixture()])
    const router = openBrowsePage('/browse?q=tide')
    await screen.findByRole('article')

    screen.getByRole('button', { name: 'More types' }).focus()
    await userEvent.keyboard('{Enter}')
    const types = await screen.findAllByRole('menuitemradio')
    expect(types.map((type) => type.textContent)).toEqual([
      'In Development',
      'Project Idea',
      'Other',
      'Hackathon',
      'Learning Project',
      'Open Source',
    ])
    await userEvent.keyboard('{ArrowDown}{Enter}')

    const chosen = await screen.findByRole('button', { name: 'Project Idea' })
    expect(chosen.getAttribute('aria-pressed')).toBe('true')
    expect(router.state.location.search).toBe('?q=tide&type=project-idea')
    expect(requests.map(String)).toEqual([
      'q=tide&scope=text',
      'q=tide&type=project-idea&scope=text',
    ])
  })

  test('a type badge links to all projects of the type: members stay among posts', async () => {
    serveProjects([createPostFixture({ type: 'hackathon' })])
    openBrowsePage()
    const badge = await screen.findByRole('link', { name: 'Hackathon' })
    expect(badge.getAttribute('href')).toBe('/browse?type=hackathon')
    cleanup()

    renderPage(<BrowsePage />, '/browse', createViewerFixture())
    const memberBadge = await screen.findByRole('link', { name: 'Hackathon' })
    expect(memberBadge.getAttribute('href')).toBe('/posts?type=hackathon')
  })

  test('refreshes every 60 seconds: counters change in place, new posts wait for a click', async () => {
    const { user, advanceTime } = installFakeClock()
    let posts = [createNumberedPostFixture(1)]
    const requests = mockFeed(() => ({ data: posts }))
    openBrowsePage()
    await screen.findByRole('article', { name: 'Post 1' })

    posts = [
      createNumberedPostFixture(3),
      createNumberedPostFixture(2),
      createNumberedPostFixture(1, { likeCount: 41 }),
    ]
    await advanceTime(59_000)
    expect(requests).toHaveLength(1)
    await advanceTime(2_000)

    expect(await screen.findByText('41')).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: '2 new posts' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3))
    expect(screen.queryByRole('button', { name: /new posts/ })).toBeNull()
  })
})

function serveProjects(data: Post[]) {
  return mockFeed(() => ({ data }))
}

function openBrowsePage(path = '/browse') {
  return renderPage(<BrowsePage />, path)
}

import { listMemberPosts, listOwnPosts, type Post } from '@dolph/contract/posts/posts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { fakeApi } from '../../../testing/fake-api.ts'
import { createNumberedPostFixture } from '../../../testing/mock-feed.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { stubIntersectionObserver } from '../../../testing/stub-intersection-observer.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { RECENT_POSTS_COUNT } from '../data.ts'
import { RecentActivity } from '../recent-activity.tsx'
import { LazyMemberProjects } from './lazy-member-projects.tsx'

const MEMBER = '01932dad-55f0-7c01-9923-d974d6c5fc0b'

beforeEach(stubIntersectionObserver)

describe('the projects of a member', () => {
  test('are counted, and more are loaded by a button', async () => {
    const queries = serveProjects((query) =>
      query.get('cursor')
        ? { data: [createNumberedPostFixture(1)] }
        : { data: [createNumberedPostFixture(2)], nextCursor: 'next' },
    )
    openProjects()
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('More projects (7)')
    const card = within(await screen.findByRole('article', { name: 'Post 2' }))
    expect(card.getByRole('link', { name: 'Read More: Post 2' })).toBeTruthy()

    await userEvent.click(screen.getByRole('button', { name: 'Load more projects' }))

    expect(await screen.findByRole('article', { name: 'Post 1' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load more projects' })).toBeNull()
    expect(queries.map(String)).toEqual(['limit=12', 'limit=12&cursor=next'])
  })

  test('do not repeat those of Recent Activity, but all of a chosen type are shown', async () => {
    const posts = [8, 7, 6, 5].map((number) => createNumberedPostFixture(number))
    serveProjects((query) => ({
      data: query.get('limit') === String(RECENT_POSTS_COUNT) ? posts.slice(0, 2) : posts,
    }))
    renderPage(
      <>
        <RecentActivity memberId={MEMBER} />
        <LazyMemberProjects memberId={MEMBER} count={12} />
      </>,
      '/profile/bob',
      createViewerFixture(),
    )
    await screen.findByRole('article', { name: 'Post 6' })
    await screen.findByRole('link', { name: 'Post 8' })
    expect(listProjects()).toEqual(['Post 6', 'Post 5'])

    await userEvent.selectOptions(screen.getByLabelText('Type of project'), 'Showcase')
    await waitFor(() => expect(listProjects()).toEqual(['Post 8', 'Post 7', 'Post 6', 'Post 5']))
  })

  test('are filtered by type, which is in the URL; an empty type leads back to all', async () => {
    serveProjects((query) => ({
      data: query.get('type') === 'hackathon' ? [] : [createNumberedPostFixture(1)],
    }))
    const router = openProjects()
    await screen.findByRole('article', { name: 'Post 1' })

    await userEvent.selectOptions(screen.getByLabelText('Type of project'), 'Hackathon')

    expect(await screen.findByText('No projects of type Hackathon')).toBeTruthy()
    expect(router.state.location.search).toBe('?type=hackathon')
    await userEvent.click(screen.getByRole('button', { name: 'Show all types' }))
    expect(await screen.findByRole('article', { name: 'Post 1' })).toBeTruthy()
    expect(router.state.location.search).toBe('')
  })

  test('that cannot be loaded can be requested again, as can the next ones', async () => {
    let failures = 1
    serveProjects((query) => {
      if (failures > 0) {
        failures -= 1
        return 'refused'
      }
      if (!query.get('cursor')) return { data: [createNumberedPostFixture(2)], nextCursor: 'next' }
      return { data: [createNumberedPostFixture(1)] }
    })
    openProjects()
    expect(await screen.findByText('The projects could not be loaded')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByRole('article', { name: 'Post 2' })

    failures = 1
    await userEvent.click(screen.getByRole('button', { name: 'Load more projects' }))
    expect(await screen.findByText('The next projects could not be loaded.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('article', { name: 'Post 1' })).toBeTruthy()
  })

  test('are those of the viewer on their own profile', async () => {
    const queries = serveProjects(
      () => ({ data: [createNumberedPostFixture(1)] }),
      listOwnPosts.url,
    )
    openProjects('/profile?type=showcase', null)
    await screen.findByRole('article', { name: 'Post 1' })
    await waitFor(() => expect(queries.map(String)).toEqual(['limit=12&type=showcase']))
  })
})

function listProjects() {
  return screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
}

interface Page {
  data: Post[]
  nextCursor?: string
}

function serveProjects(
  getPage: (query: URLSearchParams) => Page | 'refused',
  url: string = listMemberPosts.url,
) {
  const queries: URLSearchParams[] = []
  fakeApi.use(
    http.get(`*${url}`, ({ request }) => {
      const query = new URL(request.url).searchParams
      queries.push(query)
      const page = getPage(query)
      if (page === 'refused') {
        const body = { success: false, code: 'invalid-input', message: 'No' }
        return HttpResponse.json(body, { status: 400 })
      }
      const { data, nextCursor = null } = page
      return HttpResponse.json({ success: true, message: '', data, nextCursor })
    }),
  )
  return queries
}

function openProjects(path = '/profile/bob', memberId: string | null = MEMBER) {
  return renderPage(
    <LazyMemberProjects memberId={memberId} count={12} />,
    path,
    createViewerFixture(),
  )
}

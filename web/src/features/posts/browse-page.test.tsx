import { browsePosts, type Post } from '@dolph/contract/posts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { answer, refuse } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { somePost } from '../../testing/some-post.ts'
import { BrowsePage } from './browse-page.tsx'

describe('the public explorer', () => {
  test('shows each project with its author, type, links and counters', async () => {
    show([
      somePost({
        title: 'Tide',
        github: 'https://github.com/ada/tide',
        demo: 'https://tide.example',
        projectUrl: 'https://about.tide.example',
        likeCount: 3,
        commentCount: 1,
      }),
    ])
    renderPage(<BrowsePage />, '/browse')

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
    const wayIn = card.getByRole('link', { name: 'Sign in to Learn More' })
    expect(wayIn.getAttribute('href')).toMatch(/^\/login/)
  })

  test('has a title, the four filters and a way to create a project', async () => {
    show([])
    renderPage(<BrowsePage />, '/browse')

    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Explore Projects')
    const filters = within(screen.getByRole('group', { name: 'Type of project' }))
    expect(filters.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'All Projects',
      'Showcase',
      'Seeking Contributors',
      'Looking to Join',
    ])
    const create = screen.getByRole('link', { name: 'Sign in to Create Project' })
    expect(create.getAttribute('href')).toMatch(/^\/login/)
  })

  test('calls an author who is gone Unknown User', async () => {
    show([somePost({ user: null })])
    renderPage(<BrowsePage />, '/browse')
    expect(await screen.findByText('Unknown User')).toBeTruthy()
  })

  test('says so when nothing matches, and offers everything', async () => {
    show([])
    renderPage(<BrowsePage />, '/browse')
    expect(await screen.findByText('No projects found matching your criteria')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Show All Projects' })).toBeTruthy()
  })

  test('shows what the server said when it fails, with Try Again', async () => {
    refuse(browsePosts, 503, { code: 'unavailable', message: 'Back in a moment' })
    renderPage(<BrowsePage />, '/browse')
    expect(await screen.findByText('Back in a moment')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  })

  test('keeps the chosen type in the address bar', async () => {
    show([somePost()])
    const router = renderPage(<BrowsePage />, '/browse')
    await screen.findByRole('article')

    await userEvent.click(screen.getByRole('button', { name: 'Looking to Join' }))

    expect(router.state.location.search).toBe('?type=looking-to-join')
  })
})

function show(data: Post[]) {
  answer(browsePosts, { success: true, message: '', data, nextCursor: null })
}

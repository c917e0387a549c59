import { listComments } from '@dolph/contract/comments/comments'
import { readPost } from '@dolph/contract/posts/posts'
import { listTeam } from '@dolph/contract/projects/projects'
import { listUpdates } from '@dolph/contract/updates/updates'
import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { mockDelayedReply, mockReply } from '../../../testing/fake-api.ts'
import { BO } from '../../../testing/fixtures/join-request-fixtures.ts'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { ProjectRepository } from '../../roles/project-repository.tsx'
import { PostPage } from './post-page.tsx'

const project = { state: null, openRoles: 0, skills: [], teamSize: 0 }
const post = createPostFixture({ user: BO, project, commentCount: 0 })

test.each([
  ['have loaded', 200, { success: true, data: [], nextCursor: null }],
  ['fail to load', 404, { success: false, code: 'not-found', message: 'Post not found' }],
])(
  'the comments of a project are shown once the updates above %s, so that they never move',
  async (_, status, reply) => {
    mockReply(readPost, { success: true, data: post })
    mockReply(listTeam, { success: true, data: [] })
    const showUpdates = mockDelayedReply(listUpdates, () => reply, status)
    const discussion = mockReply(listComments, [])
    const routes = [{ path: '/posts/:id', Component: PostPage }]
    renderRoutes(routes, `/posts/${post._id}`, createViewerFixture())
    await screen.findByRole('heading', { level: 1, name: post.title })
    await waitFor(() => expect(discussion).toHaveLength(1))
    expect(screen.queryByRole('heading', { name: /^Comments/ })).toBeNull()
    showUpdates()
    expect(await screen.findByRole('heading', { name: /^Comments/ })).toBeTruthy()
  },
)

describe('the repository of a project', () => {
  const linked = {
    ...post,
    github: 'https://github.com/ada/tide',
    project: { ...project, openRoles: 1 },
  }
  const facts = {
    pushedAt: null,
    language: 'Rust',
    license: 'MIT',
    isArchived: false,
    isConfirmed: true,
  }

  test('comes with the post', () => {
    render(<ProjectRepository post={{ ...linked, repository: facts }} />)
    expect(screen.getByText('Rust · MIT')).toBeTruthy()
  })

  test('has its place reserved below a copy of the post from a list, where it was probably read', () => {
    const { container, rerender } = render(<ProjectRepository post={linked} />)
    expect(container.firstElementChild?.className).toContain('min-h-16')
    rerender(<ProjectRepository post={{ ...linked, project }} />)
    expect(container.firstElementChild).toBeNull()
  })

  test('takes no place if nothing is known of it', () => {
    const { container } = render(<ProjectRepository post={{ ...linked, repository: null }} />)
    expect(container.firstElementChild).toBeNull()
  })
})

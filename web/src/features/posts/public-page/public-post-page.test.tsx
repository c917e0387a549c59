import type { Viewer } from '@dolph/contract/viewer'
import { readPublicPost, type PublicPost } from '@dolph/contract/read-public-post'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockNetworkError, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createRoleFixture } from '../../../testing/fixtures/role-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { PublicPostPage } from './public-post-page.tsx'

const OTHER_ID = '01932dad-55f0-7c01-9923-d974d6c5fc05'

beforeEach(() => {
  const description = Object.assign(document.createElement('meta'), { name: 'description' })
  document.head.replaceChildren(description)
})

const REPOSITORY = {
  ...{ pushedAt: '2026-01-02T03:04:05.678Z', language: 'Rust', license: 'MIT' },
  ...{ isArchived: false, isConfirmed: true },
}

describe('the public page of a project', () => {
  test('shows a visitor the project, and leads to its page for members after signing in', async () => {
    mockPost(
      createPublicPost({
        body: '## So far\n\nIt tells the *tide*. [More](https://tide.example)',
        github: 'https://github.com/ada/tide',
        likeCount: 3,
        commentCount: 2,
        topics: ['maps'],
        project: { state: 'building', openRoles: 1, skills: ['React'], teamSize: 1 },
        roles: [createRoleFixture()],
        team: [{ userName: 'bob', role: 'Designer', profilePicture: '/pictures/bob-1/512.webp' }],
        repository: REPOSITORY,
        moreByAuthor: [{ _id: OTHER_ID, title: 'Ebb & flow', type: 'hackathon' }],
      }),
    )
    const { post } = openPage()

    expect(await screen.findByRole('heading', { level: 1, name: 'Tide' })).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 2, name: 'So far' })).toBeTruthy()
    expect(screen.getByText('Showcase')).toBeTruthy()
    expect(screen.getByText('Building')).toBeTruthy()
    expect(getHref('Maps')).toBe('/topics/maps')
    for (const name of [/^GitHub of Tide/, 'More'])
      expect(screen.getByRole('link', { name }).getAttribute('rel')).toContain('nofollow ugc')
    const roles = within(screen.getByRole('region', { name: 'Open roles' }))
    expect(roles.getByRole('heading', { name: 'Frontend developer' })).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Team' })).getByText('Designer')).toBeTruthy()
    expect(document.querySelector('img[src^="/pictures/bob-1/"]')).toBeTruthy()
    const about = within(screen.getByRole('complementary', { name: 'About this project' }))
    expect(about.getByText(/Last push/)).toBeTruthy()
    expect(about.getByText('Rust · MIT')).toBeTruthy()
    expect(about.getByText('Confirmed by the repository')).toBeTruthy()
    expect(getHref(/Ebb & flow/)).toBe(`/p/${OTHER_ID}/ebb-flow`)
    const joinLinks = screen.getAllByRole('link', { name: 'Log in to join' })
    expect(joinLinks.map((link) => link.getAttribute('href'))).toEqual([
      `/login?next=/posts/${post}`,
      `/login?next=/posts/${post}`,
    ])
    expect(screen.getByText(/2 comments\./).textContent).toBe(
      '2 comments. Log in to read and answer.',
    )
  })

  test('has its own title, description and address in the head', async () => {
    mockPost(createPublicPost({ body: '**Low** tide' }))
    const { post } = openPage()
    await screen.findByRole('heading', { level: 1, name: 'Tide' })
    expect(document.title).toBe('Tide · Dolph')
    expect(document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content).toBe(
      'Low tide',
    )
    expect(document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href).toBe(
      `${location.origin}/p/${post}/tide`,
    )
  })

  test('shows the newest updates, and changes of state', async () => {
    const update = { post: createPostFixture()._id, user: null, editedAt: null }
    const createdAt = '2026-01-02T03:04:05.678Z'
    mockPost(
      createPublicPost({
        updates: [
          { ...update, _id: OTHER_ID, body: 'It *floats*', state: null, createdAt },
          { ...update, _id: createPostFixture()._id, body: '', state: 'shipped', createdAt },
        ],
      }),
    )
    openPage()
    const updates = within(await screen.findByRole('region', { name: 'Updates' }))
    expect((await updates.findByText('floats')).tagName).toBe('EM')
    expect(updates.getByText(/set the state to Shipped/)).toBeTruthy()
  })

  test('leads members to the page with comments', async () => {
    mockPost(createPublicPost({ commentCount: 1 }))
    const { post } = openPage(createViewerFixture())
    await screen.findByRole('heading', { level: 1, name: 'Tide' })
    const links = screen.getAllByRole('link', { name: 'Open in Dolph' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/posts/${post}`,
      `/posts/${post}`,
    ])
    expect(screen.queryByText(/Log in/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Share: Tide' })).toBeTruthy()
  })

  test('leaves out parts that a project does not have', async () => {
    mockPost(createPublicPost({ user: null }))
    openPage()
    expect(await screen.findByText('Unknown User')).toBeTruthy()
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
    expect(screen.queryByRole('list', { name: 'Topics' })).toBeNull()
  })

  test('says when there is no such project, also for an address that names none', async () => {
    mockRefusal(readPublicPost, 404, { code: 'not-found', message: 'Post not found' })
    openPage()
    expect(await screen.findByRole('heading', { level: 1, name: 'Project not found' })).toBeTruthy()
    expect(document.title).toBe('Project not found · Dolph')
    expect(getHref('Explore projects')).toBe('/browse')
  })

  test('can be tried again when it could not be loaded', async () => {
    mockNetworkError(readPublicPost)
    openPage()
    const retry = await screen.findByRole('button', { name: 'Try Again' })
    mockPost(createPublicPost({}))
    await userEvent.click(retry)
    expect(await screen.findByRole('heading', { level: 1, name: 'Tide' })).toBeTruthy()
  })
})

function getHref(name: string | RegExp): string | null {
  return screen.getByRole('link', { name }).getAttribute('href')
}

function mockPost(post: PublicPost): void {
  mockReply(readPublicPost, { success: true, data: post })
}

function openPage(viewer: Viewer | null = null) {
  const { _id: post } = createPostFixture()
  renderRoutes([{ path: '/p/:id/:slug?', Component: PublicPostPage }], `/p/${post}/tide`, viewer)
  return { post }
}

function createPublicPost(fields: Partial<PublicPost>): PublicPost {
  const { likes: _likes, isLiked: _isLiked, ...post } = createPostFixture()
  const empty = { topics: [], roles: [], team: [], updates: [], moreByAuthor: [], isIndexed: true }
  return { ...post, ...empty, ...fields }
}

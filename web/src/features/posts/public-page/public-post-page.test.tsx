import type { Viewer } from '@dolph/contract/accounts/viewer'
import { listComments } from '@dolph/contract/comments/comments'
import { readPost } from '@dolph/contract/posts/posts'
import { readPublicPost, type PublicPost } from '@dolph/contract/posts/read-public-post'
import {
  listTeam,
  readProject,
  type Project,
  type ProjectGlance,
} from '@dolph/contract/projects/projects'
import { listRoles } from '@dolph/contract/roles/roles'
import { listUpdates } from '@dolph/contract/updates/updates'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockNetworkError, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import {
  createPostFixture,
  createPublicPostFixture,
} from '../../../testing/fixtures/post-fixtures.ts'
import { createRoleFixture } from '../../../testing/fixtures/role-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { PublicPostPage } from './public-post-page.tsx'
// Loaded for members only; these tests look at once.
import '../post-page/load-member-post.ts'
import '../post-page/member-parts.tsx'

const OTHER_ID = '01932dad-55f0-7c01-9923-d974d6c5fc05'

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const description = Object.assign(document.createElement('meta'), { name: 'description' })
  document.head.replaceChildren(description)
})

const REPOSITORY = {
  pushedAt: '2026-01-02T03:04:05.678Z',
  language: 'Rust',
  license: 'MIT',
  isArchived: false,
  isConfirmed: true,
}

const GLANCE: ProjectGlance = { state: 'building', openRoles: 0, skills: [], teamSize: 0 }
const PROJECT: Project = {
  state: 'building',
  topics: [],
  replyDays: 7,
  isListed: true,
  isOwner: false,
}

describe('the public page of a project', () => {
  test('that is a showcase without roles leads a visitor to it', async () => {
    mockPost(createPublicPostFixture({ projectUrl: 'https://tide.example' }))
    openPage()
    const links = await screen.findAllByRole('link', { name: /^Visit (?:the project )?of Tide/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://tide.example',
      'https://tide.example',
    ])
    expect(screen.queryByRole('link', { name: 'Log in to comment' })).toBeNull()
  })

  test('shows a visitor the project, its author and how to join', async () => {
    mockPost(
      createPublicPostFixture({
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
    openPage()

    expect(await screen.findByRole('heading', { level: 1, name: 'Tide' })).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 2, name: 'So far' })).toBeTruthy()
    expect(screen.getByText('Showcase')).toBeTruthy()
    expect(screen.getByText('Building')).toBeTruthy()
    expect(getHref('Maps')).toBe('/topics/maps')
    for (const name of [/^GitHub of Tide/, 'More'])
      expect(screen.getByRole('link', { name }).getAttribute('rel')).toContain('nofollow ugc')
    const roles = within(screen.getByRole('region', { name: 'Roles' }))
    expect(roles.getByRole('heading', { name: 'Frontend developer' })).toBeTruthy()
    const team = within(screen.getByRole('region', { name: 'Team' }))
    expect(team.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('adaAuthor'),
      expect.stringContaining('bobDesigner'),
    ])
    expect(document.querySelector('img[src^="/pictures/bob-1/"]')).toBeTruthy()
    const about = within(screen.getByRole('complementary', { name: 'About this project' }))
    expect(about.getByText(/Last push/)).toBeTruthy()
    expect(about.getByText('Rust · MIT')).toBeTruthy()
    expect(about.getByText('Confirmed by the repository')).toBeTruthy()
    expect(
      within(about.getByRole('region', { name: 'Author' })).getByText('@ada').textContent,
    ).toBeTruthy()
    const more = within(about.getByRole('region', { name: 'More by ada' }))
    expect(more.getByRole('link', { name: /Ebb & flow/ }).getAttribute('href')).toBe(
      `/p/${OTHER_ID}/ebb-flow`,
    )
    // Profiles are for members.
    expect(document.querySelector('a[href^="/profile/"]')).toBeNull()
    expect(screen.getByText(/2 comments\./).parentElement?.textContent).toContain(
      '2 comments. Log in to read and answer.',
    )
  })

  test('leads a visitor from each button to the form that asks for its role', async () => {
    const roles = [createRoleFixture(), createRoleFixture({ _id: OTHER_ID, title: 'Gopher' })]
    mockPost(createPublicPostFixture({ roles }))
    const { post } = openPage()
    const first = `/posts/${post}?ask=${roles[0]?._id}`
    expect((await findJoinLinks('Ask to join')).map(getNext)).toEqual([first, first])
    const gopher = screen.getByRole('link', { name: 'Ask to join: Gopher' })
    expect(getNext(gopher)).toBe(`/posts/${post}?ask=${OTHER_ID}`)
    const shown = screen.getByRole('list', { name: 'Open roles' })
    expect(
      within(shown)
        .getByRole('link', { name: /Gopher/ })
        .getAttribute('href'),
    ).toContain(`?role=${OTHER_ID}#role-${OTHER_ID}`)
    expect(screen.getByText('2 roles open')).toBeTruthy()
  })

  test('keeps the role that a visitor comes for', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
    const roles = [createRoleFixture(), createRoleFixture({ _id: OTHER_ID, title: 'Gopher' })]
    mockPost(createPublicPostFixture({ roles }))
    const { post } = openPage(null, `?role=${OTHER_ID}`)
    const row = await screen.findByRole('listitem', { name: 'Gopher' })
    expect(scroll).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(row)
    const next = `/posts/${post}?ask=${OTHER_ID}`
    expect((await findJoinLinks('Ask to join')).map(getNext)).toEqual([next, next])
  })

  test('leads a visitor to the comments of a project without open roles', async () => {
    mockPost(createPublicPostFixture({ commentCount: 1 }))
    const { post } = openPage()
    const next = `/posts/${post}`
    expect((await findJoinLinks('Log in to comment')).map(getNext)).toEqual([next, next])
    expect(screen.queryByRole('link', { name: /Ask to join/ })).toBeNull()
  })

  test('has its own title, description and address in the head', async () => {
    mockPost(createPublicPostFixture({ body: '**Low** tide' }))
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
      createPublicPostFixture({
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

  test('has for members all that the page for members has, without leaving the address', async () => {
    const role = createRoleFixture()
    const project = { ...GLANCE, openRoles: 1 }
    mockPost(createPublicPostFixture({ project, roles: [role] }))
    mockReply(readPost, {
      success: true,
      data: createPostFixture({ project, likeCount: 3, follow: 'none' }),
    })
    mockReply(listRoles, { success: true, data: [role], answers: null })
    mockReply(readProject, { success: true, data: PROJECT })
    mockReply(listTeam, { success: true, data: [] })
    mockReply(listUpdates, { success: true, data: [], nextCursor: null })
    mockReply(listComments, [])
    const { router } = openPage(createViewerFixture())
    const title = await screen.findByRole('heading', { level: 1, name: 'Tide' })

    expect(await screen.findByRole('button', { name: 'Like Tide, 3 likes' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Save: Tide' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Comments (0)' })).toBeTruthy()
    expect(await screen.findByLabelText('Add a comment')).toBeTruthy()
    const [ask] = await findJoinLinks('Ask to join')
    expect(ask?.getAttribute('href')).toContain(`?ask=${role._id}`)
    expect(screen.getByRole('link', { name: 'Back to posts' })).toBeTruthy()
    expect(screen.queryByText(/Log in/)).toBeNull()
    // The text stays the same element: only what is around it becomes that of a member.
    expect(screen.getByRole('heading', { level: 1, name: 'Tide' })).toBe(title)
    expect(router.state.location.pathname).toMatch(/^\/p\//)
  })

  test('shows a member what visitors read where its page for members cannot be read', async () => {
    mockPost(createPublicPostFixture({ body: 'Low tide' }))
    const requests = mockRefusal(readPost, 404, { code: 'not-found', message: 'Post not found' })
    openPage(createViewerFixture())
    expect(await screen.findByText('Low tide')).toBeTruthy()
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(screen.getByRole('heading', { level: 1, name: 'Tide' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Like/ })).toBeNull()
  })

  test('leaves out parts that a project does not have', async () => {
    mockPost(createPublicPostFixture({ user: null }))
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
    mockPost(createPublicPostFixture({}))
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

function openPage(viewer: Viewer | null = null, search = '') {
  const { _id: post } = createPostFixture()
  const routes = [{ path: '/p/:id/:slug?', Component: PublicPostPage }]
  const router = renderRoutes(routes, `/p/${post}/tide${search}`, viewer)
  return { post, router }
}

/** One beside the text and one at the bottom of a phone: styles show one of them. */
async function findJoinLinks(name: string): Promise<HTMLElement[]> {
  const links = await screen.findAllByRole('link', { name })
  expect(links).toHaveLength(2)
  return links
}

/** Where the login leads. */
function getNext(link: HTMLElement): string | null {
  const url = new URL(link.getAttribute('href') ?? '', 'http://test')
  expect(url.pathname).toBe('/login')
  return url.searchParams.get('next')
}

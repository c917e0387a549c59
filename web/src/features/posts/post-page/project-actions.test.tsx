import { listComments } from '@dolph/contract/comments/comments'
import { readPost } from '@dolph/contract/posts/posts'
import { listTeam, readProject } from '@dolph/contract/projects/projects'
import { listRoles, type Role } from '@dolph/contract/roles/roles'
import { listUpdates } from '@dolph/contract/updates/updates'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockReply } from '../../../testing/fake-api.ts'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createRoleFixture } from '../../../testing/fixtures/role-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { PostPage } from './post-page.tsx'

const ROLE = createRoleFixture({ title: 'Gopher' })
const POST = createPostFixture({
  project: { state: 'needs-owner', openRoles: 1, skills: [], teamSize: 0 },
})

beforeEach(() => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
  mockReply(listComments, [])
  mockReply(listTeam, { success: true, data: [] })
  mockReply(listUpdates, { success: true, data: [], nextCursor: null })
})

test('a member who would lead a project that needs a new owner gets to its open role', async () => {
  const router = openPost([createRoleFixture({ _id: POST._id, state: 'paused' }), ROLE])
  const question = within(await screen.findByText(/^Would you lead this project/u))
  await userEvent.click(question.getByRole('link', { name: 'Ask to join' }))
  expect(router.state.location.hash).toBe(`#role-${ROLE._id}`)
  expect(document.activeElement?.id).toBe(`role-${ROLE._id}`)
})

test('without an open role, who would lead the project writes to its author', async () => {
  const router = openPost([])
  await userEvent.click(await screen.findByRole('link', { name: 'Ask to join' }))
  expect(router.state.location).toMatchObject({
    pathname: `/messages/${POST.user?._id}`,
    state: { about: { post: POST._id, role: null, title: POST.title } },
  })
})

test('its owners are not asked to lead the project', async () => {
  openPost([ROLE], { isOwner: true })
  await screen.findByRole('heading', { name: 'Gopher' })
  expect(screen.queryByText(/^Would you lead this project/u)).toBeNull()
})

test('a question about a role goes to the author of the post, with the role', async () => {
  const router = openPost([ROLE])
  await userEvent.click(await screen.findByRole('link', { name: 'Message about Gopher' }))
  expect(router.state.location).toMatchObject({
    pathname: `/messages/${POST.user?._id}`,
    state: { about: { post: POST._id, role: ROLE._id, title: 'Gopher' } },
  })
})

test('the topics of a project stand below its text, for phones, with links to their pages', async () => {
  openPost([])
  const topics = await screen.findAllByRole('link', { name: 'Games' })
  expect(topics.map((link) => link.getAttribute('href'))).toContain('/topics/games')
  const list = screen.getAllByRole('list', { name: 'Topics' })
  expect(list.some(({ parentElement }) => !parentElement?.closest('aside'))).toBe(true)
})

function openPost(roles: Role[], { isOwner = false } = {}) {
  mockReply(readPost, { success: true, data: POST })
  mockReply(listRoles, { success: true, data: roles, answers: null })
  mockReply(readProject, {
    success: true,
    data: { state: 'needs-owner', topics: ['games'], replyDays: 7, isListed: true, isOwner },
  })
  const children = [
    { path: '/posts/:id', Component: PostPage },
    { path: '*', element: <p>Other page</p> },
  ]
  const viewer = createViewerFixture({ _id: '0198c5a0-0000-7000-8000-0000000000aa' })
  return renderRoutes(children, `/posts/${POST._id}`, viewer)
}

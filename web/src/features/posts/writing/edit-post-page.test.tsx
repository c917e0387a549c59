import { editPost, readOwnPost } from '@dolph/contract/posts/posts'
import { changeProject, readProject, type Project } from '@dolph/contract/projects/projects'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockReply, mockNetworkError, mockRefusal } from '../../../testing/fake-api.ts'
import { getField, fillField, hidePage, pressButton } from '../../../testing/form-helpers.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { EditPostPage } from './edit-post-page.tsx'

const ada = createViewerFixture()
const post = createPostFixture({
  github: 'https://github.com/ada/tide',
  demo: 'https://tide.example',
  projectUrl: 'https://about.tide.example',
})
const DRAFT_KEY = `draft:${ada._id}:post:${post._id}`
const NOT_A_URL = 'Please enter a valid URL (including http:// or https://)'

describe('the edit page', () => {
  test('shows the current post, and three types', async () => {
    await openLoadedPost()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit Post')
    expect([getField('Title').value, getField('Content').value]).toEqual([post.title, post.body])
    expect([getField('GitHub URL').value, getField('Demo URL').value]).toEqual([
      post.github,
      post.demo,
    ])
    expect(screen.queryByLabelText('Project URL')).toBeNull()
    expect(await findOfferedTypes()).toEqual([
      'Showcase',
      'Seeking Contributors',
      'Looking to Join',
    ])
  })

  test('offers the current type too, if it is another one', async () => {
    await openLoadedPost({ type: 'hackathon' })
    expect(screen.getByRole('combobox', { name: 'Post Type' }).textContent).toBe('Hackathon')
    expect(await findOfferedTypes()).toEqual([
      'Showcase',
      'Seeking Contributors',
      'Looking to Join',
      'Hackathon',
    ])
  })

  test('sends only the fields it shows, then leads to My Posts', async () => {
    const calls = mockReply(editPost, { success: true, message: 'ok', data: post })
    const router = await openLoadedPost()
    await fillField('Title', ' 2')
    await userEvent.clear(getField('GitHub URL'))
    await pressButton('Update Post')
    await screen.findByText('Your posts')
    expect(router.state.location.pathname).toBe('/my-posts')
    expect(calls.map(({ body }) => body)).toEqual([
      { title: 'Tide 2', type: 'showcase', body: post.body, github: '', demo: post.demo },
    ])
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  })

  test('accepts a URL with any host, but only a URL', async () => {
    const calls = mockReply(editPost, { success: true, message: 'ok', data: post })
    await openLoadedPost()
    await userEvent.clear(getField('GitHub URL'))
    await fillField('GitHub URL', 'codeberg.org/ada')
    expect(await screen.findByText(NOT_A_URL)).toBeTruthy()
    await pressButton('Update Post')
    expect(
      await screen.findByText('Please fix the validation errors before submitting'),
    ).toBeTruthy()
    expect(document.activeElement).toBe(getField('GitHub URL'))
    expect(calls).toEqual([])

    await userEvent.clear(getField('GitHub URL'))
    await fillField('GitHub URL', 'https://codeberg.org/ada')
    await pressButton('Update Post')
    await screen.findByText('Your posts')
    expect(calls).toHaveLength(1)
  })

  test('leads to My Posts and discards the draft on Cancel', async () => {
    const router = await openLoadedPost()
    await fillField('Title', ' 2')
    hidePage()
    await pressButton('Cancel')
    await screen.findByText('Your posts')
    expect(router.state.location.pathname).toBe('/my-posts')
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  })

  test('restores the draft', async () => {
    await openLoadedPost()
    await fillField('Content', ' in oak')
    hidePage()
    cleanup()
    await openLoadedPost()
    expect(getField('Content').value).toBe(`${post.body} in oak`)
    expect(screen.getByText(/Draft kept on this device/)).toBeTruthy()
  })
})

describe('state and topics of an edited post', () => {
  const project: Project = {
    state: 'building',
    topics: ['maps'],
    replyDays: 7,
    isListed: true,
    isOwner: true,
  }

  test('are changed in a dialog, which saves them by itself, and the preview shows it', async () => {
    mockReply(readProject, { success: true, data: project })
    const edits = mockReply(editPost, { success: true, message: 'ok', data: post })
    const shipped: Project = { ...project, state: 'shipped' }
    const changes = mockReply(changeProject, { success: true, data: shipped })
    await openLoadedPost()
    const section = within(screen.getByRole('region', { name: 'State and topics' }))
    expect(await section.findByText('Building · Maps')).toBeTruthy()
    await userEvent.click(section.getByRole('button', { name: 'Edit state and topics' }))
    const dialog = await screen.findByRole('dialog', { name: 'Project' })
    expect(within(dialog).getByRole('group', { name: 'Topics' })).toBeTruthy()
    const glance = { state: 'shipped' as const, openRoles: 0, skills: [], teamSize: 0 }
    mockReply(readOwnPost, { success: true, data: { ...post, project: glance } })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))

    expect(await section.findByText('Shipped · Maps')).toBeTruthy()
    const preview = screen.getByRole('article', { name: 'Preview' })
    await waitFor(() => expect(within(preview).getByText('Shipped')).toBeTruthy())
    expect(changes).toHaveLength(1)
    expect(edits).toEqual([])
  })

  test('are not asked for a post that looks for a project', async () => {
    await openLoadedPost({ type: 'looking-to-join' })
    expect(screen.queryByRole('region', { name: 'State and topics' })).toBeNull()
  })
})

describe('a post that cannot be edited', () => {
  test.each([post._id, 'no-id'])('is not found: %s', async (id) => {
    mockRefusal(readOwnPost, 404, { code: 'not-found', message: 'Post not found' })
    openEditPage(id)
    expect(await screen.findByRole('heading', { name: 'Post not found' })).toBeTruthy()
    const back = screen.getByRole('link', { name: 'Back to My Posts' })
    expect(back.getAttribute('href')).toBe('/my-posts')
  })

  test('because it failed to load can be requested again', async () => {
    mockRefusal(readOwnPost, 500, { code: 'internal', message: 'Something went wrong' })
    openEditPage()
    expect(await screen.findByRole('heading', { name: 'Failed to fetch post' })).toBeTruthy()
    mockReply(readOwnPost, { success: true, data: post })
    await pressButton('Try Again')
    await waitFor(() => expect(getField('Title').value).toBe('Tide'))
  })

  test('shows a placeholder while it loads', async () => {
    mockReply(readOwnPost, { success: true, data: post })
    openEditPage()
    expect(screen.getByText('Loading post')).toBeTruthy()
    expect(await screen.findByLabelText('Title')).toBeTruthy()
  })
})

describe('an update that fails', () => {
  test('shows the server’s message', async () => {
    mockRefusal(editPost, 404, { code: 'not-found', message: 'Post not found' })
    await openLoadedPost()
    await pressButton('Update Post')
    expect(await screen.findByText('Post not found')).toBeTruthy()
  })

  test('because a moderator limited the member says until when and why, and keeps the text', async () => {
    const message = 'You cannot post until March 7, 2027. Reason: Advertising.'
    mockRefusal(editPost, 403, { code: 'limited', message })
    await openLoadedPost()
    await fillField('Title', ' 2')
    await pressButton('Update Post')
    expect(await screen.findByText(message)).toBeTruthy()
    expect(getField('Title').value).toBe('Tide 2')
  })

  test('shows a default message without one, and keeps the text', async () => {
    mockNetworkError(editPost)
    await openLoadedPost()
    await fillField('Title', ' 2')
    await pressButton('Update Post')
    expect(await screen.findByText('Failed to update post')).toBeTruthy()
    expect(getField('Title').value).toBe('Tide 2')
  })
})

function openEditPage(id = post._id) {
  return renderRoutes(
    [
      { path: '/posts/edit/:id', Component: EditPostPage },
      { path: '/my-posts', element: <p>Your posts</p> },
    ],
    `/posts/edit/${id}`,
    ada,
  )
}

async function openLoadedPost(fields: Partial<typeof post> = {}) {
  mockReply(readOwnPost, { success: true, data: { ...post, ...fields } })
  const router = openEditPage()
  await screen.findByLabelText('Title')
  return router
}

async function findOfferedTypes() {
  await userEvent.click(screen.getByRole('combobox', { name: 'Post Type' }))
  return (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
}

import { editPost, readOwnPost } from '@dolph/contract/posts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { answer, cutOff, refuse } from '../../../testing/fake-api.ts'
import { field, fill, hidePage, press } from '../../../testing/fill-in.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { somePost } from '../../../testing/some-post.ts'
import { someViewer } from '../../../testing/some-viewer.ts'
import { EditPage } from './edit-page.tsx'

const ada = someViewer()
const post = somePost({
  github: 'https://github.com/ada/tide',
  demo: 'https://tide.example',
  projectUrl: 'https://about.tide.example',
})
const DRAFT_KEY = `draft:${ada._id}:post:${post._id}`
const NOT_A_URL = 'Please enter a valid URL (including http:// or https://)'

describe('the edit page', () => {
  test('shows the post as it is, and its three types', async () => {
    await openPost()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit Post')
    expect([field('Title').value, field('Content').value]).toEqual([post.title, post.body])
    expect([field('GitHub URL').value, field('Demo URL').value]).toEqual([post.github, post.demo])
    expect(screen.queryByLabelText('Project URL')).toBeNull()
    expect(await typesOffered()).toEqual(['Showcase', 'Seeking Contributors', 'Looking to Join'])
  })

  test('offers the present type too, if it is another', async () => {
    await openPost({ type: 'hackathon' })
    expect(screen.getByRole('combobox', { name: 'Post Type' }).textContent).toBe('Hackathon')
    expect(await typesOffered()).toEqual([
      'Showcase',
      'Seeking Contributors',
      'Looking to Join',
      'Hackathon',
    ])
  })

  test('sends what it shows and nothing else, then leads to My Posts', async () => {
    const calls = answer(editPost, { success: true, message: 'ok', data: post })
    const router = await openPost()
    await fill('Title', ' 2')
    await userEvent.clear(field('GitHub URL'))
    await press('Update Post')
    await screen.findByText('Your posts')
    expect(router.state.location.pathname).toBe('/my-posts')
    expect(calls.map(({ body }) => body)).toEqual([
      { title: 'Tide 2', type: 'showcase', body: post.body, github: '', demo: post.demo },
    ])
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  })

  test('takes a link to any host, but only a link', async () => {
    const calls = answer(editPost, { success: true, message: 'ok', data: post })
    await openPost()
    await userEvent.clear(field('GitHub URL'))
    await fill('GitHub URL', 'codeberg.org/ada')
    expect(await screen.findByText(NOT_A_URL)).toBeTruthy()
    await press('Update Post')
    expect(
      await screen.findByText('Please fix the validation errors before submitting'),
    ).toBeTruthy()
    expect(document.activeElement).toBe(field('GitHub URL'))
    expect(calls).toEqual([])

    await userEvent.clear(field('GitHub URL'))
    await fill('GitHub URL', 'https://codeberg.org/ada')
    await press('Update Post')
    await screen.findByText('Your posts')
    expect(calls).toHaveLength(1)
  })

  test('cancelling leads to My Posts and forgets what was typed', async () => {
    const router = await openPost()
    await fill('Title', ' 2')
    hidePage()
    await press('Cancel')
    await screen.findByText('Your posts')
    expect(router.state.location.pathname).toBe('/my-posts')
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  })

  test('finds what was typed again', async () => {
    await openPost()
    await fill('Content', ' in oak')
    hidePage()
    cleanup()
    await openPost()
    expect(field('Content').value).toBe(`${post.body} in oak`)
    expect(screen.getByText(/Draft kept on this device/)).toBeTruthy()
  })
})

describe('a post that cannot be edited', () => {
  test.each([post._id, 'no-id'])('is not found: %s', async (id) => {
    refuse(readOwnPost, 404, { code: 'not-found', message: 'Post not found' })
    open(id)
    expect(await screen.findByRole('heading', { name: 'Post not found' })).toBeTruthy()
    const back = screen.getByRole('link', { name: 'Back to My Posts' })
    expect(back.getAttribute('href')).toBe('/my-posts')
  })

  test('because it cannot be had can be asked for again', async () => {
    refuse(readOwnPost, 500, { code: 'internal', message: 'Something went wrong' })
    open()
    expect(await screen.findByRole('heading', { name: 'Failed to fetch post' })).toBeTruthy()
    answer(readOwnPost, { success: true, data: post })
    await press('Try Again')
    await waitFor(() => expect(field('Title').value).toBe('Tide'))
  })

  test('shows that it is on its way', async () => {
    answer(readOwnPost, { success: true, data: post })
    open()
    expect(screen.getByText('Loading post')).toBeTruthy()
    expect(await screen.findByLabelText('Title')).toBeTruthy()
  })
})

describe('an update that fails', () => {
  test('says why, in the server’s words', async () => {
    refuse(editPost, 404, { code: 'not-found', message: 'Post not found' })
    await openPost()
    await press('Update Post')
    expect(await screen.findByText('Post not found')).toBeTruthy()
  })

  test('or in ours, and loses nothing', async () => {
    cutOff(editPost)
    await openPost()
    await fill('Title', ' 2')
    await press('Update Post')
    expect(await screen.findByText('Failed to update post')).toBeTruthy()
    expect(field('Title').value).toBe('Tide 2')
  })
})

function open(id = post._id) {
  return renderRoutes(
    [
      { path: '/posts/edit/:id', Component: EditPage },
      { path: '/my-posts', element: <p>Your posts</p> },
    ],
    `/posts/edit/${id}`,
    ada,
  )
}

async function openPost(fields: Partial<typeof post> = {}) {
  answer(readOwnPost, { success: true, data: { ...post, ...fields } })
  const router = open()
  await screen.findByLabelText('Title')
  return router
}

async function typesOffered() {
  await userEvent.click(screen.getByRole('combobox', { name: 'Post Type' }))
  return (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
}

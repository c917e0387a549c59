import { editPost, listOwnPosts, type Post } from '@dolph/contract/posts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { answer, cutOff, refuse } from '../../../testing/fake-api.ts'
import { choose, field, fill, hidePage, press } from '../../../testing/fill-in.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { somePost } from '../../../testing/some-post.ts'
import { someViewer } from '../../../testing/some-viewer.ts'
import { MyPostsPage } from './my-posts-page.tsx'

const ada = someViewer()
const tide = somePost({ github: 'https://github.com/ada/tide', body: 'A clock' })
const moon = somePost({ _id: '01932dad-55f0-7c01-9923-d974d6c5fc09', title: 'Moon' })
const DRAFT_KEY = `draft:${ada._id}:post:${tide._id}`
const NOT_A_URL = 'Please enter a valid URL (including http:// or https://)'

describe('editing a post in its place', () => {
  test('offers all its fields and all nine types, and takes the focus', async () => {
    await edit()
    expect(document.activeElement).toBe(field('Title'))
    expect([field('Title').value, field('Description').value]).toEqual(['Tide', 'A clock'])
    expect(field('GitHub URL').value).toBe(tide.github)
    expect([field('Demo URL').value, field('Project URL').value]).toEqual(['', ''])
    expect(screen.getByText('7/5000')).toBeTruthy()
    await userEvent.click(screen.getByRole('combobox', { name: 'Type' }))
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Showcase',
      'Seeking Contributors',
      'Looking to Join',
      'In Development',
      'Project Idea',
      'Other',
      'Hackathon',
      'Learning Project',
      'Open Source',
    ])
  })

  test('leads to the edit page as well', async () => {
    await edit()
    expect(screen.getByRole('link', { name: 'Edit with preview' }).getAttribute('href')).toBe(
      `/posts/edit/${tide._id}`,
    )
  })

  test('takes no more than can be saved', async () => {
    await edit({ title: '🐬'.repeat(99), body: 'x'.repeat(4998) })
    expect(field('Title').maxLength).toBe(199)
    await userEvent.type(field('Title'), 'abc')
    expect(field('Title').value).toBe(`${'🐬'.repeat(99)}a`)
    await userEvent.type(field('Description'), 'abc')
    expect(field('Description').value).toHaveLength(5000)
    expect(screen.getByText('5000/5000')).toBeTruthy()
  })

  test.each(['GitHub URL', 'Demo URL', 'Project URL'])(
    'is not saved while %s is no address',
    async (label) => {
      const calls = answer(editPost, saved(tide))
      await edit()
      await userEvent.clear(field(label))
      await fill(label, 'tide.example')
      expect(await screen.findByText(NOT_A_URL)).toBeTruthy()
      await press('Save')
      await screen.findByText('Please fix the validation errors before submitting')
      expect(document.activeElement).toBe(field(label))
      expect(calls).toEqual([])
    },
  )

  test('saves, shows the new words and gives the focus back', async () => {
    const calls = answer(editPost, saved({ ...tide, title: 'Tide 2', type: 'open-source' }))
    await edit()
    await fill('Title', ' 2')
    await choose('Type', 'Open Source')
    await fill('Demo URL', 'https://tide.example')
    await press('Save')

    const card = within(await screen.findByRole('article', { name: 'Tide 2' }))
    expect(card.getByText('Open Source')).toBeTruthy()
    expect(screen.queryByLabelText('Title')).toBeNull()
    expect(calls.map(({ body }) => body)).toEqual([
      {
        title: 'Tide 2',
        type: 'open-source',
        body: 'A clock',
        github: tide.github,
        demo: 'https://tide.example',
        projectUrl: '',
      },
    ])
    expect(document.activeElement).toBe(card.getByRole('button', { name: 'Edit' }))
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  })

  test('saves by keyboard', async () => {
    const calls = answer(editPost, saved(tide))
    await edit()
    await userEvent.keyboard('{Meta>}{Enter}{/Meta}')
    await screen.findByRole('article', { name: 'Tide' })
    expect(calls).toHaveLength(1)
  })

  test('cancelled, changes nothing, forgets what was typed and gives the focus back', async () => {
    await edit()
    await fill('Title', ' 2')
    hidePage()
    await press('Cancel')
    const card = within(await screen.findByRole('article', { name: 'Tide' }))
    expect(document.activeElement).toBe(card.getByRole('button', { name: 'Edit' }))
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  })

  test.each([
    ['Slow down', () => refuse(editPost, 429, { code: 'too-many-requests', message: 'Slow down' })],
    ['Failed to update post', () => cutOff(editPost)],
  ])('that fails says %j and loses nothing', async (message, fail) => {
    fail()
    await edit()
    await fill('Title', ' 2')
    await press('Save')
    expect(await screen.findByText(message)).toBeTruthy()
    expect(field('Title').value).toBe('Tide 2')
  })

  test('puts what the server says about a field beside it', async () => {
    refuse(editPost, 400, {
      code: 'invalid-input',
      message: 'Invalid input',
      fields: { demo: NOT_A_URL },
    })
    await edit()
    await press('Save')
    expect(await screen.findByText(NOT_A_URL)).toBeTruthy()
    expect(document.activeElement).toBe(field('Demo URL'))
  })
})

describe('what was typed', () => {
  test('is there again after a reload, in the open editor', async () => {
    const router = await edit()
    await fill('Title', ' 2')
    hidePage()
    const { pathname, search } = router.state.location
    cleanup()
    open(pathname + search)
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Tide 2')
    expect(screen.getByText(/Draft kept on this device/)).toBeTruthy()
  })

  test('stays when another post is edited, and its card says so', async () => {
    await edit()
    await fill('Title', ' 2')
    const other = within(screen.getByRole('article', { name: 'Moon' }))
    await userEvent.click(other.getByRole('button', { name: 'Edit' }))
    await waitFor(() => expect(field('Title').value).toBe('Moon'))
    expect(document.activeElement).toBe(field('Title'))

    await press('Edit, with the changes you kept')
    await waitFor(() => expect(field('Title').value).toBe('Tide 2'))
  })
})

function open(path = '/my-posts', fields: Partial<Post> = {}) {
  answer(listOwnPosts, {
    success: true,
    message: '',
    data: [{ ...tide, ...fields }, moon],
    nextCursor: null,
  })
  return renderPage(<MyPostsPage />, path, ada)
}

async function edit(fields: Partial<Post> = {}) {
  const router = open('/my-posts', fields)
  const [first] = await screen.findAllByRole('button', { name: 'Edit' })
  if (first) await userEvent.click(first)
  await screen.findByLabelText('Title')
  return router
}

function saved(data: Post) {
  return { success: true as const, message: 'ok', data }
}

import { editPost, listOwnPosts, type Post } from '@dolph/contract/posts/posts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockReply, mockNetworkError, mockRefusal } from '../../../testing/fake-api.ts'
import {
  chooseOption,
  getField,
  fillField,
  hidePage,
  pressButton,
} from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { MyPostsPage } from './my-posts-page.tsx'

const ada = createViewerFixture()
const tide = createPostFixture({ github: 'https://github.com/ada/tide', body: 'A clock' })
const moon = createPostFixture({ _id: '01932dad-55f0-7c01-9923-d974d6c5fc09', title: 'Moon' })
const DRAFT_KEY = `draft:${ada._id}:post:${tide._id}`
const NOT_A_URL = 'Please enter a valid URL (including http:// or https://)'

describe('editing a post in the list', () => {
  test('shows all fields and all nine types, and takes the focus', async () => {
    await openEditor()
    expect(document.activeElement).toBe(getField('Title'))
    expect([getField('Title').value, getField('Content').value]).toEqual(['Tide', 'A clock'])
    expect(getField('GitHub URL').value).toBe(tide.github)
    expect([getField('Demo URL').value, getField('Project URL').value]).toEqual(['', ''])
    expect(screen.getByText('7/5000')).toBeTruthy()
    await userEvent.click(screen.getByRole('combobox', { name: 'Post Type' }))
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

  test('links to the edit page', async () => {
    await openEditor()
    expect(screen.getByRole('link', { name: 'Edit with preview' }).getAttribute('href')).toBe(
      `/posts/edit/${tide._id}`,
    )
  })

  test('accepts no more characters than can be saved', async () => {
    await openEditor({ title: '🐬'.repeat(99), body: 'x'.repeat(4998) })
    expect(getField('Title').maxLength).toBe(199)
    await userEvent.type(getField('Title'), 'abc')
    expect(getField('Title').value).toBe(`${'🐬'.repeat(99)}a`)
    await userEvent.type(getField('Content'), 'abc')
    expect(getField('Content').value).toHaveLength(5000)
    expect(screen.getByText('5000/5000')).toBeTruthy()
  })

  test.each(['GitHub URL', 'Demo URL', 'Project URL'])(
    'is not saved while %s is not a valid URL',
    async (label) => {
      const calls = mockReply(editPost, createEditReply(tide))
      await openEditor()
      await userEvent.clear(getField(label))
      await fillField(label, 'tide.example')
      const error = await screen.findByText(NOT_A_URL)
      expect(getField(label).getAttribute('aria-describedby')).toContain(error.closest('[id]')?.id)
      await pressButton('Save')
      await screen.findByText('Please fix the validation errors before submitting')
      expect(document.activeElement).toBe(getField(label))
      expect(calls).toEqual([])
    },
  )

  test('saves, shows the new text and returns the focus', async () => {
    const calls = mockReply(
      editPost,
      createEditReply({ ...tide, title: 'Tide 2', type: 'open-source' }),
    )
    await openEditor()
    await fillField('Title', ' 2')
    await chooseOption('Post Type', 'Open Source')
    await fillField('Demo URL', 'https://tide.example')
    await pressButton('Save')

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
    expect(document.activeElement).toBe(card.getByRole('button', { name: 'Edit: Tide 2' }))
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  })

  test('saves by keyboard', async () => {
    const calls = mockReply(editPost, createEditReply(tide))
    await openEditor()
    await userEvent.keyboard('{Meta>}{Enter}{/Meta}')
    await screen.findByRole('article', { name: 'Tide' })
    expect(calls).toHaveLength(1)
  })

  test('canceled, changes nothing, discards the draft and returns the focus', async () => {
    await openEditor()
    await fillField('Title', ' 2')
    hidePage()
    await pressButton('Cancel')
    const card = within(await screen.findByRole('article', { name: 'Tide' }))
    expect(document.activeElement).toBe(card.getByRole('button', { name: 'Edit: Tide' }))
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  })

  test.each([
    [
      'Slow down',
      () => mockRefusal(editPost, 429, { code: 'too-many-requests', message: 'Slow down' }),
    ],
    ['Failed to update post', () => mockNetworkError(editPost)],
  ])('that fails shows %j and keeps the text', async (message, fail) => {
    fail()
    await openEditor()
    await fillField('Title', ' 2')
    await pressButton('Save')
    expect(await screen.findByText(message)).toBeTruthy()
    expect(getField('Title').value).toBe('Tide 2')
  })

  test('shows a server error about a field beside the field', async () => {
    mockRefusal(editPost, 400, {
      code: 'invalid-input',
      message: 'Invalid input',
      fields: { demo: NOT_A_URL },
    })
    await openEditor()
    await pressButton('Save')
    expect(await screen.findByText(NOT_A_URL)).toBeTruthy()
    expect(document.activeElement).toBe(getField('Demo URL'))
  })
})

describe('the draft', () => {
  test('is restored after a reload, in the open editor', async () => {
    const router = await openEditor()
    await fillField('Title', ' 2')
    hidePage()
    const { pathname, search } = router.state.location
    cleanup()
    openMyPosts(pathname + search)
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Tide 2')
    expect(screen.getByText(/Draft kept on this device/)).toBeTruthy()
  })

  test('is kept when another post is edited, and the card of its post shows it', async () => {
    await openEditor()
    await fillField('Title', ' 2')
    const other = within(screen.getByRole('article', { name: 'Moon' }))
    await userEvent.click(other.getByRole('button', { name: 'Edit: Moon' }))
    await waitFor(() => expect(getField('Title').value).toBe('Moon'))
    expect(document.activeElement).toBe(getField('Title'))

    await pressButton('Edit, with the changes you kept: Tide')
    await waitFor(() => expect(getField('Title').value).toBe('Tide 2'))
  })
})

function openMyPosts(path = '/my-posts', fields: Partial<Post> = {}) {
  mockReply(listOwnPosts, {
    success: true,
    message: '',
    data: [{ ...tide, ...fields }, moon],
    nextCursor: null,
  })
  return renderPage(<MyPostsPage />, path, ada)
}

async function openEditor(fields: Partial<Post> = {}) {
  const router = openMyPosts('/my-posts', fields)
  const [first] = await screen.findAllByRole('button', { name: /^Edit: / })
  if (first) await userEvent.click(first)
  await screen.findByLabelText('Title')
  return router
}

function createEditReply(data: Post) {
  return { success: true as const, message: 'ok', data }
}

import { createPost, editPost, POST_ALREADY_SENT, type Post } from '@dolph/contract/posts/posts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { mockReply, mockRefusal } from '../../../testing/fake-api.ts'
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
import { CreatePostPage } from './create-post-page.tsx'

const ada = createViewerFixture()
const DRAFT_KEY = `draft:${ada._id}:post:new`
const VALIDATION_MESSAGE = 'Please fix the validation errors before submitting'
const FILLED = {
  title: 'Tide',
  type: 'showcase',
  body: 'A tide clock',
  github: 'https://github.com/ada/tide',
  demo: '',
  projectUrl: '',
  cover: null,
} as const

describe('a failed submit', () => {
  test('does not lead to a second post', async () => {
    const attempts = await submitAndFail()
    const retries = mockReply(createPost, createPostReply())
    await pressButton('Create Project')
    await screen.findByText('Other page')
    expect(getTempId(retries[0]?.body)).toBe(getTempId(attempts[0]?.body))
  })

  test('does not lead to a second post after a reload', async () => {
    const attempts = await submitAndFail()
    const retries = mockReply(createPost, createPostReply())
    cleanup()
    openCreatePage()
    await pressButton('Create Project')
    await screen.findByText('Other page')
    expect(getTempId(retries[0]?.body)).toBe(getTempId(attempts[0]?.body))
  })

  test('discarding the draft also discards its tempId', async () => {
    const attempts = await submitAndFail()
    hidePage()
    await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }))
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Discard draft' }))
    const next = mockReply(createPost, createPostReply())
    await waitFor(() => expect(getField('Title').value).toBe(''))
    await fillForm()
    await pressButton('Create Project')
    await screen.findByText('Other page')
    expect(getTempId(next[0]?.body)).not.toBe(getTempId(attempts[0]?.body))
  })

  test.each(['at once', 'after a reload'])(
    'does not lose later changes: the retry %s repeats what was sent, then edits the post',
    async (moment) => {
      const [attempt] = await submitAndFail()
      const retries = mockReply(createPost, createPostReply())
      const edited = { ...FILLED, title: 'Tide clock' }
      const data = createPostFixture(edited)
      const edits = mockReply(editPost, { success: true, message: 'ok', data })
      if (moment === 'after a reload') {
        cleanup()
        openCreatePage()
      }
      await fillField('Title', ' clock')
      await pressButton('Create Project')
      await screen.findByText('Other page')
      expect(retries.map(({ body }) => body)).toEqual([attempt?.body])
      expect(edits.map(({ body }) => body)).toEqual([edited])
    },
  )

  test('that the server refused sends the later text under the same tempId', async () => {
    const attempts = mockRefusal(createPost, 429, { code: 'too-many-requests', message: 'Wait' })
    openCreatePage()
    await fillForm()
    await pressButton('Create Project')
    await screen.findByText('Wait')
    await fillField('Title', ' clock')
    const retries = mockReply(createPost, createPostReply({ title: 'Tide clock' }))
    await pressButton('Create Project')
    await screen.findByText('Other page')
    const tempId = getTempId(attempts[0]?.body)
    expect(retries.map(({ body }) => body)).toEqual([{ ...FILLED, title: 'Tide clock', tempId }])
  })

  test('because another tab has sent other content says so, and the next send creates a second post', async () => {
    const attempts = mockRefusal(createPost, 409, { code: 'conflict', message: POST_ALREADY_SENT })
    openCreatePage()
    await fillForm()
    await pressButton('Create Project')
    await screen.findByText(POST_ALREADY_SENT)
    expect(getField('Title').value).toBe('Tide')
    const retries = mockReply(createPost, createPostReply())
    await pressButton('Create Project')
    await screen.findByText('Other page')
    expect(retries).toHaveLength(1)
    expect(getTempId(retries[0]?.body)).not.toBe(getTempId(attempts[0]?.body))
  })
})

describe('the draft', () => {
  test('is stored on the device, restored, and mentioned in the form', async () => {
    openCreatePage()
    expect(screen.queryByText(/Draft kept on this device/)).toBeNull()
    await fillForm()
    await chooseOption('Post Type', 'Other')
    hidePage()
    expect(await screen.findByText(/Draft kept on this device/)).toBeTruthy()

    cleanup()
    openCreatePage()
    expect(getField('Title').value).toBe('Tide')
    expect(getField('GitHub URL').value).toBe('https://github.com/ada/tide')
    expect(screen.getByRole('combobox', { name: 'Post Type' }).textContent).toBe('Other')
    expect(screen.getByText(/Draft kept on this device/)).toBeTruthy()
  })

  test('is discarded after a confirmation', async () => {
    openCreatePage()
    await fillForm()
    hidePage()
    await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }))
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep draft' }))
    expect(getField('Title').value).toBe('Tide')

    await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }))
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard draft' }),
    )
    await waitFor(() => expect(getField('Title').value).toBe(''))
    expect(getField('Content').value).toBe('')
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
    expect(screen.queryByText(/Draft kept/)).toBeNull()
  })

  test('is removed when the form is empty again', async () => {
    openCreatePage()
    await fillField('Title', 'T')
    hidePage()
    await userEvent.clear(getField('Title'))
    await waitFor(() => expect(localStorage.getItem(DRAFT_KEY)).toBeNull())
  })
})

describe('the preview', () => {
  test('shows the title, the type and the rendered description', async () => {
    openCreatePage()
    const preview = within(screen.getByRole('article', { name: 'Preview' }))
    await fillField('Title', 'Tide')
    await fillField('Content', '# Why\n\nFor **sailors**')
    await chooseOption('Post Type', 'In Development')
    expect(preview.getByRole('heading', { level: 2 }).textContent).toBe('Tide')
    // The card is one, and the page below it.
    expect(preview.getAllByText('In Development')).toHaveLength(2)
    expect((await preview.findByText('sailors')).tagName).toBe('STRONG')
    expect(preview.getByRole('heading', { level: 3 }).textContent).toBe('Why')
  })

  test('is a tab on narrow screens; an invalid field leads back to the form', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => createNarrowMediaQuery(query))
    openCreatePage()
    await fillField('Title', 'Tide')
    expect(screen.queryByRole('article', { name: 'Preview' })).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: 'Preview' }))
    expect(screen.getByRole('article', { name: 'Preview' }).textContent).toContain('Tide')

    await pressButton('Create Project')
    expect(await screen.findByText(VALIDATION_MESSAGE)).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Write' }).getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(getField('Content'))
    expect(getField('Title').value).toBe('Tide')
  })
})

function openCreatePage() {
  return renderPage(<CreatePostPage />, '/posts/create', ada)
}

function createPostReply(fields: Partial<Post> = {}) {
  const data = createPostFixture({ ...FILLED, ...fields })
  return { success: true as const, message: 'ok', data }
}

async function submitAndFail() {
  const attempts = mockRefusal(createPost, 503, { code: 'unavailable', message: 'Try later' })
  openCreatePage()
  await fillForm()
  await pressButton('Create Project')
  await screen.findByText('Try later')
  return attempts
}

async function fillForm() {
  await fillField('Title', FILLED.title)
  await fillField('Content', FILLED.body)
  await fillField('GitHub URL', FILLED.github)
}

function getTempId(body: unknown) {
  return (body as { tempId: string }).tempId
}

function createNarrowMediaQuery(query: string): MediaQueryList {
  return Object.assign(new EventTarget(), {
    media: query,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
}

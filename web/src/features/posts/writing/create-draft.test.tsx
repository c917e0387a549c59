import { createPost, editPost, type Post } from '@dolph/contract/posts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { answer, refuse } from '../../../testing/fake-api.ts'
import { choose, field, fill, hidePage, press } from '../../../testing/fill-in.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { somePost } from '../../../testing/some-post.ts'
import { someViewer } from '../../../testing/some-viewer.ts'
import { CreatePage } from './create-page.tsx'

const ada = someViewer()
const DRAFT_KEY = `draft:${ada._id}:post:new`
const STOPPED = 'Please fix the validation errors before submitting'
const FILLED = {
  title: 'Tide',
  type: 'showcase',
  body: 'A tide clock',
  github: 'https://github.com/ada/tide',
  demo: '',
  projectUrl: '',
} as const

describe('a reply that got lost', () => {
  test('leads to one post all the same', async () => {
    const tries = await failOnce()
    const again = answer(createPost, created())
    await press('Create Project')
    await screen.findByText('Went elsewhere')
    expect(tempIdOf(again[0]?.body)).toBe(tempIdOf(tries[0]?.body))
  })

  test('leads to one post even after a reload', async () => {
    const tries = await failOnce()
    const again = answer(createPost, created())
    cleanup()
    open()
    await press('Create Project')
    await screen.findByText('Went elsewhere')
    expect(tempIdOf(again[0]?.body)).toBe(tempIdOf(tries[0]?.body))
  })

  test('is forgotten with the draft: the next post is another', async () => {
    const tries = await failOnce()
    hidePage()
    await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }))
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Discard draft' }))
    const next = answer(createPost, created())
    await waitFor(() => expect(field('Title').value).toBe(''))
    await fillAll()
    await press('Create Project')
    await screen.findByText('Went elsewhere')
    expect(tempIdOf(next[0]?.body)).not.toBe(tempIdOf(tries[0]?.body))
  })

  test('does not lose what was changed since', async () => {
    answer(createPost, created({ body: 'As it was sent first' }))
    const edits = answer(editPost, { success: true, message: 'ok', data: somePost(FILLED) })
    open()
    await fillAll()
    await press('Create Project')
    await screen.findByText('Went elsewhere')
    expect(edits.map(({ body }) => body)).toEqual([FILLED])
  })
})

describe('the draft', () => {
  test('is kept on the device, found again, and said so', async () => {
    open()
    expect(screen.queryByText(/Draft kept on this device/)).toBeNull()
    await fillAll()
    await choose('Type', 'Other')
    hidePage()
    expect(await screen.findByText(/Draft kept on this device/)).toBeTruthy()

    cleanup()
    open()
    expect(field('Title').value).toBe('Tide')
    expect(field('GitHub URL').value).toBe('https://github.com/ada/tide')
    expect(screen.getByRole('combobox', { name: 'Type' }).textContent).toBe('Other')
    expect(screen.getByText(/Draft kept on this device/)).toBeTruthy()
  })

  test('is discarded on request, after a question', async () => {
    open()
    await fillAll()
    hidePage()
    await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }))
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep draft' }))
    expect(field('Title').value).toBe('Tide')

    await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }))
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard draft' }),
    )
    await waitFor(() => expect(field('Title').value).toBe(''))
    expect(field('Description').value).toBe('')
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
    expect(screen.queryByText(/Draft kept/)).toBeNull()
  })

  test('that has become empty is none', async () => {
    open()
    await fill('Title', 'T')
    hidePage()
    await userEvent.clear(field('Title'))
    await waitFor(() => expect(localStorage.getItem(DRAFT_KEY)).toBeNull())
  })
})

describe('the preview', () => {
  test('shows title, type and the description as it will be read', async () => {
    open()
    const preview = within(screen.getByRole('article', { name: 'Preview' }))
    await fill('Title', 'Tide')
    await fill('Description', '# Why\n\nFor **sailors**')
    await choose('Type', 'In Development')
    expect(preview.getByRole('heading', { level: 2 }).textContent).toBe('Tide')
    expect(preview.getByText('In Development')).toBeTruthy()
    expect((await preview.findByText('sailors')).tagName).toBe('STRONG')
    expect(preview.getByRole('heading', { level: 3 }).textContent).toBe('Why')
  })

  test('is a tab of its own where there is no room; what is wrong leads back to the form', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => narrow(query))
    open()
    await fill('Title', 'Tide')
    expect(screen.queryByRole('article', { name: 'Preview' })).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: 'Preview' }))
    expect(screen.getByRole('article', { name: 'Preview' }).textContent).toContain('Tide')

    await press('Create Project')
    expect(await screen.findByText(STOPPED)).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Write' }).getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(field('Description'))
    expect(field('Title').value).toBe('Tide')
  })
})

function open() {
  return renderPage(<CreatePage />, '/posts/create', ada)
}

function created(fields: Partial<Post> = {}) {
  const data = somePost({ ...FILLED, ...fields })
  return { success: true as const, message: 'ok', data }
}

async function failOnce() {
  const tries = refuse(createPost, 503, { code: 'unavailable', message: 'Try later' })
  open()
  await fillAll()
  await press('Create Project')
  await screen.findByText('Try later')
  return tries
}

async function fillAll() {
  await fill('Title', FILLED.title)
  await fill('Description', FILLED.body)
  await fill('GitHub URL', FILLED.github)
}

function tempIdOf(sent: unknown) {
  return (sent as { tempId: string }).tempId
}

function narrow(query: string): MediaQueryList {
  return Object.assign(new EventTarget(), {
    media: query,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
}

import { createPost, type Post } from '@dolph/contract/posts/posts'
import { changeProject, type Project } from '@dolph/contract/projects/projects'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import {
  mockDelayedReply,
  mockReply,
  mockNetworkError,
  fakeApi,
  mockRefusal,
} from '../../../testing/fake-api.ts'
import { chooseOption, getField, fillField, pressButton } from '../../../testing/form-helpers.ts'
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

const BUSY = { success: false, code: 'unavailable', message: 'Busy just now' }

describe('the form', () => {
  test.each([
    ['seeking-contributors', 'Seeking Contributors'],
    ['hackathon', 'Showcase'],
    ['<script>', 'Showcase'],
  ])('opened with the type %s starts with %s', (type, label) => {
    renderPage(<CreatePostPage />, `/posts/create?${new URLSearchParams({ type })}`, ada)
    expect(screen.getByRole('combobox', { name: 'Post Type' }).textContent).toContain(label)
  })

  test('has the fields of a project and the six types, in order', async () => {
    openCreatePage()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create New Project')
    for (const label of ['Title', 'Content', 'GitHub URL', 'Demo URL', 'Project URL']) {
      expect(getField(label).value).toBe('')
    }
    expect(screen.getByText('0/5000')).toBeTruthy()

    await userEvent.click(screen.getByRole('combobox', { name: 'Post Type' }))
    const types = await screen.findAllByRole('option')
    expect(types.map((type) => type.textContent)).toEqual([
      'Showcase',
      'Seeking Contributors',
      'Looking to Join',
      'In Development',
      'Project Idea',
      'Other',
    ])
  })

  test.each([
    ['Title', 'x'.repeat(101), 'Title cannot be more than 100 characters'],
    ['Content', 'x'.repeat(5001), 'Description cannot be more than 5000 characters'],
    ['GitHub URL', 'https://gitlab.com/ada/tide', 'Please enter a valid GitHub URL'],
    ['GitHub URL', 'https://github.com.evil.example', 'Please enter a valid GitHub URL'],
    ['Demo URL', 'tide', 'Please enter a valid URL'],
    ['Project URL', 'javascript:alert(1)', 'Please enter a valid URL'],
  ])('shows at once what is wrong with %s', async (label, typed, message) => {
    openCreatePage()
    await fillField(label, typed)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(getField(label).getAttribute('aria-invalid')).toBe('true')
    await userEvent.clear(getField(label))
    await fillField(label, label.endsWith('URL') ? '' : 'Fine')
    await waitFor(() => expect(screen.queryByText(message)).toBeNull())
  })

  test('shows that title and description are required once they were emptied', async () => {
    openCreatePage()
    await fillField('Title', 'T')
    await userEvent.clear(getField('Title'))
    await fillField('Content', 'D')
    await userEvent.clear(getField('Content'))
    expect(await screen.findByText('Title is required')).toBeTruthy()
    expect(await screen.findByText('Description is required')).toBeTruthy()
  })

  test('counts an emoji as one character', async () => {
    openCreatePage()
    await fillField('Content', '🐬'.repeat(5000))
    expect(screen.getByText('5000/5000')).toBeTruthy()
    expect(getField('Content').getAttribute('aria-invalid')).toBeNull()
  })
})

describe('submitting', () => {
  test('an invalid form sends nothing, shows a message and focuses the first invalid field', async () => {
    const calls = mockReply(createPost, createPostReply())
    openCreatePage()
    await fillField('Demo URL', 'tide')
    await pressButton('Create Project')

    expect(await screen.findByText(VALIDATION_MESSAGE)).toBeTruthy()
    expect(screen.getByText('Title is required')).toBeTruthy()
    expect(document.activeElement).toBe(getField('Title'))
    expect(calls).toEqual([])

    await fillField('Title', 'Tide')
    await fillField('Content', 'A tide clock')
    await userEvent.clear(getField('Demo URL'))
    await waitFor(() => expect(screen.queryByText(VALIDATION_MESSAGE)).toBeNull())
  })

  test('leads to the dashboard, and the draft is discarded', async () => {
    const calls = mockReply(createPost, createPostReply({ type: 'project-idea' }))
    const router = openCreatePage()
    await fillForm()
    await chooseOption('Post Type', 'Project Idea')
    await pressButton('Create Project')

    await screen.findByText('Other page')
    expect(router.state.location.pathname).toBe('/posts')
    expect(calls.map(({ body }) => body)).toEqual([
      { ...FILLED, type: 'project-idea', tempId: expect.stringMatching(/^temp-/) },
    ])
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  })

  test('shows its progress, and cannot be repeated while it runs', async () => {
    let requestCount = 0
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    fakeApi.use(
      http.post(`*${createPost.url}`, async () => {
        requestCount += 1
        await released
        return HttpResponse.json(createPostReply(), { status: 201 })
      }),
    )
    openCreatePage()
    await fillForm()
    await userEvent.dblClick(screen.getByRole('button', { name: 'Create Project' }))
    const button = await screen.findByRole('button', { name: 'Creating...' })
    await userEvent.click(button)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    release()
    await screen.findByText('Other page')
    expect(requestCount).toBe(1)
  })

  test.each(['201', '503'])('makes the fields read-only until the reply %s', async (status) => {
    const reply = () => (status === '201' ? createPostReply() : BUSY)
    const release = mockDelayedReply(createPost, reply, Number(status))
    openCreatePage()
    await fillForm()
    await pressButton('Create Project')
    await screen.findByRole('button', { name: 'Creating...' })
    await fillField('Title', ' clock')
    await userEvent.click(screen.getByRole('combobox', { name: 'Post Type' }))
    expect(getField('Title').value).toBe(FILLED.title)
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Post Type' }))
    expect(screen.queryByRole('option')).toBeNull()
    release()
    if (status === '201') return void (await screen.findByText('Other page'))
    await screen.findByText('Busy just now')
    await fillField('Title', ' clock')
    return expect(getField('Title').value).toBe(`${FILLED.title} clock`)
  })

  test('works by keyboard from any field', async () => {
    const calls = mockReply(createPost, createPostReply())
    openCreatePage()
    await fillForm()
    await userEvent.click(getField('Content'))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('Other page')
    expect(calls).toHaveLength(1)
  })
})

describe('a refusal', () => {
  test('is shown with the server’s message', async () => {
    mockRefusal(createPost, 429, {
      code: 'too-many-requests',
      message: 'Too many posts. Please wait.',
    })
    openCreatePage()
    await fillForm()
    await pressButton('Create Project')
    expect(
      (await screen.findByText('Too many posts. Please wait.')).closest('[role=alert]'),
    ).toBeTruthy()
    expect(getField('Title').value).toBe('Tide')
  })

  test('of a member whom a moderator limited is shown with end and reason, and the text stays', async () => {
    const message = 'You cannot post until March 7, 2027. Reason: Advertising.'
    mockRefusal(createPost, 403, { code: 'limited', message })
    openCreatePage()
    await fillForm()
    await pressButton('Create Project')
    expect((await screen.findByText(message)).closest('[role=alert]')).toBeTruthy()
    const texts = [getField('Title').value, getField('Content').value]
    expect(texts).toEqual(['Tide', 'A tide clock'])
  })

  test('of single fields is shown beside them', async () => {
    mockRefusal(createPost, 400, {
      code: 'invalid-input',
      message: 'Please enter a valid URL',
      fields: { demo: 'Please enter a valid URL' },
    })
    openCreatePage()
    await fillForm()
    await pressButton('Create Project')
    expect(await screen.findAllByText('Please enter a valid URL')).toHaveLength(1)
    expect(document.activeElement).toBe(getField('Demo URL'))
    expect(getField('Demo URL').getAttribute('aria-invalid')).toBe('true')
  })

  test('without a message shows a default one', async () => {
    mockNetworkError(createPost)
    openCreatePage()
    await fillForm()
    await pressButton('Create Project')
    expect(await screen.findByText('Error creating post')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Create Project' })).toBeTruthy()
  })

  test('because of an expired session keeps the draft', async () => {
    mockRefusal(createPost, 401, { code: 'not-signed-in', message: 'Please log in' })
    const router = openCreatePage()
    await fillForm()
    await pressButton('Create Project')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    cleanup()
    openCreatePage()
    expect(getField('Content').value).toBe('A tide clock')
  })
})

test('state and topics are asked for without an import, sent with the post, and are on its card', async () => {
  openCreatePage()
  await fillField('Title', FILLED.title)
  await fillField('Content', FILLED.body)
  await chooseOption('State', 'Building')
  await userEvent.click(screen.getByText((_, element) => element?.tagName === 'SUMMARY'))
  await userEvent.click(screen.getByRole('button', { name: 'Hardware' }))
  const getCard = () => document.querySelector('[inert] article')
  await waitFor(() => expect(getCard()?.textContent).toMatch(/Tide.*A tide clock.*Building/))
  // The drawing of the published card is not known yet.
  expect(getCard()?.querySelector('[data-cover] circle')).toBeNull()
  mockReply(createPost, createPostReply({ github: '' }))
  const changes = mockReply(changeProject, { success: true, data: PROJECT })
  await pressButton('Create Project')
  await waitFor(() => expect(changes).toHaveLength(1))
  expect(changes[0]?.body).toEqual({ state: 'building', topics: ['hardware'] })
})

const PROJECT: Project = {
  state: 'building',
  topics: ['hardware'],
  replyDays: 7,
  isListed: true,
  isOwner: true,
}

function openCreatePage() {
  return renderPage(<CreatePostPage />, '/posts/create', ada)
}

function createPostReply(fields: Partial<Post> = {}) {
  const data = createPostFixture({ ...FILLED, ...fields })
  return { success: true as const, message: 'ok', data }
}

async function fillForm() {
  await fillField('Title', FILLED.title)
  await fillField('Content', FILLED.body)
  await fillField('GitHub URL', FILLED.github)
}

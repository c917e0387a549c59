import { createPost, type Post } from '@dolph/contract/posts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { answer, cutOff, fakeApi, refuse } from '../../../testing/fake-api.ts'
import { choose, field, fill, press } from '../../../testing/fill-in.ts'
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

describe('the form', () => {
  test('has the fields of a project and the six types, in order', async () => {
    open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create New Project')
    for (const label of ['Title', 'Description', 'GitHub URL', 'Demo URL', 'Project URL']) {
      expect(field(label).value).toBe('')
    }
    expect(screen.getByText('0/5000')).toBeTruthy()

    await userEvent.click(screen.getByRole('combobox', { name: 'Type' }))
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
    ['Description', 'x'.repeat(5001), 'Description cannot be more than 5000 characters'],
    ['GitHub URL', 'https://gitlab.com/ada/tide', 'Please enter a valid GitHub URL'],
    ['GitHub URL', 'https://github.com.evil.example', 'Please enter a valid GitHub URL'],
    ['Demo URL', 'tide', 'Please enter a valid URL'],
    ['Project URL', 'javascript:alert(1)', 'Please enter a valid URL'],
  ])('says at once what is wrong with %s', async (label, typed, message) => {
    open()
    await fill(label, typed)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
    await userEvent.clear(field(label))
    await fill(label, label.endsWith('URL') ? '' : 'Fine')
    await waitFor(() => expect(screen.queryByText(message)).toBeNull())
  })

  test('says that title and description are required once they were emptied', async () => {
    open()
    await fill('Title', 'T')
    await userEvent.clear(field('Title'))
    await fill('Description', 'D')
    await userEvent.clear(field('Description'))
    expect(await screen.findByText('Title is required')).toBeTruthy()
    expect(await screen.findByText('Description is required')).toBeTruthy()
  })

  test('counts characters as people do', async () => {
    open()
    await fill('Description', '🐬'.repeat(5000))
    expect(screen.getByText('5000/5000')).toBeTruthy()
    expect(field('Description').getAttribute('aria-invalid')).toBeNull()
  })
})

describe('submitting', () => {
  test('something invalid is stopped, said, and leads to the first wrong field', async () => {
    const calls = answer(createPost, created())
    open()
    await fill('Demo URL', 'tide')
    await press('Create Project')

    expect(await screen.findByText(STOPPED)).toBeTruthy()
    expect(screen.getByText('Title is required')).toBeTruthy()
    expect(document.activeElement).toBe(field('Title'))
    expect(calls).toEqual([])

    await fill('Title', 'Tide')
    await fill('Description', 'A tide clock')
    await userEvent.clear(field('Demo URL'))
    await waitFor(() => expect(screen.queryByText(STOPPED)).toBeNull())
  })

  test('leads to the dashboard, and what was typed is forgotten', async () => {
    const calls = answer(createPost, created({ type: 'project-idea' }))
    const router = open()
    await fillAll()
    await choose('Type', 'Project Idea')
    await press('Create Project')

    await screen.findByText('Went elsewhere')
    expect(router.state.location.pathname).toBe('/posts')
    expect(calls.map(({ body }) => body)).toEqual([
      { ...FILLED, type: 'project-idea', tempId: expect.stringMatching(/^temp-/) },
    ])
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  })

  test('says so while it takes its time, and cannot be done twice', async () => {
    let sent = 0
    const { promise: answered, resolve: answerNow } = Promise.withResolvers<void>()
    fakeApi.use(
      http.post(`*${createPost.url}`, async () => {
        sent += 1
        await answered
        return HttpResponse.json(created(), { status: 201 })
      }),
    )
    open()
    await fillAll()
    await userEvent.dblClick(screen.getByRole('button', { name: 'Create Project' }))
    const button = await screen.findByRole('button', { name: 'Creating...' })
    await userEvent.click(button)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    answerNow()
    await screen.findByText('Went elsewhere')
    expect(sent).toBe(1)
  })

  test('can be done by keyboard from any field', async () => {
    const calls = answer(createPost, created())
    open()
    await fillAll()
    await userEvent.click(field('Description'))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('Went elsewhere')
    expect(calls).toHaveLength(1)
  })
})

describe('a refusal', () => {
  test('is shown in the server’s words', async () => {
    refuse(createPost, 429, { code: 'too-many-requests', message: 'Too many posts. Please wait.' })
    open()
    await fillAll()
    await press('Create Project')
    expect(
      (await screen.findByText('Too many posts. Please wait.')).closest('[role=alert]'),
    ).toBeTruthy()
    expect(field('Title').value).toBe('Tide')
  })

  test('of single fields stands beside them', async () => {
    refuse(createPost, 400, {
      code: 'invalid-input',
      message: 'Please enter a valid URL',
      fields: { demo: 'Please enter a valid URL' },
    })
    open()
    await fillAll()
    await press('Create Project')
    expect(await screen.findAllByText('Please enter a valid URL')).toHaveLength(1)
    expect(document.activeElement).toBe(field('Demo URL'))
    expect(field('Demo URL').getAttribute('aria-invalid')).toBe('true')
  })

  test('without words has ours', async () => {
    cutOff(createPost)
    open()
    await fillAll()
    await press('Create Project')
    expect(await screen.findByText('Error creating post')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Create Project' })).toBeTruthy()
  })

  test('of somebody whose session has run out loses nothing', async () => {
    refuse(createPost, 401, { code: 'not-signed-in', message: 'Please log in' })
    const router = open()
    await fillAll()
    await press('Create Project')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    cleanup()
    open()
    expect(field('Description').value).toBe('A tide clock')
  })
})

function open() {
  return renderPage(<CreatePage />, '/posts/create', ada)
}

function created(fields: Partial<Post> = {}) {
  const data = somePost({ ...FILLED, ...fields })
  return { success: true as const, message: 'ok', data }
}

async function fillAll() {
  await fill('Title', FILLED.title)
  await fill('Description', FILLED.body)
  await fill('GitHub URL', FILLED.github)
}

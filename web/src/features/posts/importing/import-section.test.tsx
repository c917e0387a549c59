import {
  importProject,
  INVALID_REPOSITORY_LINK,
  type ProjectImport,
} from '@dolph/contract/imports/imports'
import { PICTURES_LEFT_OUT } from '@dolph/contract/imports/readme'
import { createPost } from '@dolph/contract/posts/posts'
import { changeProject } from '@dolph/contract/projects/projects'
import { createRole } from '@dolph/contract/roles/roles'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockNetworkError, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createRoleFixture } from '../../../testing/fixtures/role-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { fillField, getField, pressButton } from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { CreatePostPage } from '../writing/create-post-page.tsx'

const POST = createPostFixture()
const README = '# Tide clock\n\nShows the tide. [Demo](https://tide.example)'
const PROJECT_FILE = `dolph: 1
state: building
topics: [developer-tools, cats]
roles: [{ title: Frontend developer, skills: [react], hours: 4-8, reward: unpaid }]`

describe('starting from a README', () => {
  test('a pasted README fills the empty form, and nothing is sent', async () => {
    await openDialog()
    await paste(README)
    await waitFor(() => expect(findDialog()).toBeNull())
    expect(getField('Title').value).toBe('Tide clock')
    expect(getField('Content').value).toContain('Shows the tide.')
    expect(getField('Demo URL').value).toBe('https://tide.example')
    expect(await screen.findAllByText(/Nothing is published yet/)).not.toEqual([])
  })

  test('leaves pictures out, and says so', async () => {
    await openDialog()
    await paste(`${README}\n\n![Screen](https://x.example/a.png)`)
    expect(await screen.findByText(PICTURES_LEFT_OUT)).toBeTruthy()
    await pressButton('Fill the form')
    expect(getField('Content').value).not.toContain('x.example')
  })

  test('asks before it replaces what was typed', async () => {
    await openDialog(async () => fillField('Title', 'My title'))
    await paste(README)
    expect(await screen.findByText('This replaces the title that you typed.')).toBeTruthy()
    expect(getField('Title').value).toBe('My title')
    await pressButton('Replace what I typed')
    await waitFor(() => expect(findDialog()).toBeNull())
    expect(getField('Title').value).toBe('Tide clock')
  })

  test('leaves the form as typed when the question is answered with Back or Escape', async () => {
    await openDialog(async () => fillField('Title', 'My title'))
    await paste(README)
    await pressButton('Back')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(findDialog()).toBeNull())
    expect([getField('Title').value, getField('Content').value]).toEqual(['My title', ''])
  })

  test('a dropped .dolph.yml gives roles, state and topics, names what is unknown, and is sent with the post', async () => {
    mockReply(createPost, { success: true, message: 'ok', data: POST })
    const projects = mockReply(changeProject, {
      success: true,
      data: { state: 'building', topics: [], replyDays: 7, isListed: true, isOwner: true },
    })
    const roles = mockReply(createRole, { success: true, data: createRoleFixture() })
    await openDialog()
    drop(new File([PROJECT_FILE], '.dolph.yml'))
    expect(await screen.findByText('The topic “cats” is unknown.')).toBeTruthy()
    await pressButton('Fill the form')
    expect(await screen.findByText('Frontend developer')).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'State' }).textContent).toBe('Building')
    const summary = screen.getByText((_, element) => element?.tagName === 'SUMMARY')
    expect(summary.textContent).toBe('Topics: Developer tools')
    await publish()
    await screen.findByText('Other page')
    expect(projects.map(({ body }) => body)).toEqual([
      { state: 'building', topics: ['developer-tools'] },
    ])
    expect(roles).toHaveLength(1)
    expect(localStorage).toHaveLength(0)
  })

  test('says when state and topics could not be saved', async () => {
    mockReply(createPost, { success: true, message: 'ok', data: POST })
    mockRefusal(changeProject, 503, { code: 'unavailable', message: 'Not now' })
    await openDialog()
    await paste('dolph: 1\nstate: idea')
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'State' }).textContent).toBe('Idea'),
    )
    await publish()
    expect(await screen.findAllByText(/State and topics could not be saved/)).not.toEqual([])
  })

  test.each([
    ['a large file', () => new File(['x'.repeat(300_000)], 'README.md'), /256 KiB/],
    ['a picture', () => new File(['\u0089PNG\u0000'], 'README.md'), /not a text file/],
    ['an empty file', () => new File([''], 'README.md'), /no text/],
    ['broken YAML', () => new File(['a: [b'], 'x.yml'), /not valid YAML/],
    ['an alias bomb', () => new File([createAliasBomb()], 'x.yml'), /not valid YAML/],
  ])('%s changes nothing, and says why', async (_, createFile, message) => {
    await openDialog(async () => fillField('Title', 'My title'))
    drop(createFile())
    expect(await screen.findByText(message)).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(getField('Title').value).toBe('My title')
  })
})

describe('starting from GitHub', () => {
  test('a link fills the form by Enter, and nothing is published', async () => {
    const created = mockReply(createPost, { success: true, message: 'ok', data: POST })
    const calls = mockReply(importProject, { success: true, data: DRAFT })
    await openDialog()
    await typeLink('https://github.com/ada/tide{Enter}')
    await waitFor(() => expect(findDialog()).toBeNull())
    expect(calls.map(({ body }) => body)).toEqual([{ url: 'https://github.com/ada/tide' }])
    expect([getField('Title').value, getField('GitHub URL').value]).toEqual([
      DRAFT.title,
      DRAFT.github,
    ])
    expect(created).toEqual([])
  })

  test('a link to something else is refused on the device', async () => {
    const calls = mockReply(importProject, { success: true, data: DRAFT })
    await openDialog()
    await typeLink('https://gitlab.com/ada/tide{Enter}')
    expect(await screen.findByText(INVALID_REPOSITORY_LINK)).toBeTruthy()
    expect(calls).toEqual([])
  })

  test.each([
    [
      'Not there',
      () => mockRefusal(importProject, 404, { code: 'not-found', message: 'Not there' }),
    ],
    ['Busy', () => mockRefusal(importProject, 503, { code: 'unavailable', message: 'Busy' })],
    [
      'Slow down',
      () => mockRefusal(importProject, 429, { code: 'too-many-requests', message: 'Slow down' }),
    ],
    [/could not be read/, () => mockNetworkError(importProject)],
  ])('the fault %s leaves the form as typed', async (message, fail) => {
    fail()
    await openDialog(async () => fillField('Title', 'My title'))
    await typeLink('https://github.com/ada/tide{Enter}')
    expect(await screen.findByText(message)).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(findDialog()).toBeNull())
    expect([getField('Title').value, getField('Content').value]).toEqual(['My title', ''])
  })
})

const DRAFT: ProjectImport = {
  title: 'Tide clock',
  body: 'Shows the tide',
  github: 'https://github.com/ada/tide',
  demo: '',
  projectUrl: '',
  state: null,
  topics: [],
  skills: [],
  roles: [],
  problems: [],
}

async function typeLink(keys: string) {
  const dialog = within(screen.getByRole('dialog', DIALOG))
  await userEvent.type(dialog.getByRole('textbox', { name: 'GitHub repository' }), keys)
}

async function openDialog(type?: () => Promise<void>) {
  renderPage(<CreatePostPage />, '/posts/create', createViewerFixture())
  await type?.()
  await pressButton('Start from GitHub or a README')
  await screen.findByRole('dialog', DIALOG)
}

async function paste(text: string) {
  const dialog = within(screen.getByRole('dialog', DIALOG))
  await userEvent.click(dialog.getByRole('textbox', { name: 'README or .dolph.yml' }))
  await userEvent.paste(text)
  await pressButton('Use this text')
}

function drop(file: File) {
  const group = screen.getByRole('group', { name: 'README or .dolph.yml' })
  fireEvent.drop(group, { dataTransfer: { files: [file] } })
}

// Toasts are dialogs too.
const DIALOG = { name: 'Start from GitHub or a README' }

function findDialog() {
  return screen.queryByRole('dialog', DIALOG)
}

async function publish() {
  await waitFor(() => expect(findDialog()).toBeNull())
  await fillField('Title', POST.title)
  await fillField('Content', POST.body)
  await pressButton('Create Project')
}

function createAliasBomb(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level < 9; level += 1) {
    const aliases = Array.from({ length: 9 }, () => `*a${level - 1}`)
    lines.push(`a${level}: &a${level} [${aliases.join(', ')}]`)
  }
  return lines.join('\n')
}

import { changeProject, readProject } from '@dolph/contract/projects/projects'
import {
  deleteUpdate,
  editUpdate,
  listUpdates,
  postUpdate,
  type Update,
} from '@dolph/contract/updates/updates'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { mockRefusal, mockReply } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { ProjectDialog } from '../projects/project-dialog.tsx'
import { UpdatesSection } from './updates-section.tsx'

const POST = '01932dad-55f0-7c01-9923-d974d6c5fc01'
const ada = createViewerFixture()

test('three updates are shown, and all on request; a change of state is a line', async () => {
  mockProject(false)
  mockUpdates([
    createUpdate(5, { body: '', state: 'shipped' }),
    ...[4, 3, 2, 1].map((sequence) => createUpdate(sequence)),
  ])
  renderSection()
  await screen.findByText(/set the state to Shipped/)
  expect(screen.queryByText('News 2')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'All updates' }))
  expect(await screen.findByText('News 1')).toBeTruthy()
  expect(screen.queryByLabelText('What’s new?')).toBeNull()
})

test('an owner posts an update; a failed one keeps its text and is sent again under the same id after a reload', async () => {
  mockProject(true)
  mockUpdates([])
  const failed = mockRefusal(postUpdate, 500, { code: 'internal', message: 'Something went wrong' })
  renderSection()
  await userEvent.type(await screen.findByLabelText('What’s new?'), 'News 1')
  await userEvent.click(screen.getByRole('button', { name: 'Post update' }))
  await screen.findByText('The update could not be posted. Please try again.')
  cleanup()

  renderSection()
  const calls = mockReply(postUpdate, { success: true, data: createUpdate(1) })
  await userEvent.click(await screen.findByRole('button', { name: 'Post update' }))
  await screen.findByRole('listitem')
  expect(calls.map(({ body }) => body)).toEqual(failed.map(({ body }) => body))
  expect(screen.getByLabelText<HTMLTextAreaElement>('What’s new?').value).toBe('')
})

test('the sixth update of a day is refused with the reason', async () => {
  mockProject(true)
  mockUpdates([])
  const message = 'You can write 5 updates a day on a project'
  mockRefusal(postUpdate, 429, { code: 'too-many-requests', message })
  renderSection()
  await userEvent.type(await screen.findByLabelText('What’s new?'), 'News 6')
  await userEvent.click(screen.getByRole('button', { name: 'Post update' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('authors edit, owners delete', async () => {
  mockProject(true)
  mockUpdates([createUpdate(1)])
  renderSection()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit update' }))
  const field = screen.getByLabelText('Edit update')
  await userEvent.type(field, ' and more')
  const edited = { body: 'News 1 and more', editedAt: '2026-01-03T00:00:00.000Z' }
  const calls = mockReply(editUpdate, { success: true, data: createUpdate(1, edited) })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('News 1 and more')
  expect(calls.map(({ body }) => body)).toEqual([{ body: 'News 1 and more' }])

  mockReply(deleteUpdate, { success: true })
  await userEvent.click(screen.getByRole('button', { name: 'Delete update' }))
  const confirm = await screen.findByRole('alertdialog')
  await userEvent.click([...confirm.querySelectorAll('button')].at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByText('News 1 and more')).toBeNull())
})

test('a changed state of the project is shown among its updates', async () => {
  mockProject(true)
  mockUpdates([])
  mockReply(changeProject, {
    success: true,
    data: { state: 'shipped', topics: [], replyDays: 7, isListed: true, isOwner: true },
  })
  renderPage(
    <>
      <UpdatesSection postId={POST} isAuthor />
      <ProjectDialog postId={POST} isOpen onChanged={() => undefined} onClose={() => undefined} />
    </>,
    '/',
    ada,
  )
  const save = await screen.findByRole('button', { name: 'Save' })
  mockUpdates([createUpdate(1, { body: '', state: 'shipped' })])
  await userEvent.click(save)
  expect(await screen.findByText(/set the state to Shipped/)).toBeTruthy()
})

test('updates that fail to load can be retried, by readers too', async () => {
  mockRefusal(listUpdates, 404, { code: 'not-found', message: 'Post not found' })
  renderSection()
  expect(await screen.findByText(/^Failed to load updates/)).toBeTruthy()
  mockUpdates([createUpdate(1)])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('News 1')).toBeTruthy()
  expect(screen.queryByText(/^Failed to load updates/)).toBeNull()
})

test('a link to the updates scrolls to them once they are loaded', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
  mockUpdates([createUpdate(1)])
  renderSection('/posts/one#updates')
  await screen.findByText('News 1')
  expect(scroll).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Updates' }))
})

test('without updates nothing is shown to others', async () => {
  mockProject(false)
  mockUpdates([])
  renderSection()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Updates' })).toBeNull())
})

function renderSection(path = '/') {
  return renderPage(<UpdatesSection postId={POST} isAuthor={false} />, path, ada)
}

function mockProject(isOwner: boolean) {
  const data = { state: null, topics: [], replyDays: 7 as const, isListed: true, isOwner }
  mockReply(readProject, { success: true, data })
}

function mockUpdates(data: Update[]) {
  mockReply(listUpdates, { success: true, data, nextCursor: null })
}

function createUpdate(sequence: number, fields: Partial<Update> = {}): Update {
  return {
    _id: `0198c5a0-0000-7000-8000-${String(sequence).padStart(12, '0')}`,
    post: POST,
    user: { _id: ada._id, userName: 'ada', profilePicture: '' },
    body: `News ${sequence}`,
    state: null,
    createdAt: '2026-01-02T03:04:05.678Z',
    editedAt: null,
    ...fields,
  }
}

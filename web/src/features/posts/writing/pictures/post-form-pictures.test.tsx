import { COVER_GONE, uploadPostPicture } from '@dolph/contract/posts/post-pictures'
import { createPost } from '@dolph/contract/posts/posts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  mockDelayedReply,
  mockNetworkError,
  mockRefusal,
  mockReply,
} from '../../../../testing/fake-api.ts'
import { fakePictures } from '../../../../testing/fake-pictures.ts'
import { createPostFixture } from '../../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../../testing/fixtures/viewer-fixtures.ts'
import { fillField, getField, hidePage, pressButton } from '../../../../testing/form-helpers.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { CreatePostPage } from '../create-post-page.tsx'

const PHOTO = new File(['photo'], 'clock.png', { type: 'image/png' })
const REPLY = {
  success: true,
  url: `/pictures/${'a'.repeat(43)}/1280x720.webp`,
  width: 1280,
  height: 720,
}
const FAILED = 'A picture could not be uploaded. Please try again or discard it first.'
const MARK = '![Uploading 1: clock.png]()'

test('the mark of an upload that is over is not published', async () => {
  const posts = mockReply(createPost, createReply())
  openCreatePage()
  await fillField('Title', 'Tide')
  await fillField('Content', `A tide\n\n${MARK}\nclock`)
  await pressButton('Create Project')
  await waitFor(() => expect(posts).toHaveLength(1))
  expect(posts[0]?.body).toMatchObject({ body: 'A tide\n\nclock' })
})

test('a text of nothing but the mark of an upload that is over is missing', async () => {
  const posts = mockReply(createPost, createReply())
  openCreatePage()
  await fillField('Title', 'Tide')
  await fillField('Content', MARK)
  await pressButton('Create Project')
  expect(await screen.findByText('Description is required')).toBeTruthy()
  expect(getField('Content').value).toBe('')
  expect(posts).toEqual([])
})

test('a cover that is on its way when the draft is discarded does not come back', async () => {
  fakePictures()
  const release = mockDelayedReply(uploadPostPicture, () => REPLY, 201)
  const posts = mockReply(createPost, createReply())
  openCreatePage()
  await fillField('Title', 'Tide')
  await userEvent.upload(screen.getByLabelText('Cover file'), PHOTO)
  await userEvent.click(await screen.findByRole('button', { name: 'Use picture' }))
  await screen.findByRole('progressbar')
  await discardDraft()
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(document.activeElement).toBe(getField('Title'))

  release()
  await fillField('Title', 'Moon')
  await fillField('Content', 'A moon clock')
  await pressButton('Create Project')
  await waitFor(() => expect(posts).toHaveLength(1))
  expect(posts[0]?.body).toMatchObject({ title: 'Moon', body: 'A moon clock', cover: null })
})

test('a picture that failed is not left out silently: the text is sent once it is discarded', async () => {
  fakePictures()
  mockNetworkError(uploadPostPicture)
  const posts = mockReply(createPost, createReply())
  openCreatePage()
  await fillField('Title', 'Tide')
  await fillField('Content', 'A tide clock')
  await userEvent.upload(screen.getByLabelText('Picture files'), PHOTO)
  await screen.findByRole('button', { name: 'Try again' })
  await pressButton('Create Project')
  expect((await screen.findAllByText(FAILED)).length).toBeGreaterThan(0)
  expect(document.activeElement).toBe(getField('Content'))
  expect(posts).toEqual([])

  await pressButton('Discard')
  await pressButton('Create Project')
  await waitFor(() => expect(posts).toHaveLength(1))
})

test('the button for the cover says what is asked for', () => {
  openCreatePage()
  const button = screen.getByRole('button', { name: 'Add a cover' })
  const ids = button.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Projects with a cover get noticed. Add one?',
    '16:9. JPEG, PNG or WebP, at most 30 MB.',
  ])
})

test('a cover that is gone on the server gets the focus', async () => {
  mockRefusal(createPost, 400, {
    code: 'invalid-input',
    message: COVER_GONE,
    fields: { cover: COVER_GONE },
  })
  openCreatePage()
  await fillField('Title', 'Tide')
  await fillField('Content', 'A tide clock')
  await pressButton('Create Project')
  expect(await screen.findByText(COVER_GONE)).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Add a cover' })
  await waitFor(() => expect(document.activeElement).toBe(button))
})

async function discardDraft() {
  hidePage()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Discard draft' }))
}

function openCreatePage() {
  renderPage(<CreatePostPage />, '/posts/create', createViewerFixture())
}

function createReply() {
  const data = createPostFixture({ body: 'A tide\n\nclock' })
  return { success: true as const, message: 'ok', data }
}

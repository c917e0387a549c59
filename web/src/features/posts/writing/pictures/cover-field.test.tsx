import { uploadPostPicture } from '@dolph/contract/posts/post-pictures'
import { createPost, editPost, type Post } from '@dolph/contract/posts/posts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import {
  fakeApi,
  mockDelayedReply,
  mockNetworkError,
  mockReply,
} from '../../../../testing/fake-api.ts'
import { fakePictures } from '../../../../testing/fake-pictures.ts'
import { createPostFixture } from '../../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../../testing/fixtures/viewer-fixtures.ts'
import { chooseOption, fillField, hidePage, pressButton } from '../../../../testing/form-helpers.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { InlinePostEditor } from '../../my-posts/inline-post-editor.tsx'
import { CreatePostPage } from '../create-post-page.tsx'

const ada = createViewerFixture()
const COVER_URL = `/pictures/${'a'.repeat(43)}/1280x720.webp`
const OLD_URL = `/pictures/${'b'.repeat(43)}/1280x720.webp`
const REPLY = { success: true, url: COVER_URL, width: 1280, height: 720 }
const PHOTO = new File(['photo'], 'clock.jpg', { type: 'image/jpeg' })
const ASKING = 'Projects with a cover get noticed. Add one?'

test('a showcase asks kindly for a cover, other types do not', async () => {
  openCreatePage()
  expect(screen.getByText(ASKING)).toBeTruthy()
  await chooseOption('Post Type', 'Project Idea')
  await waitFor(() => expect(screen.queryByText(ASKING)).toBeNull())
})

test('a cover is cropped to 16:9, described and sent with the post', async () => {
  const { drawn } = fakePictures({ width: 1600, height: 1600 })
  const kinds = serveUpload()
  const posts = mockReply(createPost, createReply({ url: COVER_URL, alt: 'A clock' }))
  openCreatePage()
  await fillField('Title', 'Tide')
  await fillField('Content', 'A tide clock')
  await cropPhoto()
  await fillField('Description of the cover', 'A clock')
  await pressButton('Create Project')
  await waitFor(() => expect(posts).toHaveLength(1))

  expect(posts[0]?.body).toMatchObject({ cover: { url: COVER_URL, alt: 'A clock' } })
  expect(kinds).toEqual(['cover'])
  expect(drawn).toEqual([{ from: [0, 350, 1600], side: 1280 }])
})

test('a draft keeps its cover over a reload', async () => {
  fakePictures()
  serveUpload()
  openCreatePage()
  await cropPhoto()
  await fillField('Description of the cover', 'A clock')
  hidePage()
  cleanup()
  openCreatePage()
  const field = screen.getByRole('textbox', { name: /Description of the cover/ })
  expect((field as HTMLInputElement).value).toBe('A clock')
  expect(getShownCover()).toBe(COVER_URL)
})

test('a picture can be dropped on the field', async () => {
  fakePictures()
  openCreatePage()
  const dataTransfer = { types: ['Files'], files: [PHOTO] }
  fireEvent.drop(screen.getByRole('group', { name: 'Cover' }), { dataTransfer })
  expect(await screen.findByRole('dialog', { name: 'Crop your picture' })).toBeTruthy()
})

test('nothing is sent while the cover is on its way', async () => {
  fakePictures()
  mockDelayedReply(uploadPostPicture, () => REPLY, 201)
  const posts = mockReply(createPost, createReply())
  const info = vi.spyOn(toast, 'info')
  openCreatePage()
  await fillField('Title', 'Tide')
  await fillField('Content', 'A tide clock')
  await startCrop()
  await screen.findByRole('progressbar')
  await pressButton('Create Project')
  expect(info).toHaveBeenCalledWith('Your pictures are still on their way. Please wait a moment.')
  expect(posts).toEqual([])
})

test('a failed upload loses nothing that was typed, and the post can go without it once it is discarded', async () => {
  fakePictures()
  mockNetworkError(uploadPostPicture)
  const posts = mockReply(createPost, createReply())
  openCreatePage()
  await fillField('Title', 'Tide')
  await fillField('Content', 'A tide clock')
  await startCrop()
  await screen.findByRole('alert')
  await pressButton('Create Project')
  expect(document.activeElement?.textContent).toBe('Replace cover')
  expect(posts).toEqual([])

  await pressButton('Discard')
  await pressButton('Create Project')
  await waitFor(() => expect(posts).toHaveLength(1))
  expect(posts[0]?.body).toMatchObject({ title: 'Tide', cover: null })
})

test('a cover can be removed, and an unchanged one is not sent', async () => {
  const post = createPostFixture({ cover: { url: COVER_URL, alt: 'A clock' } })
  const edits = mockReply(editPost, { success: true, message: 'ok', data: post })
  renderPage(<InlinePostEditor post={post} />, '/my-posts', ada)
  await fillField('Title', ' clock')
  await pressButton('Save')
  await waitFor(() => expect(edits).toHaveLength(1))
  expect(edits[0]?.body).not.toHaveProperty('cover')
  await pressButton('Remove cover')
  expect(document.activeElement?.textContent).toBe('Add a cover')
  await pressButton('Save')
  await waitFor(() => expect(edits).toHaveLength(2))
  expect(edits[1]?.body).toMatchObject({ cover: null })
})

test('a replaced cover starts without a description, and keeps what is typed during its upload', async () => {
  fakePictures()
  const release = mockDelayedReply(uploadPostPicture, () => REPLY, 201)
  const post = createPostFixture({ cover: { url: OLD_URL, alt: 'An old clock' } })
  const edits = mockReply(editPost, { success: true, message: 'ok', data: post })
  renderPage(<InlinePostEditor post={post} />, '/my-posts', ada)
  await startCrop()
  await screen.findByRole('progressbar')
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Description of the cover/ })
  expect(field.value).toBe('')
  await userEvent.type(field, 'A new clock')
  release()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(field.value).toBe('A new clock')
  await pressButton('Save')
  await waitFor(() => expect(edits).toHaveLength(1))
  expect(edits[0]?.body).toMatchObject({ cover: { url: COVER_URL, alt: 'A new clock' } })
})

test('a cover whose replacement is cancelled keeps its description', async () => {
  fakePictures()
  mockDelayedReply(uploadPostPicture, () => REPLY, 201)
  const post = createPostFixture({ cover: { url: OLD_URL, alt: 'An old clock' } })
  renderPage(<InlinePostEditor post={post} />, '/my-posts', ada)
  await startCrop()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Description of the cover/ })
  await userEvent.type(field, 'A new clock')
  const group = within(screen.getByRole('group', { name: 'Cover' }))
  await userEvent.click(group.getByRole('button', { name: 'Cancel' }))
  expect(document.activeElement?.textContent).toBe('Replace cover')
  expect(field.value).toBe('An old clock')
  expect(getShownCover()).toBe(OLD_URL)
})

function openCreatePage() {
  renderPage(<CreatePostPage />, '/posts/create', ada)
}

function createReply(cover: Post['cover'] = null) {
  const data = createPostFixture({ body: 'A tide clock', cover })
  return { success: true as const, message: 'ok', data }
}

function serveUpload() {
  const kinds: unknown[] = []
  fakeApi.use(
    http.post('*/api/posts/pictures/:kind', ({ params }) => {
      kinds.push(params['kind'])
      return HttpResponse.json(REPLY, { status: 201 })
    }),
  )
  return kinds
}

async function startCrop() {
  await userEvent.upload(screen.getByLabelText('Cover file'), PHOTO)
  await userEvent.click(await screen.findByRole('button', { name: 'Use picture' }))
}

async function cropPhoto() {
  await startCrop()
  await screen.findByRole('textbox', { name: /Description of the cover/ })
}

function getShownCover() {
  return screen.getByRole('group', { name: 'Cover' }).querySelector('img')?.getAttribute('src')
}

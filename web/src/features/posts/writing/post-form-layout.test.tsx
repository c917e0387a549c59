import { uploadPostPicture } from '@dolph/contract/posts/post-pictures'
import { createPost } from '@dolph/contract/posts/posts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { mockDelayedReply, mockReply } from '../../../testing/fake-api.ts'
import { fakePictures } from '../../../testing/fake-pictures.ts'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { fillField, getField, pressButton } from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { CreatePostPage } from './create-post-page.tsx'

const COVER = { url: `/pictures/${'a'.repeat(43)}/1280x720.webp`, alt: '' }

test('a cover that is uploaded while the screen becomes narrow is sent with the post', async () => {
  fakePictures()
  const release = mockDelayedReply(
    uploadPostPicture,
    () => ({ success: true, url: COVER.url, width: 1280, height: 720 }),
    201,
  )
  const data = createPostFixture({ body: 'A tide clock', cover: COVER })
  const posts = mockReply(createPost, { success: true, message: 'ok', data })
  const setWide = fakeWidth()
  renderPage(<CreatePostPage />, '/posts/create', createViewerFixture())
  await fillField('Title', 'Tide')
  await fillField('Content', 'A tide clock')
  const photo = new File(['photo'], 'clock.jpg', { type: 'image/jpeg' })
  await userEvent.upload(screen.getByLabelText('Cover file'), photo)
  await userEvent.click(await screen.findByRole('button', { name: 'Use picture' }))
  await screen.findByRole('progressbar')

  setWide(false)
  expect(screen.getByRole('tab', { name: 'Write' })).toBeTruthy()
  release()
  await screen.findByRole('textbox', { name: /Description of the cover/ })
  await pressButton('Create Project')
  await waitFor(() => expect(posts).toHaveLength(1))
  expect(posts[0]?.body).toMatchObject({ title: 'Tide', cover: COVER })
})

test('what is written keeps its field and the focus when the width of the screen changes', async () => {
  const setWide = fakeWidth()
  renderPage(<CreatePostPage />, '/posts/create', createViewerFixture())
  await fillField('Title', 'Tide')
  const field = getField('Title')
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByRole('tabpanel')).toBeNull()
  expect(screen.getByRole('article', { name: 'Preview' })).toBeTruthy()

  setWide(false)
  expect(screen.getByRole('tabpanel', { name: 'Write' }).contains(field)).toBe(true)
  setWide(true)
  expect(getField('Title')).toBe(field)
  expect(document.activeElement).toBe(field)
})

test('a screen that becomes wide shows the fields again if the preview was open', async () => {
  const setWide = fakeWidth()
  setWide(false)
  renderPage(<CreatePostPage />, '/posts/create', createViewerFixture())
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }))
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull()
  setWide(true)
  expect(screen.getByRole('textbox', { name: 'Title' })).toBeTruthy()
  expect(screen.getByRole('article', { name: 'Preview' })).toBeTruthy()
})

test('the buttons follow the fields, on a wide screen before the preview beside them', () => {
  const setWide = fakeWidth()
  renderPage(<CreatePostPage />, '/posts/create', createViewerFixture())
  const submit = screen.getByRole('button', { name: 'Create Project' })
  const preview = screen.getByRole('group', { name: 'Preview' })
  const { DOCUMENT_POSITION_FOLLOWING } = Node
  expect(getField('Project URL').compareDocumentPosition(submit)).toBe(DOCUMENT_POSITION_FOLLOWING)
  expect(submit.compareDocumentPosition(preview)).toBe(DOCUMENT_POSITION_FOLLOWING)

  setWide(false)
  expect(screen.getByRole('button', { name: 'Create Project' })).toBe(submit)
  const panel = screen.getByRole('tabpanel', { name: 'Write' })
  expect(panel.compareDocumentPosition(submit)).toBe(DOCUMENT_POSITION_FOLLOWING)
})

/** A wide screen whose width can be changed. */
function fakeWidth() {
  const media = Object.assign(new EventTarget(), { matches: true })
  vi.spyOn(window, 'matchMedia').mockReturnValue(media as unknown as MediaQueryList)
  return (isWide: boolean) =>
    act(() => {
      media.matches = isWide
      media.dispatchEvent(new Event('change'))
    })
}

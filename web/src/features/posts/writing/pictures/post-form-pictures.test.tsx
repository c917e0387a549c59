import { createPost } from '@dolph/contract/posts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockReply } from '../../../../testing/fake-api.ts'
import { createPostFixture } from '../../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../../testing/fixtures/viewer-fixtures.ts'
import { fillField, getField, pressButton } from '../../../../testing/form-helpers.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { CreatePostPage } from '../create-post-page.tsx'

const MARK = '![Uploading 1: clock.png]()'

test('the mark of an upload that is over is not published', async () => {
  const posts = mockReply(createPost, createReply())
  openCreatePage()
  await fillField('Title', 'Tide')
  await fillField('Description', `A tide\n\n${MARK}\nclock`)
  await pressButton('Create Project')
  await waitFor(() => expect(posts).toHaveLength(1))
  expect(posts[0]?.body).toMatchObject({ body: 'A tide\n\nclock' })
})

test('a text of nothing but the mark of an upload that is over is missing', async () => {
  const posts = mockReply(createPost, createReply())
  openCreatePage()
  await fillField('Title', 'Tide')
  await fillField('Description', MARK)
  await pressButton('Create Project')
  expect(await screen.findByText('Description is required')).toBeTruthy()
  expect(getField('Description').value).toBe('')
  expect(posts).toEqual([])
})

function openCreatePage() {
  renderPage(<CreatePostPage />, '/posts/create', createViewerFixture())
}

function createReply() {
  const data = createPostFixture({ body: 'A tide\n\nclock' })
  return { success: true as const, message: 'ok', data }
}

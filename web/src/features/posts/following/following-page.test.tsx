import { listFollowedPosts, unfollowPost } from '@dolph/contract/posts/following'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { FollowingPage } from './following-page.tsx'

const PAGE = { success: true as const, message: 'ok', nextCursor: null }

test('lists what was saved; what is removed stays until the next visit', async () => {
  mockReply(listFollowedPosts, { ...PAGE, data: [createPostFixture({ follow: 'saved' })] })
  mockReply(unfollowPost, { success: true, follow: 'none' })
  openPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Saved: Tide' }))
  expect(await screen.findByRole('button', { name: 'Save: Tide' })).toBeTruthy()
})

test('says how to find projects again while nothing is saved', async () => {
  mockReply(listFollowedPosts, { ...PAGE, data: [] })
  openPage()
  expect(
    await screen.findByText('Nothing saved yet. Save a project to find it again.'),
  ).toBeTruthy()
})

test('a list that cannot be loaded can be tried again', async () => {
  mockRefusal(listFollowedPosts, 500, { code: 'internal', message: 'Something went wrong' })
  openPage()
  await screen.findByRole('alert')
  mockReply(listFollowedPosts, { ...PAGE, data: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(
    await screen.findByText('Nothing saved yet. Save a project to find it again.'),
  ).toBeTruthy()
})

function openPage() {
  return renderPage(<FollowingPage />, '/following', createViewerFixture({ userName: 'bob' }))
}

import { followPost, listFollowedPosts, unfollowPost } from '@dolph/contract/following'
import { type Post } from '@dolph/contract/posts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockDelayedReply, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { FollowingPage } from './following-page.tsx'

const bob = createViewerFixture({ userName: 'bob' })

test('a press saves at once; the menu of a saved post leads to its updates and back', async () => {
  const answer = mockDelayedReply(followPost, () => ({ success: true, follow: 'saved' }))
  renderCard({ follow: 'none' })
  await userEvent.click(await screen.findByRole('button', { name: 'Save: Tide' }))
  const saved = await screen.findByRole('button', { name: 'Saved: Tide' })
  expect(document.activeElement).toBe(saved)
  answer()

  const calls = mockReply(followPost, { success: true, follow: 'following' })
  await userEvent.click(saved)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Also tell me about updates' }))
  const following = await screen.findByRole('button', { name: 'Following: Tide' })
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ updates: true }]))

  const removals = mockReply(unfollowPost, { success: true, follow: 'none' })
  await userEvent.click(following)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from Saved' }))
  const unsaved = await screen.findByRole('button', { name: 'Save: Tide' })
  expect(document.activeElement).toBe(unsaved)
  await waitFor(() => expect(removals).toHaveLength(1))
})

test('the button goes back when the server refuses', async () => {
  mockRefusal(followPost, 404, { code: 'not-found', message: 'Post not found' })
  renderCard({ follow: 'none' })
  await userEvent.click(await screen.findByRole('button', { name: 'Save: Tide' }))
  await screen.findAllByText('Failed to save. Please try again.')
  expect(screen.getByRole('button', { name: 'Save: Tide' })).toBeTruthy()
})

test('authors cannot save their own', async () => {
  renderCard({ follow: 'none', user: bob })
  await screen.findByRole('link', { name: 'Read More: Tide' })
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
})

function renderCard(fields: Partial<Post>) {
  const data = [createPostFixture(fields)]
  mockReply(listFollowedPosts, { success: true, message: 'ok', data, nextCursor: null })
  return renderPage(<FollowingPage />, '/following', bob)
}

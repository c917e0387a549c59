import { followPost, listFollowedPosts, unfollowPost } from '@dolph/contract/posts/following'
import { type Post } from '@dolph/contract/posts/posts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockDelayedReply, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { FollowSwitch } from './follow-switch.tsx'
import { FollowingPage } from './following-page.tsx'
import { SaveButton } from './save-button.tsx'

const bob = createViewerFixture({ userName: 'bob' })

test('a press saves at once, and another removes it again', async () => {
  const answer = mockDelayedReply(followPost, () => ({ success: true, follow: 'saved' }))
  renderCard({ follow: 'none' })
  await userEvent.click(await screen.findByRole('button', { name: 'Save: Tide' }))
  const saved = await screen.findByRole('button', { name: 'Saved: Tide' })
  expect(document.activeElement).toBe(saved)
  answer()

  const removals = mockReply(unfollowPost, { success: true, follow: 'none' })
  await userEvent.click(saved)
  const unsaved = await screen.findByRole('button', { name: 'Save: Tide' })
  expect(document.activeElement).toBe(unsaved)
  await waitFor(() => expect(removals).toHaveLength(1))
})

test('Follow is a switch of its own: a member who follows a post has saved it', async () => {
  const answer = mockDelayedReply(followPost, () => ({ success: true, follow: 'following' }))
  const post = createPostFixture({ follow: 'none' })
  renderPage(
    <>
      <SaveButton post={post} size="md" />
      <FollowSwitch post={post} />
    </>,
    '/posts',
    bob,
  )
  await userEvent.click(screen.getByRole('switch', { name: 'Follow: Tide' }))
  expect(await screen.findByRole('button', { name: 'Saved: Tide' })).toBeTruthy()
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true')
  answer()
})

test('who stops following has still saved it', async () => {
  const calls = mockReply(followPost, { success: true, follow: 'saved' })
  renderPage(<FollowSwitch post={createPostFixture({ follow: 'following' })} />, '/posts', bob)
  await userEvent.click(screen.getByRole('switch'))
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ updates: false }]))
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

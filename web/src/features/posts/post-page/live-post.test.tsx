import { getViewer } from '@dolph/contract/accounts/viewer'
import { listComments, type Comment } from '@dolph/contract/comments/comments'
import { likePost, readPost } from '@dolph/contract/posts/posts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { mockDelayedReply, mockReply } from '../../../testing/fake-api.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { getLastSocket } from '../../../testing/fake-socket.ts'
import { createCommentFixture } from '../../../testing/fixtures/comment-fixtures.ts'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { connection } from '../../../realtime/connection.ts'
import { PostPage } from './post-page.tsx'

const ada = createViewerFixture()
const tide = createPostFixture({ likeCount: 4, commentCount: 1 })

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  mockReply(getViewer, { success: true, _id: ada._id, data: ada })
  mockReply(readPost, { success: true, data: tide })
})

test('the page watches its post, after a reconnect again, and stops when the member leaves it', async () => {
  const router = await openPostPage()
  const watch = { type: 'watch_post', postId: tide._id, tempId: expect.any(String) as string }
  const first = getLastSocket()
  await waitFor(() => expect(first.sentOfType('watch_post')).toEqual([watch]))
  first.disconnect()
  act(() => connection.connectNow())
  const second = getLastSocket()
  second.accept()
  await waitFor(() => expect(second.sentOfType('watch_post')).toEqual([watch]))
  await act(() => router.navigate('/elsewhere'))
  await screen.findByText('Other page')
  expect(second.sentOfType('unwatch_post')).toEqual([{ ...watch, type: 'unwatch_post' }])
})

test('likes of others change the count without a request', async () => {
  await openPostPage()
  receiveChange({ reason: 'likes', likeCount: 7 })
  expect(await screen.findByRole('button', { name: 'Like Tide, 7 likes' })).toBeTruthy()
  getLastSocket().receive({
    type: 'post_changed',
    postId: ada._id,
    reason: 'likes',
    likeCount: 99,
    commentCount: 99,
  })
  expect(screen.queryByText('99 likes')).toBeNull()
})

test('an edit of the post is shown at once', async () => {
  await openPostPage()
  mockReply(readPost, { success: true, data: { ...tide, title: 'Ebb' } })
  receiveChange({ reason: 'likes', includesPost: true })
  expect(await screen.findByRole('heading', { level: 1, name: 'Ebb' })).toBeTruthy()
})

test('a post that was hidden or deleted is gone at once, and is not asked for again', async () => {
  await openPostPage()
  // A request would still find it.
  act(() => getLastSocket().receive({ type: 'post_withdrawn', postId: ada._id }))
  expect(screen.getByRole('heading', { level: 1, name: 'Tide' })).toBeTruthy()
  act(() => getLastSocket().receive({ type: 'post_withdrawn', postId: tide._id }))
  await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: 'Tide' })).toBeNull())
  expect(await screen.findByRole('heading', { level: 1, name: /not found/i })).toBeTruthy()
})

test('the count of a like that is being sent comes from its own reply', async () => {
  await openPostPage()
  const liked = { success: true, message: '', likeCount: 9, isLiked: true }
  const reply = mockDelayedReply(likePost, () => liked)
  await userEvent.click(screen.getByRole('button', { name: 'Like Tide, 4 likes' }))
  receiveChange({ reason: 'likes', likeCount: 8 })
  expect(screen.getByRole('button', { name: 'Like Tide, 5 likes' })).toBeTruthy()
  reply()
  expect(await screen.findByRole('button', { name: 'Like Tide, 9 likes' })).toBeTruthy()
})

test('a comment of another member appears, and a text that is being written stays', async () => {
  await openPostPage()
  const field = screen.getByRole('textbox', { name: /comment/iu })
  await userEvent.type(field, 'Half a sent')
  serveComments([createCommentFixture(1), createCommentFixture(2)])
  receiveChange({ reason: 'comments', commentCount: 2 })
  await screen.findByText('Comment 2')
  expect(screen.getByRole('heading', { name: 'Comments (2)' })).toBeTruthy()
  expect((field as HTMLTextAreaElement).value).toBe('Half a sent')
})

test('a flood of changes refreshes the comments every three seconds, last after the final one', async () => {
  const { advanceTime } = installFakeClock()
  await openPostPage()
  const requests = serveComments([createCommentFixture(1)])
  for (let second = 0; second < 6; second += 1) {
    receiveChange({ reason: 'comments' })
    await advanceTime(1_000)
  }
  await advanceTime(3_000)
  await waitFor(() => expect(requests).toHaveLength(3))
})

test('a page in the background asks for nothing', async () => {
  await openPostPage()
  const requests = serveComments([createCommentFixture(1)])
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  receiveChange({ reason: 'comments', commentCount: 2 })
  await screen.findByRole('heading', { name: 'Comments (2)' })
  expect(requests).toEqual([])
})

function serveComments(comments: Comment[]) {
  return mockReply(listComments, comments)
}

interface Change {
  reason: 'likes' | 'comments'
  likeCount?: number
  commentCount?: number
  includesPost?: boolean
}

function receiveChange({ likeCount = 4, commentCount = 1, ...change }: Change) {
  const counts = { likeCount, commentCount }
  getLastSocket().receive({ type: 'post_changed', postId: tide._id, ...counts, ...change })
}

async function openPostPage() {
  serveComments([createCommentFixture(1)])
  const router = renderRoutes(
    [
      { path: '/posts/:id', Component: PostPage },
      { path: '*', element: <p>Other page</p> },
    ],
    `/posts/${tide._id}`,
    ada,
  )
  connection.start(ada._id, () => undefined)
  onTestFinished(() => connection.stop())
  getLastSocket().accept()
  await screen.findByText('Comment 1')
  return router
}

import { listComments } from '@dolph/contract/comments/comments'
import { deletePost, likePost, readPost, type Post } from '@dolph/contract/posts/posts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { Outlet } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockReply, mockNetworkError, fakeApi, mockRefusal } from '../../../testing/fake-api.ts'
import { createNumberedPostFixture, mockFeed } from '../../../testing/mock-feed.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { Toasts } from '../../../ui/overlays/toast.tsx'
import { DashboardPage } from '../feed/dashboard-page.tsx'
import { PostPage } from './post-page.tsx'

const ada = createViewerFixture()
const tide = createPostFixture({
  body: '## So far\n\nIt tells the *tide*',
  likeCount: 1,
  commentCount: 0,
})

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  mockReply(listComments, [])
})

describe('a post', () => {
  test('shows its type, title, author, likes, comments, text and links', async () => {
    servePost({ ...tide, commentCount: 1, github: 'https://github.com/ada/tide' })
    openPostPage()

    expect(await screen.findByRole('heading', { level: 1, name: 'Tide' })).toBeTruthy()
    expect(screen.getByText('Showcase')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'ada' }).getAttribute('href')).toBe('/profile/ada')
    const like = screen.getByRole('button', { name: 'Like Tide, 1 like' })
    expect(like.getAttribute('aria-pressed')).toBe('false')
    expect(screen.getByText('1 comment')).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 2, name: 'So far' })).toBeTruthy()
    const github = screen.getByRole('link', { name: /^GitHub of Tide/ })
    expect(github.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
    expect(screen.getByRole('heading', { name: /^Comments/ }).textContent).toBe('Comments (1)')
    expect(document.title).toBe('Tide · Dolph')
  })

  test('that is a showcase has its project as the main button, for its author too', async () => {
    servePost({ ...tide, github: 'https://github.com/ada/tide', demo: 'https://tide.example' })
    openPostPage()
    const name = /^Open (?:the live )?demo of Tide, opens in a new tab$/
    const [link, ...more] = await screen.findAllByRole('link', { name })
    expect(link?.getAttribute('href')).toBe('https://tide.example')
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
    // One beside the text, one at the bottom of a phone.
    expect(more).toHaveLength(1)
  })

  test.each([
    ['of another type', { type: 'project-idea', demo: 'https://tide.example' }],
    ['without a link', {}],
    ['with a link that is a script', { demo: 'javascript:alert(1)' }],
  ] as const)('%s has no such button', async (_, fields) => {
    servePost({ ...tide, ...fields })
    openPostPage()
    await screen.findByRole('heading', { level: 1, name: 'Tide' })
    expect(screen.queryByRole('link', { name: /^Open the live demo/ })).toBeNull()
  })

  test('shows a deleted author as Unknown User', async () => {
    servePost({ ...tide, user: null })
    openPostPage()
    expect(await screen.findByText('Unknown User')).toBeTruthy()
  })

  test('shows a placeholder while it loads', () => {
    servePost(tide)
    openPostPage()
    expect(screen.getByRole('heading', { level: 1, name: 'Loading post' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to posts' })).toBeTruthy()
  })

  test('that does not exist shows Post not found', async () => {
    mockRefusal(readPost, 404, { code: 'not-found', message: 'Post not found' })
    openPostPage()
    expect(await screen.findByRole('heading', { name: 'Post not found' })).toBeTruthy()
    expect(document.title).toBe('Post not found · Dolph')
  })

  test('with an invalid id shows Post not found, without a request', async () => {
    const countRequests = servePost(tide)
    openPostPage('/posts/0198')
    expect(await screen.findByRole('heading', { name: 'Post not found' })).toBeTruthy()
    expect(countRequests()).toBe(0)
  })

  test('that fails to load shows an error, and can be retried', async () => {
    mockNetworkError(readPost)
    openPostPage()
    expect(await screen.findByText('Error: Failed to fetch post')).toBeTruthy()

    servePost(tide)
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

    expect(await screen.findByRole('heading', { level: 1, name: 'Tide' })).toBeTruthy()
  })

  test('redirects to login when the session has expired, and back afterwards', async () => {
    mockRefusal(readPost, 401, { code: 'not-signed-in', message: 'Please log in' })
    const router = openPostPage()
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.search).toBe(`?next=%2Fposts%2F${tide._id}`)
  })

  test('is refreshed in place every 30 seconds', async () => {
    const { advanceTime } = installFakeClock()
    servePost(tide)
    openPostPage()
    await screen.findByRole('button', { name: 'Like Tide, 1 like' })
    const article = screen.getByRole('heading', { level: 1 })

    const countRequests = servePost({ ...tide, likeCount: 12, commentCount: 3 })
    await advanceTime(29_000)
    expect(countRequests()).toBe(0)
    await advanceTime(2_000)

    expect(await screen.findByRole('button', { name: 'Like Tide, 12 likes' })).toBeTruthy()
    expect(screen.getByText('3 comments')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 })).toBe(article)
  })

  test('stays when a refresh fails, and disappears when it was deleted', async () => {
    const { advanceTime } = installFakeClock()
    servePost(tide)
    openPostPage()
    await screen.findByRole('heading', { level: 1, name: 'Tide' })
    mockNetworkError(readPost)
    await advanceTime(31_000)
    expect(screen.getByRole('heading', { level: 1, name: 'Tide' })).toBeTruthy()

    mockRefusal(readPost, 404, { code: 'not-found', message: 'Post not found' })
    await advanceTime(31_000)
    expect(await screen.findByRole('heading', { name: 'Post not found' })).toBeTruthy()
  })
})

describe('going to a post and back', () => {
  test('shows the post at once, and Back to posts returns to the same list', async () => {
    const listed = createNumberedPostFixture(1, { title: 'Listed' })
    mockFeed(() => ({ data: [listed] }))
    const never = new Promise<never>(() => undefined)
    fakeApi.use(http.get(`*${readPost.url}`, () => never))
    const router = openPostPage('/posts?type=showcase')

    await userEvent.click(await screen.findByRole('link', { name: 'Read More: Listed' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Listed' })).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Back to posts' }))

    await screen.findByRole('heading', { level: 1, name: 'Explore Projects' })
    expect(router.state.location.search).toBe('?type=showcase')
    expect(router.state.historyAction).toBe('POP')
  })

  test('leads to all posts for a member who came by a link', async () => {
    servePost(tide)
    openPostPage()
    const back = await screen.findByRole('link', { name: 'Back to posts' })
    expect(back.getAttribute('href')).toBe('/posts')
  })

  test('a like on its page appears in the list too', async () => {
    const listed = createNumberedPostFixture(1, { title: 'Listed' })
    mockFeed(() => ({ data: [listed] }))
    servePost(listed)
    mockReply(likePost, { success: true, message: '', likeCount: 7, isLiked: true })
    openPostPage('/posts')

    await userEvent.click(await screen.findByRole('link', { name: 'Read More: Listed' }))
    const article = await screen.findByRole('complementary', { name: 'About this project' })
    await userEvent.click(within(article).getByRole('button', { name: /^Like Listed/ }))
    await screen.findByRole('button', { name: 'Like Listed, 7 likes' })
    await userEvent.click(screen.getByRole('link', { name: 'Back to posts' }))

    const like = await screen.findByRole('button', { name: 'Like Listed, 7 likes' })
    expect(like.getAttribute('aria-pressed')).toBe('true')
  })

  test('a post that turns out to be deleted disappears from the list too', async () => {
    mockFeed(() => ({
      data: [createNumberedPostFixture(2), createNumberedPostFixture(1, { title: 'Listed' })],
    }))
    mockRefusal(readPost, 404, { code: 'not-found', message: 'Post not found' })
    openPostPage('/posts')

    const card = within(await screen.findByRole('article', { name: 'Listed' }))
    await userEvent.click(card.getByRole('link', { name: 'Read More: Listed' }))
    await screen.findByRole('heading', { name: 'Post not found' })
    await userEvent.click(screen.getByRole('link', { name: 'Back to posts' }))

    await screen.findByRole('article', { name: 'Post 2' })
    expect(screen.queryByRole('article', { name: 'Listed' })).toBeNull()
  })
})

describe('the member’s own post', () => {
  const own = { ...tide, user: { _id: ada._id, userName: ada.userName, profilePicture: '' } }

  test('can be edited', async () => {
    servePost(own)
    openPostPage()
    const edit = await screen.findByRole('link', { name: 'Edit: Tide' })
    expect(edit.getAttribute('href')).toBe(`/posts/edit/${own._id}`)
  })

  test('has actions that the posts of other members do not have', async () => {
    servePost(tide)
    openPostPage()
    await screen.findByRole('heading', { level: 1, name: 'Tide' })
    expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
  })

  test('is deleted after a confirmation, which leads to My Posts', async () => {
    servePost(own)
    const requests = mockReply(deletePost, { success: true, message: '', redirect: '/my-posts' })
    const router = openPostPage()

    await userEvent.click(await screen.findByRole('button', { name: 'Delete: Tide' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Are you sure you want to delete this post?')).toBeTruthy()
    expect(dialog.getByText('Tide')).toBeTruthy()
    expect(requests).toHaveLength(0)
    await userEvent.click(dialog.getByRole('button', { name: 'Delete post' }))

    await waitFor(() => expect(router.state.location.pathname).toBe('/my-posts'))
    expect(requests).toHaveLength(1)
  })

  test('that is already deleted leads to My Posts as well, and its draft is removed', async () => {
    servePost(own)
    mockRefusal(deletePost, 404, { code: 'not-found', message: 'Post not found' })
    const router = openPostPage()
    const draftKey = `draft:${own.user?._id}:post:${own._id}`
    localStorage.setItem(draftKey, '{}')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete: Tide' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete post' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-posts'))
    expect(localStorage.getItem(draftKey)).toBeNull()
  })

  test('stays when the deletion fails, and an error is shown', async () => {
    servePost(own)
    mockNetworkError(deletePost)
    const router = openPostPage()
    await userEvent.click(await screen.findByRole('button', { name: 'Delete: Tide' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete post' }))

    expect(await screen.findByText('Failed to delete post')).toBeTruthy()
    expect(router.state.location.pathname).toBe(`/posts/${own._id}`)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})

/** Makes the fake API serve this post; returns a function that counts its requests. */
function servePost(post: Post) {
  let requestCount = 0
  fakeApi.use(
    http.get(`*${readPost.url}`, () => {
      requestCount += 1
      return HttpResponse.json({ success: true, data: post })
    }),
  )
  return () => requestCount
}

function openPostPage(path = `/posts/${tide._id}`) {
  const children = [
    { path: '/posts', Component: DashboardPage },
    { path: '/posts/:id', Component: PostPage },
    { path: '*', element: <p>Other page</p> },
  ]
  return renderRoutes([{ Component: WithToasts, children }], path, ada)
}

function WithToasts() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}

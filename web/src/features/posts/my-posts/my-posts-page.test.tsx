import { deletePost, likePost, listOwnPosts, type Post } from '@dolph/contract/posts/posts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import {
  mockReply,
  mockRawReply,
  mockNetworkError,
  fakeApi,
  mockRefusal,
} from '../../../testing/fake-api.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { stubIntersectionObserver } from '../../../testing/stub-intersection-observer.ts'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { MyPostsPage } from './my-posts-page.tsx'

const QUESTION = 'Are you sure you want to delete this post?'
const tide = createNumberedPost(3, 'Tide')
const moon = createNumberedPost(2, 'Moon')
const wind = createNumberedPost(1, 'Wind')

describe('my posts', () => {
  test('are shown with their likes, links and actions', async () => {
    const calls = serveOwnPosts([tide, moon])
    openMyPosts()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My Posts')
    expect(screen.getByLabelText('Loading your projects')).toBeTruthy()

    const card = within(await screen.findByRole('article', { name: 'Tide' }))
    expect(card.getByRole('link', { name: 'Read More: Tide' }).getAttribute('href')).toBe(
      `/posts/${tide._id}`,
    )
    expect(card.getByRole('button', { name: 'Edit: Tide' })).toBeTruthy()
    expect(card.getByRole('button', { name: 'Delete: Tide' })).toBeTruthy()
    await userEvent.click(card.getByRole('button', { name: 'Share: Tide' }))
    expect(await screen.findByLabelText('Link to the public page')).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test('can be liked', async () => {
    serveOwnPosts([tide])
    mockReply(likePost, { success: true, message: 'ok', likeCount: 1, isLiked: true })
    openMyPosts()
    await userEvent.click(await screen.findByRole('button', { name: 'Like Tide, 0 likes' }))
    const liked = await screen.findByRole('button', { name: 'Like Tide, 1 like' })
    expect(liked.getAttribute('aria-pressed')).toBe('true')
  })

  test('are shown in a grid or a list, as last chosen', async () => {
    serveOwnPosts([tide])
    openMyPosts()
    await screen.findByRole('article', { name: 'Tide' })
    await pressButton('List')
    expect(screen.getByRole('button', { name: 'List' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('article', { name: 'Tide' })).toBeTruthy()
    expect(localStorage.getItem('posts-view')).toBe('list')
    await pressButton('Grid')
  })

  test('are loaded page by page', async () => {
    const cursors: (string | null)[] = []
    fakeApi.use(
      http.get(`*${listOwnPosts.url}`, ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor')
        cursors.push(cursor)
        return HttpResponse.json(createPageReply(cursor ? [moon] : [tide], cursor ? null : 'next'))
      }),
    )
    stubIntersectionObserver()
    openMyPosts()
    expect(await screen.findByRole('article', { name: 'Moon' })).toBeTruthy()
    expect(screen.getByRole('article', { name: 'Tide' })).toBeTruthy()
    expect(cursors).toEqual([null, 'next'])
  })

  test('show a link to create the first one when there are none', async () => {
    serveOwnPosts([])
    openMyPosts()
    expect(await screen.findByText("You haven't created any projects yet")).toBeTruthy()
    const first = screen.getByRole('link', { name: 'Create Your First Project' })
    expect(first.getAttribute('href')).toBe('/posts/create')
  })

  test.each([
    ['Failed to fetch posts', 500, { success: false, code: 'internal', message: 'Something' }],
    ['Invalid response format', 200, { success: true, data: 'none' }],
  ])('that fail to load show %s, and can be requested again', async (message, status, reply) => {
    mockRawReply(listOwnPosts, status, reply)
    openMyPosts()
    expect(await screen.findByText(message)).toBeTruthy()
    serveOwnPosts([tide])
    await pressButton('Try Again')
    expect(await screen.findByRole('article', { name: 'Tide' })).toBeTruthy()
  })

  test('show an error without a network', async () => {
    mockNetworkError(listOwnPosts)
    openMyPosts()
    expect(await screen.findByText('Failed to load posts')).toBeTruthy()
  })

  test('redirect to /login and back when the session has expired', async () => {
    mockRefusal(listOwnPosts, 401, { code: 'not-signed-in', message: 'Please log in' })
    const router = openMyPosts()
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.search).toBe('?next=%2Fmy-posts')
  })
})

describe('deleting a post', () => {
  test('asks for confirmation first', async () => {
    serveOwnPosts([tide])
    const calls = mockReply(deletePost, DELETED)
    openMyPosts()
    await openDeleteDialog('Tide')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain(QUESTION)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByRole('article', { name: 'Tide' })).toBeTruthy()
    expect(calls).toEqual([])
  })

  test('removes it from the list with its draft, and moves the focus to the next one', async () => {
    serveOwnPosts([tide, moon, wind])
    mockReply(deletePost, DELETED)
    localStorage.setItem(`draft:${createViewerFixture()._id}:post:${moon._id}`, '{}')
    openMyPosts()
    await confirmDeletionOf('Moon')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Moon' })).toBeNull())
    expect(screen.getByRole('article', { name: 'Tide' })).toBeTruthy()
    const next = within(screen.getByRole('article', { name: 'Wind' }))
    await waitFor(() =>
      expect(document.activeElement).toBe(next.getByRole('button', { name: 'Edit: Wind' })),
    )
    expect(localStorage).toHaveLength(0)
  })

  test('shows the empty state after the last one', async () => {
    serveOwnPosts([tide])
    mockReply(deletePost, DELETED)
    openMyPosts()
    await confirmDeletionOf('Tide')
    expect(await screen.findByText("You haven't created any projects yet")).toBeTruthy()
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })),
    )
  })

  test.each([
    ['Not now', () => mockRefusal(deletePost, 503, { code: 'unavailable', message: 'Not now' })],
    ['Failed to delete post', () => mockNetworkError(deletePost)],
    [
      'Failed to delete post',
      () => mockRawReply(deletePost, 200, { success: true, message: 'without redirect' }),
    ],
  ])('that fails keeps the post and shows %s', async (message, fail) => {
    serveOwnPosts([tide])
    fail()
    openMyPosts()
    await confirmDeletionOf('Tide')
    expect(await screen.findAllByText(message)).not.toEqual([])
    expect(screen.getByRole('article', { name: 'Tide' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('that is already deleted removes it from the list, and its draft', async () => {
    serveOwnPosts([tide, moon])
    const draftKey = `draft:${createViewerFixture()._id}:post:${tide._id}`
    localStorage.setItem(draftKey, '{}')
    mockRefusal(deletePost, 404, { code: 'not-found', message: 'Post not found' })
    openMyPosts()
    await confirmDeletionOf('Tide')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Tide' })).toBeNull())
    expect(screen.getByRole('article', { name: 'Moon' })).toBeTruthy()
    await waitFor(() => expect(localStorage.getItem(draftKey)).toBeNull())
  })
})

const DELETED = { success: true, message: 'ok', redirect: '/my-posts' } as const

function createNumberedPost(age: number, title: string): Post {
  return createPostFixture({ _id: `01932dad-55f0-7c01-9923-00000000000${age}`, title })
}

function createPageReply(data: Post[], nextCursor: string | null = null) {
  return { success: true as const, message: '', data, nextCursor }
}

function serveOwnPosts(posts: Post[]) {
  return mockReply(listOwnPosts, createPageReply(posts))
}

function openMyPosts() {
  return renderPage(<MyPostsPage />, '/my-posts', createViewerFixture())
}

async function openDeleteDialog(title: string) {
  const card = within(await screen.findByRole('article', { name: title }))
  await userEvent.click(card.getByRole('button', { name: `Delete: ${title}` }))
}

async function confirmDeletionOf(title: string) {
  await openDeleteDialog(title)
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(title)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Delete post' }))
}

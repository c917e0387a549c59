import { deletePost, likePost, listOwnPosts, type Post } from '@dolph/contract/posts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { answer, answerRaw, cutOff, fakeApi, refuse } from '../../../testing/fake-api.ts'
import { press } from '../../../testing/fill-in.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { scrolledToTheEnd } from '../../../testing/scrolled-to-the-end.ts'
import { somePost } from '../../../testing/some-post.ts'
import { someViewer } from '../../../testing/some-viewer.ts'
import { MyPostsPage } from './my-posts-page.tsx'

const QUESTION = 'Are you sure you want to delete this post?'
const tide = numbered(3, 'Tide')
const moon = numbered(2, 'Moon')
const wind = numbered(1, 'Wind')

describe('my posts', () => {
  test('are shown, each with its likes, its page and what can be done', async () => {
    const calls = show([tide, moon])
    open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My Posts')
    expect(screen.getByLabelText('Loading your posts')).toBeTruthy()

    const card = within(await screen.findByRole('article', { name: 'Tide' }))
    expect(card.getByRole('link', { name: 'Read More' }).getAttribute('href')).toBe(
      `/posts/${tide._id}`,
    )
    expect(card.getByRole('button', { name: 'Edit' })).toBeTruthy()
    expect(card.getByRole('button', { name: 'Delete' })).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test('can be liked', async () => {
    show([tide])
    answer(likePost, { success: true, message: 'ok', likeCount: 1, isLiked: true })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Like Tide, 0 likes' }))
    const liked = await screen.findByRole('button', { name: 'Like Tide, 1 like' })
    expect(liked.getAttribute('aria-pressed')).toBe('true')
  })

  test('come in a grid or a list, as last chosen', async () => {
    show([tide])
    open()
    await screen.findByRole('article', { name: 'Tide' })
    await press('List')
    expect(screen.getByRole('button', { name: 'List' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('article', { name: 'Tide' })).toBeTruthy()
    expect(localStorage.getItem('posts-view')).toBe('list')
    await press('Grid')
  })

  test('come page by page', async () => {
    const cursors: (string | null)[] = []
    fakeApi.use(
      http.get(`*${listOwnPosts.url}`, ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor')
        cursors.push(cursor)
        return HttpResponse.json(pageOf(cursor ? [moon] : [tide], cursor ? null : 'next'))
      }),
    )
    scrolledToTheEnd()
    open()
    expect(await screen.findByRole('article', { name: 'Moon' })).toBeTruthy()
    expect(screen.getByRole('article', { name: 'Tide' })).toBeTruthy()
    expect(cursors).toEqual([null, 'next'])
  })

  test('are none yet: the way to the first one', async () => {
    show([])
    open()
    expect(await screen.findByText("You haven't created any projects yet")).toBeTruthy()
    const first = screen.getByRole('link', { name: 'Create Your First Project' })
    expect(first.getAttribute('href')).toBe('/posts/create')
  })

  test.each([
    ['Failed to fetch posts', 500, { success: false, code: 'internal', message: 'Something' }],
    ['Invalid response format', 200, { success: true, data: 'none' }],
  ])('cannot be had: %s, and can be asked for again', async (message, status, reply) => {
    answerRaw(listOwnPosts, status, reply)
    open()
    expect(await screen.findByText(message)).toBeTruthy()
    show([tide])
    await press('Try Again')
    expect(await screen.findByRole('article', { name: 'Tide' })).toBeTruthy()
  })

  test('cannot be had without a network', async () => {
    cutOff(listOwnPosts)
    open()
    expect(await screen.findByText('Failed to load posts')).toBeTruthy()
  })

  test('of somebody whose session has run out lead to /login and back', async () => {
    refuse(listOwnPosts, 401, { code: 'not-signed-in', message: 'Please log in' })
    const router = open()
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.search).toBe('?next=%2Fmy-posts')
  })
})

describe('deleting a post', () => {
  test('is asked about first', async () => {
    show([tide])
    const calls = answer(deletePost, DELETED)
    open()
    await askToDelete('Tide')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain(QUESTION)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByRole('article', { name: 'Tide' })).toBeTruthy()
    expect(calls).toEqual([])
  })

  test('takes it off the list, with its draft, and the focus goes to the next one', async () => {
    show([tide, moon, wind])
    answer(deletePost, DELETED)
    localStorage.setItem(`draft:${someViewer()._id}:post:${moon._id}`, '{}')
    open()
    await deleteFor('Moon')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Moon' })).toBeNull())
    expect(screen.getByRole('article', { name: 'Tide' })).toBeTruthy()
    const next = within(screen.getByRole('article', { name: 'Wind' }))
    await waitFor(() =>
      expect(document.activeElement).toBe(next.getByRole('button', { name: 'Edit' })),
    )
    expect(localStorage).toHaveLength(0)
  })

  test('the last one leaves the way to a first one', async () => {
    show([tide])
    answer(deletePost, DELETED)
    open()
    await deleteFor('Tide')
    expect(await screen.findByText("You haven't created any projects yet")).toBeTruthy()
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })),
    )
  })

  test.each([
    ['Not now', () => refuse(deletePost, 503, { code: 'unavailable', message: 'Not now' })],
    ['Failed to delete post', () => cutOff(deletePost)],
    [
      'Failed to delete post',
      () => answerRaw(deletePost, 200, { success: true, message: 'without redirect' }),
    ],
  ])('that fails leaves it there: %s', async (message, fail) => {
    show([tide])
    fail()
    open()
    await deleteFor('Tide')
    expect(await screen.findAllByText(message)).not.toEqual([])
    expect(screen.getByRole('article', { name: 'Tide' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('that is gone already takes it off the list', async () => {
    show([tide, moon])
    refuse(deletePost, 404, { code: 'not-found', message: 'Post not found' })
    open()
    await deleteFor('Tide')
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Tide' })).toBeNull())
    expect(screen.getByRole('article', { name: 'Moon' })).toBeTruthy()
  })
})

const DELETED = { success: true, message: 'ok', redirect: '/my-posts' } as const

function numbered(age: number, title: string): Post {
  return somePost({ _id: `01932dad-55f0-7c01-9923-00000000000${age}`, title })
}

function pageOf(data: Post[], nextCursor: string | null = null) {
  return { success: true as const, message: '', data, nextCursor }
}

function show(posts: Post[]) {
  return answer(listOwnPosts, pageOf(posts))
}

function open() {
  return renderPage(<MyPostsPage />, '/my-posts', someViewer())
}

async function askToDelete(title: string) {
  const card = within(await screen.findByRole('article', { name: title }))
  await userEvent.click(card.getByRole('button', { name: 'Delete' }))
}

async function deleteFor(title: string) {
  await askToDelete(title)
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete Post' }))
}

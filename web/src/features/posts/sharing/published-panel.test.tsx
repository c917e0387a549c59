import { createPost } from '@dolph/contract/posts/posts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockReply } from '../../../testing/fake-api.ts'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { fillField, pressButton } from '../../../testing/form-helpers.ts'
import { mockFeed } from '../../../testing/mock-feed.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { DashboardPage } from '../feed/dashboard-page.tsx'
import { CreatePostPage } from '../writing/create-post-page.tsx'

const POST = createPostFixture()

describe('after publishing', () => {
  test('the list says that the project is live, with its links, and the focus is there', async () => {
    const router = await publish()
    const panel = within(await screen.findByRole('region', { name: /It’s live/ }))
    expect(document.activeElement).toBe(panel.getByRole('heading', { name: /It’s live.*Tide/ }))
    expect(panel.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(
      `/posts/${POST._id}`,
    )
    expect(panel.getByLabelText<HTMLInputElement>('Link to the public page').value).toContain(
      `/p/${POST._id}`,
    )
    expect(panel.getByLabelText<HTMLInputElement>('Badge as Markdown').value).toContain('/badge/')
    expect(router.state.location.pathname).toBe('/posts')
  })

  test('the panel can be dismissed', async () => {
    await publish()
    await screen.findByRole('region', { name: /It’s live/ })
    await pressButton('Dismiss')
    expect(screen.queryByRole('region', { name: /It’s live/ })).toBeNull()
  })

  test('the panel is not shown again at a later visit', async () => {
    const router = await publish()
    await screen.findByRole('region', { name: /It’s live/ })
    await waitFor(() => expect(router.state.location.state).toBeNull())
    await userEvent.click(screen.getByRole('link', { name: 'Open' }))
    await screen.findByText('A post')
    await act(() => router.navigate(-1))
    await screen.findByRole('heading', { name: 'Explore Projects' })
    expect(screen.queryByRole('region', { name: /It’s live/ })).toBeNull()
  })
})

async function publish() {
  mockFeed(() => ({ data: [POST] }))
  mockReply(createPost, { success: true, message: 'ok', data: POST })
  const router = renderRoutes(
    [
      { path: '/posts/create', element: <CreatePostPage /> },
      { path: '/posts', element: <DashboardPage /> },
      { path: '/posts/:id', element: <p>A post</p> },
    ],
    '/posts/create',
    createViewerFixture(),
  )
  await fillField('Title', POST.title)
  await fillField('Content', POST.body)
  await pressButton('Create Project')
  return router
}

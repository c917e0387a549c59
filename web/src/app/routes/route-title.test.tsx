import { readPost } from '@dolph/contract/posts/posts'
import { readProfile } from '@dolph/contract/profiles/profiles'
import { screen, waitFor } from '@testing-library/react'
import { Outlet } from 'react-router'
import { expect, test } from 'vitest'
import { MemberProfilePage } from '../../features/profiles/member-profile-page.tsx'
import { PostPage } from '../../features/posts/post-page/post-page.tsx'
import { mockRefusal, mockReply } from '../../testing/fake-api.ts'
import { createPostFixture } from '../../testing/fixtures/post-fixtures.ts'
import { createProfileFixture } from '../../testing/fixtures/profile-fixtures.ts'
import { mockMemberPosts } from '../../testing/render-member-profile.tsx'
import { mockThreadPages } from '../../testing/render-comments.tsx'
import { renderRoutes } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { postRoutes } from '../../features/posts/routes.ts'
import { profileRoutes } from '../../features/profiles/routes.ts'
import { RouteTitle } from './route-title.tsx'

const OTHER_ID = '01932dad-55f0-7c01-9923-d974d6c5fc77'
const FAILED = { code: 'internal', message: 'Something went wrong' } as const

test('a profile that cannot be loaded has neither the name of the previous one nor a guessed one', async () => {
  mockReply(readProfile, { success: true, data: createProfileFixture() })
  mockMemberPosts([])
  const router = openPages('/profile/bob')
  await waitFor(() => expect(document.title).toContain('(@bob)'))

  // Unlike a server error, a refusal is not retried for twelve seconds.
  mockRefusal(readProfile, 429, { code: 'too-many-requests', message: 'No' })
  await router.navigate('/profile/carla')

  expect(await screen.findByText('Failed to fetch user data')).toBeTruthy()
  expect(document.title).toBe('Member profile · Dolph')
  expect(document.body.textContent).not.toMatch(/bob|carla/)
})

test('a post that cannot be loaded does not have the title of the previous one', async () => {
  mockReply(readPost, { success: true, data: createPostFixture({ title: 'Tide' }) })
  mockThreadPages([])
  const router = openPages(`/posts/${createPostFixture()._id}`)
  await waitFor(() => expect(document.title).toBe('Tide · Dolph'))

  mockRefusal(readPost, 500, FAILED)
  await router.navigate(`/posts/${OTHER_ID}`)

  expect(await screen.findByText('Error: Failed to fetch post')).toBeTruthy()
  expect(document.title).not.toContain('Tide')
})

function openPages(path: string) {
  const children = [
    {
      path: '/profile/:username',
      handle: getHandle('/profile/:username'),
      Component: MemberProfilePage,
    },
    { path: '/posts/:id', handle: getHandle('/posts/:id'), Component: PostPage },
  ]
  return renderRoutes([{ Component: TitledLayout, children }], path, createViewerFixture())
}

function TitledLayout() {
  return (
    <>
      <RouteTitle />
      <Outlet />
    </>
  )
}

function getHandle(path: string): unknown {
  return [...postRoutes, ...profileRoutes].find((route) => route.path === path)?.handle
}

import { listMemberPosts, type Post } from '@dolph/contract/posts/posts'
import { readProfile, type Profile } from '@dolph/contract/profiles/profiles'
import { screen } from '@testing-library/react'
import { profileRoutes } from '../features/profiles/routes.ts'
import { RequireSignIn } from '../app/routes/require-sign-in.tsx'
import { MemberProfilePage } from '../features/profiles/member-profile-page.tsx'
import { mockReply } from './fake-api.ts'
import { createProfileFixture } from './fixtures/profile-fixtures.ts'
import { renderRoutes } from './render-page.tsx'
import { createViewerFixture } from './fixtures/viewer-fixtures.ts'

const handle: unknown = profileRoutes.find(({ path }) => path === '/profile/:username')?.handle

export function openMemberProfile(path = '/profile/bob') {
  return renderRoutes(
    [
      {
        Component: RequireSignIn,
        children: [{ path: '/profile/:username', handle, Component: MemberProfilePage }],
      },
      { path: '*', element: <p>Other page</p> },
    ],
    path,
    createViewerFixture(),
  )
}

export async function showMemberProfile(fields: Partial<Profile> = {}, posts: Post[] = []) {
  mockReply(readProfile, { success: true, data: createProfileFixture(fields) })
  mockMemberPosts(posts)
  const router = openMemberProfile()
  await screen.findByText('@bob')
  return router
}

export function mockMemberPosts(data: Post[]) {
  mockReply(listMemberPosts, { success: true, message: '', data, nextCursor: null })
}

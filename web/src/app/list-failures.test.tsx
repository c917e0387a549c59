import { readPost } from '@dolph/contract/posts/posts'
import { readProfile } from '@dolph/contract/profiles/profiles'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { fakeApi, mockReply } from '../testing/fake-api.ts'
import { createPostFixture } from '../testing/fixtures/post-fixtures.ts'
import { createProfileFixture } from '../testing/fixtures/profile-fixtures.ts'
import { createViewerFixture } from '../testing/fixtures/viewer-fixtures.ts'
import { renderRoutes } from '../testing/render-page.tsx'
import { resolveLazyRoutes } from '../boot/resolve-lazy-routes.ts'
import { routes } from './router.tsx'

const post = createPostFixture({
  project: { state: null, openRoles: 1, skills: [], teamSize: 0 },
})

/** Each list with the page that shows it, and its own text for a failure that the server does not explain. */
const LISTS: [list: string, path: string, text: string][] = [
  ['the public list', '/browse', 'Failed to load projects. Please try again later.'],
  ['the dashboard', '/posts', 'Failed to fetch posts'],
  ['my posts', '/my-posts', 'Failed to fetch posts'],
  ['saved posts', '/following', 'Failed to fetch posts'],
  ['comments', `/posts/${post._id}`, 'Error: Failed to fetch comments'],
  ['roles of a post', `/posts/${post._id}`, 'Failed to load roles.'],
  ['updates of a post', `/posts/${post._id}`, 'Failed to load updates.'],
  ['open roles', '/roles', 'Failed to load roles'],
  ['roles for a skill', '/skills/typescript', 'Failed to load roles'],
  ['people', '/people', 'Failed to load people'],
  ['recent activity', '/profile/bob', 'Failed to fetch user posts'],
  ['conversations', '/messages', 'Failed to fetch messages'],
  ['notifications', '/notifications', 'Failed to load your notifications'],
  ['join requests', '/join-requests', 'Failed to load your join requests'],
  ['blocked and muted members', '/settings/ignored', 'The list could not be loaded.'],
  ['sessions', '/settings', 'Failed to load user data. Please refresh the page.'],
  ['account activity', '/settings', 'The activity could not be loaded.'],
  ['decisions', '/settings/decisions', 'The decisions could not be loaded.'],
  ['cases', '/review', 'The queue could not be loaded.'],
  ['the audit log', '/review/audit', 'The audit log could not be loaded.'],
]

describe('a 500 of a proxy shows the text of the list:', () => {
  test.each(LISTS)('%s', async (_, path, text) => {
    vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    fakeApi.use(http.get('*/api/*', () => HttpResponse.html('<h1>Proxy</h1>', { status: 500 })))
    mockReply(readPost, { success: true, data: post })
    mockReply(readProfile, { success: true, data: createProfileFixture() })
    await resolveLazyRoutes(routes, path)
    renderRoutes(routes, path, createViewerFixture({ role: 'admin' }))

    expect(await screen.findAllByText((shown) => shown.startsWith(text))).not.toEqual([])
    expect(document.body.textContent).not.toMatch(/Something went wrong|Proxy/)
  })
})

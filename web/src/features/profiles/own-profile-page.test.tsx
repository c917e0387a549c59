import { logOut } from '@dolph/contract/accounts/accounts'
import { listOwnPosts, type Post } from '@dolph/contract/posts/posts'
import { readOwnProfile, updateProfile, type OwnProfile } from '@dolph/contract/profiles/profiles'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import {
  mockReply,
  mockRawReply,
  mockNetworkError,
  fakeApi,
  mockRefusal,
} from '../../testing/fake-api.ts'
import { pressButton } from '../../testing/form-helpers.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createPostFixture } from '../../testing/fixtures/post-fixtures.ts'
import { createOwnProfileFixture } from '../../testing/fixtures/profile-fixtures.ts'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'
import { OwnProfilePage } from './own-profile-page.tsx'

const RETRIES_EXHAUSTED = 'Failed to load profile. Please try again later.'

describe('a member’s own profile', () => {
  test('offers editing, settings and log out, but no message', async () => {
    await showOwnProfile({ bio: 'I count.' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ada Lovelace')
    expect(screen.getByRole('button', { name: 'Edit Profile' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Log Out' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
    expect(screen.queryByRole('link', { name: 'Message' })).toBeNull()
    expect(screen.queryByText(/Member since/)).toBeNull()
  })

  test('shows the initials of the name, and its activity stats', async () => {
    await showOwnProfile({ stats: { posts: 12, collaborations: 3, contributions: 1 } })
    expect(screen.getByText('AL')).toBeTruthy()
    const stats = within(screen.getByRole('region', { name: 'Activity Stats' }))
    const read = (role: string) => stats.getAllByRole(role).map(({ textContent }) => textContent)
    expect(read('term')).toEqual(['Projects', 'Collaborations', 'Contributions'])
    expect(read('definition')).toEqual(['12', '3', '1'])
  })

  test('links empty sections to the editor', async () => {
    await showOwnProfile({ bio: 'I count.' })
    const skills = within(screen.getByRole('region', { name: 'Skills' }))
    await userEvent.click(skills.getByRole('button', { name: 'List what you are good at' }))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit Profile')
  })

  test('shows a notice when it is empty, and links to the editor', async () => {
    await showOwnProfile()
    expect(screen.getByText('No profile information available')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'About' })).toBeNull()
    expect(await screen.findByText(/No recent activity/)).toBeTruthy()
    await pressButton('Complete your profile')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit Profile')
  })

  test('shows the newest posts and links to all of them', async () => {
    await showOwnProfile({}, [createPostFixture()])
    const activity = within(screen.getByRole('region', { name: 'Recent Activity' }))
    expect(await activity.findByRole('link', { name: 'Tide' })).toBeTruthy()
    expect(activity.getByRole('link', { name: 'All my projects' }).getAttribute('href')).toBe(
      '/my-posts',
    )
  })

  test('is shown without its posts when they cannot be loaded, and can load them again', async () => {
    answerOwnProfile({ bio: 'I count.', stats: { posts: 1, collaborations: 0, contributions: 0 } })
    openOwnProfile()
    mockRefusal(listOwnPosts, 429, { code: 'too-many-requests', message: 'Slow down' })
    const activity = within(await screen.findByRole('region', { name: 'Recent Activity' }))
    expect((await activity.findByRole('alert')).textContent).toContain('Failed to fetch user posts')
    expect(screen.getByText('I count.')).toBeTruthy()
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '1',
      '0',
      '0',
    ])
    mockReply(listOwnPosts, {
      success: true,
      message: '',
      data: [createPostFixture()],
      nextCursor: null,
    })
    await userEvent.click(activity.getByRole('button', { name: 'Try Again' }))
    expect(await activity.findByRole('link', { name: 'Tide' })).toBeTruthy()
  })

  test('logs out', async () => {
    mockReply(logOut, { success: true, message: 'ok' })
    const router = await showOwnProfile()
    await pressButton('Log Out')
    await screen.findByText('Other page')
    expect(router.state.location.pathname).toBe('/login')
  })

  test('shows when logging out failed', async () => {
    mockRefusal(logOut, 503, { code: 'unavailable', message: 'Later' })
    const router = await showOwnProfile()
    await pressButton('Log Out')
    expect(await screen.findAllByText('Logout failed. Please try again.')).not.toEqual([])
    expect(router.state.location.pathname).toBe('/profile')
  })
})

describe('an email that is not confirmed yet', () => {
  test('is shown, and can be cancelled', async () => {
    const profile = { pendingEmail: 'countess@dolph.example' }
    await showOwnProfile(profile)
    expect(screen.getByText(/Waiting for confirmation at/).textContent).toBe(
      'Waiting for confirmation at countess@dolph.example',
    )
    const calls = mockReply(updateProfile, {
      success: true,
      message: '',
      data: createOwnProfileFixture(),
    })
    await pressButton('Take it back')
    await waitFor(() => expect(screen.queryByText(/Waiting for confirmation at/)).toBeNull())
    expect(await screen.findAllByText('Your email stays ada@dolph.example')).not.toEqual([])
    expect(calls.map(({ body }) => body)).toEqual([{ email: 'ada@dolph.example' }])
  })

  test('stays and shows an error when cancelling fails', async () => {
    await showOwnProfile({ pendingEmail: 'countess@dolph.example' })
    mockNetworkError(updateProfile)
    await pressButton('Take it back')
    expect(await screen.findAllByText('Failed to update profile')).not.toEqual([])
    expect(screen.getByText(/Waiting for confirmation at/)).toBeTruthy()
  })
})

describe('a member’s own profile that cannot be loaded', () => {
  test('is retried three times, after 2, 4 and 6 seconds', async () => {
    const { advanceTime } = installFakeClock()
    const calls = mockRawReply(readOwnProfile, 500, 'Not even JSON')
    openOwnProfile()
    expect(await screen.findByText('Failed to fetch profile. Trying again...')).toBeTruthy()
    for (const seconds of [2, 4, 6]) await advanceTime(seconds * 1000 + 300)
    expect(await screen.findByRole('heading', { name: RETRIES_EXHAUSTED })).toBeTruthy()
    expect(calls).toHaveLength(4)
  })

  test('shows the reason of each retry and is never requested a fifth time', async () => {
    const { advanceTime } = installFakeClock()
    let requests = 0
    fakeApi.use(
      http.get(`*${readOwnProfile.url}`, () => {
        requests += 1
        return requests % 2 === 1 ? HttpResponse.json({}, { status: 500 }) : HttpResponse.error()
      }),
    )
    openOwnProfile()
    for (const [index, reason] of [
      'Failed to fetch profile. Trying again...',
      'Could not reach the server. Trying again...',
      'Failed to fetch profile. Trying again...',
    ].entries()) {
      expect(await screen.findByText(reason)).toBeTruthy()
      await advanceTime(2000 * (index + 1) - 1000)
      expect(requests).toBe(index + 1)
      await advanceTime(1300)
      await waitFor(() => expect(requests).toBe(index + 2))
    }
    expect(await screen.findByRole('heading', { name: RETRIES_EXHAUSTED })).toBeTruthy()
    await advanceTime(60_000)
    expect(requests).toBe(4)
    answerOwnProfile()
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('heading', { name: 'Ada Lovelace' })).toBeTruthy()
  })

  test('is retried when the network fails', async () => {
    const { advanceTime } = installFakeClock()
    mockNetworkError(readOwnProfile)
    openOwnProfile()
    expect(await screen.findByText('Could not reach the server. Trying again...')).toBeTruthy()
    answerOwnProfile()
    await advanceTime(2100)
    expect(await screen.findByRole('heading', { name: 'Ada Lovelace' })).toBeTruthy()
  })

  test('is asked for once more, after the time that a busy server names', async () => {
    const { advanceTime } = installFakeClock()
    const body = { code: 'too-many-requests', message: 'Slow down' } as const
    const calls = mockRefusal(readOwnProfile, 429, body, { 'retry-after': '3' })
    openOwnProfile()
    expect(await screen.findByText('Failed to fetch profile. Trying again...')).toBeTruthy()
    await advanceTime(2_900)
    expect(calls).toHaveLength(1)
    answerOwnProfile()
    await advanceTime(200)
    expect(await screen.findByRole('heading', { name: 'Ada Lovelace' })).toBeTruthy()
  })

  test('shows that it was refused, and is only retried on request', async () => {
    const calls = mockRefusal(readOwnProfile, 429, {
      code: 'too-many-requests',
      message: 'Slow down',
    })
    openOwnProfile()
    expect(await screen.findByRole('heading', { name: 'Failed to fetch profile' })).toBeTruthy()
    expect(calls).toHaveLength(1)
    answerOwnProfile()
    await pressButton('Try Again')
    expect(await screen.findByRole('heading', { name: 'Ada Lovelace' })).toBeTruthy()
  })

  test('shows that the reply is invalid', async () => {
    const calls = mockRawReply(readOwnProfile, 200, { success: true, data: {} })
    openOwnProfile()
    expect(
      await screen.findByRole('heading', { name: 'Invalid profile data received' }),
    ).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test('shows that a truncated or incomplete reply is invalid', async () => {
    for (const body of [
      '{"success": tru',
      JSON.stringify({ success: true, data: { bio: 'Hi' } }),
    ]) {
      const headers = { 'content-type': 'application/json' }
      fakeApi.use(
        http.get(`*${readOwnProfile.url}`, () => new HttpResponse(body, { status: 200, headers })),
      )
      openOwnProfile()
      expect(
        await screen.findByRole('heading', { level: 1, name: 'Invalid profile data received' }),
      ).toBeTruthy()
      cleanup()
    }
  })

  test('leads to /login when the session has ended', async () => {
    mockRefusal(readOwnProfile, 401, { code: 'not-signed-in', message: 'Please log in' })
    const router = openOwnProfile()
    await screen.findByText('Other page')
    expect(router.state.location).toMatchObject({ pathname: '/login', search: '?next=%2Fprofile' })
  })
})

function openOwnProfile() {
  mockReply(listOwnPosts, { success: true, message: '', data: [], nextCursor: null })
  return renderPage(<OwnProfilePage />, '/profile', createViewerFixture())
}

async function showOwnProfile(fields: Partial<OwnProfile> = {}, posts: Post[] = []) {
  answerOwnProfile(fields)
  const router = openOwnProfile()
  mockReply(listOwnPosts, { success: true, message: '', data: posts, nextCursor: null })
  await screen.findByText('@ada')
  return router
}

function answerOwnProfile(fields: Partial<OwnProfile> = {}) {
  mockReply(readOwnProfile, { success: true, data: createOwnProfileFixture(fields) })
}

import { logOut } from '@dolph/contract/accounts'
import { listOwnPosts, type Post } from '@dolph/contract/posts'
import { readOwnProfile, updateProfile, type OwnProfile } from '@dolph/contract/profiles'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { answer, answerRaw, cutOff, refuse } from '../../testing/fake-api.ts'
import { press } from '../../testing/fill-in.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { somePost } from '../../testing/some-post.ts'
import { someOwnProfile } from '../../testing/some-profile.ts'
import { someViewer } from '../../testing/some-viewer.ts'
import { holdTime } from '../../testing/time.ts'
import { OwnProfilePage } from './own-profile-page.tsx'

const GAVE_UP = 'Failed to load profile. Please try again later.'

describe('one’s own profile', () => {
  test('can be edited, leads to the settings and out, and offers no message to oneself', async () => {
    await show({ bio: 'I count.' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ada Lovelace')
    expect(screen.getByRole('button', { name: 'Edit Profile' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Log Out' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
    expect(screen.queryByRole('link', { name: 'Message' })).toBeNull()
    expect(screen.queryByText(/Member since/)).toBeNull()
  })

  test('asks to fill what is empty', async () => {
    await show({ bio: 'I count.' })
    const skills = within(screen.getByRole('region', { name: 'Skills' }))
    await userEvent.click(skills.getByRole('button', { name: 'List what you are good at' }))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit Profile')
  })

  test('says when there is nothing at all, and asks to complete it', async () => {
    await show()
    expect(screen.getByText('No profile information available')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'About' })).toBeNull()
    expect(await screen.findByText(/No recent activity/)).toBeTruthy()
    await press('Complete your profile')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit Profile')
  })

  test('shows what its member did last, and the way to all of it', async () => {
    await show({}, [somePost()])
    const activity = within(screen.getByRole('region', { name: 'Recent Activity' }))
    expect(await activity.findByRole('link', { name: 'Tide' })).toBeTruthy()
    expect(activity.getByRole('link', { name: 'All my posts' }).getAttribute('href')).toBe(
      '/my-posts',
    )
  })

  test('logs out', async () => {
    answer(logOut, { success: true, message: 'ok' })
    const router = await show()
    await press('Log Out')
    await screen.findByText('Went elsewhere')
    expect(router.state.location.pathname).toBe('/login')
  })

  test('says when logging out failed', async () => {
    refuse(logOut, 503, { code: 'unavailable', message: 'Later' })
    const router = await show()
    await press('Log Out')
    expect(await screen.findAllByText('Logout failed. Please try again.')).not.toEqual([])
    expect(router.state.location.pathname).toBe('/profile')
  })
})

describe('an address that waits to be confirmed', () => {
  test('is named, and can be taken back', async () => {
    const profile = { pendingEmail: 'countess@dolph.example' }
    await show(profile)
    expect(screen.getByText(/Waiting for confirmation at/).textContent).toBe(
      'Waiting for confirmation at countess@dolph.example',
    )
    const sent = answer(updateProfile, { success: true, message: '', data: someOwnProfile() })
    await press('Take it back')
    await waitFor(() => expect(screen.queryByText(/Waiting for confirmation at/)).toBeNull())
    expect(sent.map(({ body }) => body)).toEqual([{ email: 'ada@dolph.example' }])
  })

  test('stays, and the failure is said, when taking it back fails', async () => {
    await show({ pendingEmail: 'countess@dolph.example' })
    cutOff(updateProfile)
    await press('Take it back')
    expect(await screen.findAllByText('Failed to update profile')).not.toEqual([])
    expect(screen.getByText(/Waiting for confirmation at/)).toBeTruthy()
  })
})

describe('a profile of one’s own that cannot be had', () => {
  test('is tried three more times, after 2, 4 and 6 seconds', async () => {
    const { pass } = holdTime()
    const asked = answerRaw(readOwnProfile, 500, 'Not even JSON')
    open()
    expect(await screen.findByText('Failed to fetch profile. Trying again...')).toBeTruthy()
    for (const seconds of [2, 4, 6]) await pass(seconds * 1000 + 300)
    expect(await screen.findByRole('heading', { name: GAVE_UP })).toBeTruthy()
    expect(asked).toHaveLength(4)
  })

  test('is tried again when the network fails', async () => {
    const { pass } = holdTime()
    cutOff(readOwnProfile)
    open()
    expect(await screen.findByText('Could not reach the server. Trying again...')).toBeTruthy()
    answerOwn()
    await pass(2100)
    expect(await screen.findByRole('heading', { name: 'Ada Lovelace' })).toBeTruthy()
  })

  test('says that it was refused, without trying again, until asked to', async () => {
    const asked = refuse(readOwnProfile, 429, { code: 'too-many-requests', message: 'Slow down' })
    open()
    expect(await screen.findByRole('heading', { name: 'Failed to fetch profile' })).toBeTruthy()
    expect(asked).toHaveLength(1)
    answerOwn()
    await press('Try Again')
    expect(await screen.findByRole('heading', { name: 'Ada Lovelace' })).toBeTruthy()
  })

  test('says that it makes no sense', async () => {
    const asked = answerRaw(readOwnProfile, 200, { success: true, data: {} })
    open()
    expect(
      await screen.findByRole('heading', { name: 'Invalid profile data received' }),
    ).toBeTruthy()
    expect(asked).toHaveLength(1)
  })

  test('leads to /login when the session has ended', async () => {
    refuse(readOwnProfile, 401, { code: 'not-signed-in', message: 'Please log in' })
    const router = open()
    await screen.findByText('Went elsewhere')
    expect(router.state.location).toMatchObject({ pathname: '/login', search: '?next=%2Fprofile' })
  })
})

function open() {
  answer(listOwnPosts, { success: true, message: '', data: [], nextCursor: null })
  return renderPage(<OwnProfilePage />, '/profile', someViewer())
}

async function show(fields: Partial<OwnProfile> = {}, posts: Post[] = []) {
  answerOwn(fields)
  const router = open()
  answer(listOwnPosts, { success: true, message: '', data: posts, nextCursor: null })
  await screen.findByText('@ada')
  return router
}

function answerOwn(fields: Partial<OwnProfile> = {}) {
  answer(readOwnProfile, { success: true, data: someOwnProfile(fields) })
}

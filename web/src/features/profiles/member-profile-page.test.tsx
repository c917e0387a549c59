import { getViewer } from '@dolph/contract/accounts/viewer'
import { listMemberPosts, listOwnPosts } from '@dolph/contract/posts/posts'
import { readOwnProfile, readProfile } from '@dolph/contract/profiles/profiles'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockReply, mockRawReply, mockNetworkError, mockRefusal } from '../../testing/fake-api.ts'
import { createPostFixture } from '../../testing/fixtures/post-fixtures.ts'
import {
  createOwnProfileFixture,
  createProfileFixture,
} from '../../testing/fixtures/profile-fixtures.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'
import {
  mockMemberPosts,
  openMemberProfile,
  showMemberProfile,
} from '../../testing/render-member-profile.tsx'

const RETRIES_EXHAUSTED = 'Failed to load user profile. Please try again later.'

describe('the profile of another member', () => {
  test('shows the name and the join date, and links to a conversation', async () => {
    await showMemberProfile()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bob Ray')
    expect(screen.getByText('@bob')).toBeTruthy()
    const joinDate = screen.getByText('Member since June 2025')
    expect(joinDate.title).toMatch(/^June 3, 2025 at /)
    expect(screen.getByRole('link', { name: 'Message' }).getAttribute('href')).toBe(
      `/messages/${createProfileFixture()._id}`,
    )
    expect(document.title).toBe('Bob Ray (@bob) · Dolph')
    expect(screen.queryByRole('button', { name: 'Edit Profile' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Log Out' })).toBeNull()
  })

  test.each([
    ['the readable cookie', () => (document.cookie = 'signed-in=1; Path=/')],
    ['the session flag', () => sessionStorage.setItem('auth', 'true')],
  ])('offers a conversation with %s alone', async (_, setHint) => {
    mockReply(readProfile, { success: true, data: createProfileFixture() })
    mockMemberPosts([])
    openMemberProfile()
    sessionStorage.clear()
    setHint()
    expect(await screen.findByRole('link', { name: 'Message' })).toBeTruthy()
  })

  test('offers no conversation without a sign-in hint', async () => {
    mockReply(readProfile, { success: true, data: createProfileFixture() })
    mockMemberPosts([])
    openMemberProfile()
    sessionStorage.clear()
    await screen.findByText('@bob')
    expect(screen.queryByRole('link', { name: 'Message' })).toBeNull()
  })

  test('has its sections, each with its heading', async () => {
    await showMemberProfile()
    const headings = screen.getAllByRole('heading', { level: 2 })
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'About',
      'Skills',
      'Activity Stats',
      'Links',
      'Location',
      'Recent Activity',
      'More projects (7)',
    ])
    expect(withinSection('About').getByText(/I build boats\.\s+And clocks\./)).toBeTruthy()
    const skills = withinSection('Skills').getAllByRole('listitem')
    expect(skills.map((skill) => skill.textContent)).toEqual(['Rust', 'Carpentry'])
    const links = withinSection('Skills').getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/skills/rust'])
    expect(withinSection('Location').getByText('Bergen, Norway')).toBeTruthy()
    const stats = withinSection('Activity Stats')
    expect(stats.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Projects',
      'Collaborations',
      'Contributions',
    ])
    expect(stats.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '12',
      '3',
      '1',
    ])
  })

  test('links to other sites without passing on a referrer or ranking', async () => {
    await showMemberProfile()
    const links = withinSection('Links').getAllByRole<HTMLAnchorElement>('link')
    expect(links.map(({ href }) => href)).toEqual([
      'https://github.com/bob',
      'https://www.linkedin.com/in/bob',
      'https://www.bob.example/about',
      'https://social.example/@bob',
    ])
    for (const link of links) {
      expect(link.rel).toBe('noopener noreferrer nofollow ugc')
      expect(link.target).toBe('_blank')
    }
    expect(links[2]?.textContent).toContain('bob.example')
    expect(links[3]?.textContent).toContain('Mastodon')
  })

  test('never links to a script URL', async () => {
    const url = 'javascript:alert(1)'
    await showMemberProfile({ github: url, website: url, socialLinks: [{ platform: 'Blog', url }] })
    const links = withinSection('Links').getAllByRole<HTMLAnchorElement>('link')
    expect(links.map(({ href }) => href)).toEqual(['https://www.linkedin.com/in/bob'])
  })

  test('leaves out empty sections', async () => {
    await showMemberProfile({ bio: '', location: '' })
    const headings = screen
      .getAllByRole('heading', { level: 2 })
      .map((heading) => heading.textContent)
    expect(headings.join()).toBe('Skills,Activity Stats,Links,Recent Activity,More projects (7)')
  })

  test('shows a notice when it is empty', async () => {
    const emptyFields = { bio: '', skills: [], github: '', linkedin: '', website: '' }
    await showMemberProfile({ ...emptyFields, location: '', socialLinks: [], lastName: '' })
    expect(screen.getByText('No profile information available')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Complete your profile' })).toBeNull()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bob')
    expect(await screen.findByText('No recent activity')).toBeTruthy()
  })

  test('is the viewer’s own profile when the URL has their username in any case', async () => {
    mockReply(readOwnProfile, { success: true, data: createOwnProfileFixture() })
    mockReply(listOwnPosts, { success: true, message: '', data: [], nextCursor: null })
    openMemberProfile('/profile/ADA')
    expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Message' })).toBeNull()
    expect(screen.queryByText(/Member since/)).toBeNull()
  })
})

describe('recent activity', () => {
  test('shows title, the first 100 characters, type and time of the newest posts', async () => {
    const body = `**Bold** start, ${'🐬'.repeat(120)}`
    await showMemberProfile({}, [
      createPostFixture({ body, type: 'open-source' }),
      createPostFixture({ _id: OTHER_ID }),
    ])
    const activity = withinSection('Recent Activity')
    const [first] = await activity.findAllByRole('listitem')
    const link = activity.getAllByRole('link', { name: 'Tide' })[0]
    expect(link?.getAttribute('href')).toBe(`/posts/${createPostFixture()._id}`)
    expect(first?.textContent).toContain(`Bold start, ${'🐬'.repeat(88)}…`)
    expect(first?.textContent).not.toContain('🐬'.repeat(89))
    expect(first?.textContent).toContain('Open Source')
    expect(first?.querySelector('time')?.dateTime).toBe(createPostFixture().createdAt)
  })

  test('that cannot be loaded leaves the profile visible and can be loaded again', async () => {
    mockRefusal(listMemberPosts, 503, { code: 'unavailable', message: 'Later' })
    mockReply(readProfile, { success: true, data: createProfileFixture() })
    openMemberProfile()
    expect(await screen.findByText('Failed to fetch user posts')).toBeTruthy()
    expect(withinSection('About').getByText(/I build boats/)).toBeTruthy()
    mockMemberPosts([createPostFixture()])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('link', { name: 'Tide' })).toBeTruthy()
  })
})

describe('a profile that cannot be loaded', () => {
  test('is retried after 2, 4 and 6 seconds, and then given up', async () => {
    const { advanceTime } = installFakeClock()
    const calls = mockRefusal(readProfile, 503, { code: 'unavailable', message: 'Later' })
    openMemberProfile()
    await waitFor(() => expect(calls).toHaveLength(1))
    const retryText = await screen.findByText('Failed to fetch user data. Trying again...')
    expect(retryText.closest('[role=status]')).toBeTruthy()
    for (const [index, seconds] of [2, 4, 6].entries()) {
      await advanceTime(seconds * 1000 - 500)
      expect(calls).toHaveLength(index + 1)
      await advanceTime(600)
      await waitFor(() => expect(calls).toHaveLength(index + 2))
    }
    expect(await screen.findByRole('heading', { name: RETRIES_EXHAUSTED })).toBeTruthy()
    await advanceTime(20_000)
    expect(calls).toHaveLength(4)

    mockReply(readProfile, { success: true, data: createProfileFixture() })
    mockMemberPosts([])
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('heading', { name: 'Bob Ray' })).toBeTruthy()
  })

  test('shows when the network fails, and loads once the network is back', async () => {
    const { advanceTime } = installFakeClock()
    mockNetworkError(readProfile)
    openMemberProfile()
    expect(await screen.findByText('Could not reach the server. Trying again...')).toBeTruthy()
    mockReply(readProfile, { success: true, data: createProfileFixture() })
    mockMemberPosts([])
    await advanceTime(2100)
    expect(await screen.findByRole('heading', { name: 'Bob Ray' })).toBeTruthy()
  })

  test('is given up in the end when the network stays down', async () => {
    const { advanceTime } = installFakeClock()
    mockNetworkError(readProfile)
    openMemberProfile()
    await screen.findByText(/Trying again/)
    for (const seconds of [2, 4, 6]) await advanceTime(seconds * 1000 + 300)
    expect(await screen.findByRole('heading', { name: RETRIES_EXHAUSTED })).toBeTruthy()
  })

  test('shows «User not found» at once for an unknown username', async () => {
    const calls = mockRefusal(readProfile, 404, { code: 'not-found', message: 'User not found' })
    openMemberProfile()
    expect(await screen.findByRole('heading', { name: 'User not found' })).toBeTruthy()
    const explore = screen.getByRole('link', { name: 'Explore Projects' })
    expect(explore.getAttribute('href')).toBe('/posts')
    expect(calls).toHaveLength(1)
    expect(document.title).toBe('User not found · Dolph')
  })

  test('shows «User not found» for an invalid username', async () => {
    mockRefusal(readProfile, 400, { code: 'invalid-input', message: 'Too long' })
    openMemberProfile()
    expect(await screen.findByRole('heading', { name: 'User not found' })).toBeTruthy()
  })

  test('shows that it was refused, and why, without a retry', async () => {
    const calls = mockRefusal(readProfile, 429, { code: 'too-many-requests', message: 'Slow down' })
    openMemberProfile()
    expect(await screen.findByRole('heading', { name: 'Failed to fetch user data' })).toBeTruthy()
    expect(screen.getByText('Slow down')).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test('shows that the reply is invalid, without a retry', async () => {
    const calls = mockRawReply(readProfile, 200, { success: true, data: { userName: 'bob' } })
    openMemberProfile()
    expect(await screen.findByRole('heading', { name: 'Invalid user data received' })).toBeTruthy()
    expect(calls).toHaveLength(1)
  })

  test('asks to log in when the session has ended, and redirects after two seconds', async () => {
    const { advanceTime } = installFakeClock()
    mockRefusal(readProfile, 401, { code: 'not-signed-in', message: 'Please log in' })
    const router = openMemberProfile()
    expect(await followLoginRedirect(router, advanceTime)).toEqual(LOGIN_REDIRECT)
  })

  test('also redirects when another request finds that the session has ended', async () => {
    const { advanceTime } = installFakeClock()
    const router = await showMemberProfile()
    mockRefusal(getViewer, 401, { code: 'not-signed-in', message: 'Please log in' })
    await advanceTime(11_000)
    window.dispatchEvent(new Event('visibilitychange'))
    expect(await followLoginRedirect(router, advanceTime)).toEqual(LOGIN_REDIRECT)
  })
})

/** Returns the path while the notice is shown and the path after the redirect. */
async function followLoginRedirect(
  router: ReturnType<typeof openMemberProfile>,
  advanceTime: (ms: number) => Promise<unknown>,
) {
  await screen.findByRole('heading', { name: 'Please log in to view this profile' })
  await advanceTime(1500)
  const { pathname: before } = router.state.location
  await advanceTime(600)
  await screen.findByText('Other page')
  const { pathname, search } = router.state.location
  return { before, after: pathname + search }
}

const LOGIN_REDIRECT = { before: '/profile/bob', after: '/login?next=%2Fprofile%2Fbob' }
const OTHER_ID = '01932dad-55f0-7c01-9923-d974d6c5fc99'

function withinSection(name: string) {
  return within(screen.getByRole('region', { name }))
}

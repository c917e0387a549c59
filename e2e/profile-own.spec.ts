import type { Locator, Page } from '@playwright/test'
import { database, signInNewMember, insertPost } from './members.ts'
import {
  saveProfileByApi,
  expectFullProfile,
  OWN_PROFILE_ENDPOINT,
  getProfileSection,
} from './own-profile.ts'
import { buildRefusalReply } from './posts.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  fastForwardUntilVisible,
  testIgnoringConsole,
  test,
} from './base-test.ts'

const OWN_POSTS_ENDPOINT = '**/api/posts/user/me*'
const INTERNAL_ERROR_REPLY = buildRefusalReply(500, 'internal', 'Something went wrong')
const RATE_LIMITED_REPLY = buildRefusalReply(429, 'too-many-requests', 'Please slow down.')

test('a member sees what they say, what they did and how much of it', async ({ page, context }) => {
  const ada = await signInNewMember(context, 'ada')
  await saveProfileByApi(ada)
  const body = `${'\u{1f30a}'.repeat(90)} **tide** clock, for the kitchen wall`
  const oldest = await insertPost(ada, { type: 'seeking-contributors' })
  const join = await insertPost(ada, { type: 'looking-to-join' })
  const others = ['seeking-contributors', 'open-source', 'showcase', 'project-idea'] as const
  for (const type of others) await insertPost(ada, { type })
  const newest = await insertPost(ada, { type: 'hackathon', body })
  await page.goto('/profile')

  await expect(page).toHaveTitle(`Ada Lovelace (@${ada.userName}) · Dolph`)
  await expectFullProfile(page, ada)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    ...['About', 'Skills', 'Activity Stats', 'Links', 'Location', 'Recent Activity'],
  ])
  await expectStats(page, { Projects: '7', Collaborations: '2', Contributions: '1' })
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
  const settings = page.getByRole('main').getByRole('link', { name: 'Settings' })
  await expect(settings).toHaveAttribute('href', '/settings')
  for (const link of await getProfileSection(page, 'Links').getByRole('link').all()) {
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
    await expect(link).toHaveAttribute('target', '_blank')
  }

  const recent = getProfileSection(page, 'Recent Activity')
  await expect(recent.getByRole('listitem')).toHaveCount(5)
  const last = recent.getByRole('listitem').first()
  await expect(last.getByRole('link', { name: newest.title })).toHaveAttribute('href', newest.path)
  await expect(last).toContainText('Hackathon')
  await expect(last).toContainText(`${'\u{1f30a}'.repeat(90)} tide cloc…`)
  await expect(recent).not.toContainText(oldest.title)
  const all = recent.getByRole('link', { name: 'All my posts' })
  await expect(all).toHaveAttribute('href', '/my-posts')
  await expectAccessibleOnBothScreens(page)
  await expectNoHorizontalScroll(page)

  const change = { type: 'seeking-contributors', title: join.title, body: 'Come along' }
  expect((await ada.call('PUT', `/api/posts/${join.id}`, change)).status()).toBe(200)
  await all.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Posts')
  await page.goBack()
  await expectStats(page, { Projects: '7', Collaborations: '3', Contributions: '0' })
  await last.getByRole('link', { name: newest.title }).click()
  await expect(page).toHaveURL(newest.path)
})

testIgnoringConsole(
  'an empty profile invites to complete it; initials replace a picture that cannot be loaded; Log Out ends the session',
  async ({ page, context }) => {
    testIgnoringConsole.slow()
    const ada = await signInNewMember(context, 'ada')
    await page.goto('/profile')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ada.userName)
    await expect(page.getByText('No profile information available')).toBeVisible()
    await expectStats(page, { Projects: '0', Collaborations: '0', Contributions: '0' })
    const recent = getProfileSection(page, 'Recent Activity')
    await expect(recent).toContainText('No recent activity')
    await expect(recent.getByRole('link', { name: 'Create a post' })).toHaveAttribute(
      'href',
      '/posts/create',
    )
    await expectCentred(page)
    await expectAccessibleOnBothScreens(page)
    await page.getByRole('button', { name: 'Complete your profile' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile')
    await page.getByRole('button', { name: 'Cancel' }).click()

    await saveProfileByApi(ada, { location: 'London' })
    const key = ada.id.replaceAll('-', '').padEnd(43, '_')
    await database.insertInto('pictures').values({ key, member_id: ada.id }).execute()
    const wearing = database.updateTable('members').set({ picture: key })
    await wearing.where('id', '=', ada.id).execute()
    const missed = page.waitForResponse((reply) => reply.url().endsWith('/512.webp'))
    await page.reload()
    expect((await missed).status()).toBe(404)
    await expectCentred(page)
    await expect(getProfileSection(page, 'Location')).toContainText('London')
    await expect(page.getByText('No profile information available')).toBeHidden()
    for (const [title, invitation] of [
      ['About', 'Say in a few words who you are and what you build'],
      ['Skills', 'List what you are good at'],
      ['Links', 'Show where else you can be found'],
    ] as const) {
      await expect(
        getProfileSection(page, title).getByRole('button', { name: invitation }),
      ).toBeVisible()
    }

    const logOut = page.getByRole('button', { name: 'Log Out' })
    await page.route('**/api/users/logout', (route) => route.fulfill(INTERNAL_ERROR_REPLY))
    await logOut.click()
    await expect(page.getByText('Logout failed. Please try again.').first()).toBeVisible()
    await expect(page).toHaveURL('/profile')
    await page.unrouteAll()
    await logOut.click()
    await expect(page).toHaveURL('/login')
    const sessions = database.selectFrom('sessions').selectAll().where('member_id', '=', ada.id)
    expect(await sessions.execute()).toEqual([])
    await page.goto('/profile')
    await expect(page).toHaveURL('/login?next=%2Fprofile')
  },
)

testIgnoringConsole(
  'a profile that cannot be loaded, and one without its posts, are accessible and recover',
  async ({ page, context }) => {
    testIgnoringConsole.slow()
    const ada = await signInNewMember(context, 'ada')
    await saveProfileByApi(ada)
    const post = await insertPost(ada)
    await page.clock.install()
    await page.route(OWN_PROFILE_ENDPOINT, (route) => route.fulfill(INTERNAL_ERROR_REPLY))
    await page.goto('/profile')
    const failed = 'Failed to load profile. Please try again later.'
    await fastForwardUntilVisible(page, page.getByRole('heading', { level: 1, name: failed }))
    await expectAccessibleOnBothScreens(page)
    await page.unrouteAll()
    await page.route(OWN_POSTS_ENDPOINT, (route) => route.fulfill(RATE_LIMITED_REPLY))
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expectFullProfile(page, ada)
    const recent = getProfileSection(page, 'Recent Activity')
    await expect(recent.getByRole('alert')).toContainText('Failed to fetch user posts')
    await expectStats(page, { Projects: '1', Collaborations: '0', Contributions: '0' })
    await expectAccessibleOnBothScreens(page)
    await page.unrouteAll()
    await recent.getByRole('button', { name: 'Try Again' }).click()
    await expect(recent.getByRole('link', { name: post.title })).toBeVisible()
  },
)

async function expectStats(page: Page, stats: Record<string, string>): Promise<void> {
  const counted = getProfileSection(page, 'Activity Stats')
  await expect(counted.getByRole('term')).toHaveText(Object.keys(stats))
  await expect(counted.getByRole('definition')).toHaveText(Object.values(stats))
}

/** The initials are in the middle of the avatar, which is large here. */
async function expectCentred(page: Page): Promise<void> {
  const initials = page.getByRole('main').locator('header span span', { hasText: /^A\w$/ })
  await expect(initials).toBeVisible()
  const [inner, outer] = [await readCentre(initials), await readCentre(initials.locator('..'))]
  expect(Math.abs(inner.x - outer.x)).toBeLessThan(1)
  expect(Math.abs(inner.y - outer.y)).toBeLessThan(1)
}

async function readCentre(element: Locator): Promise<{ x: number; y: number }> {
  return element.evaluate((each) => {
    const { left, top, width, height } = each.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  })
}

import type { Locator, Page } from '@playwright/test'
import { database, signInNewMember, insertPost } from '../support/members.ts'
import { saveProfileByApi, expectFullProfile, getProfileSection } from '../support/own-profile.ts'
import { buildRefusalReply } from '../support/posts.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  testIgnoringConsole,
  test,
  expectAnnouncement,
} from '../support/base-test.ts'

const INTERNAL_ERROR_REPLY = buildRefusalReply(500, 'internal', 'Something went wrong')

test('a member’s own profile shows its fields, the recent activity and the activity counts', async ({
  page,
  context,
}) => {
  const ada = await signInNewMember(context, 'ada')
  await saveProfileByApi(ada)
  const body = `${'\u{1f30a}'.repeat(90)} **tide** clock, for the kitchen wall`
  const oldest = await insertPost(ada, { type: 'seeking-contributors' })
  const joinPost = await insertPost(ada, { type: 'looking-to-join' })
  const otherTypes = ['seeking-contributors', 'open-source', 'showcase', 'project-idea'] as const
  for (const type of otherTypes) await insertPost(ada, { type })
  const newest = await insertPost(ada, { type: 'hackathon', body })
  await page.goto('/profile')

  await expect(page).toHaveTitle(`Ada Lovelace (@${ada.userName}) · Dolph`)
  await expectFullProfile(page, ada)
  await expect(page.locator('h2:not(article h2)')).toHaveText([
    'Open to join',
    'About',
    'Skills',
    'Activity Stats',
    'Links',
    'Location',
    'Recent Activity',
    'More projects (2)',
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
  const latest = recent.getByRole('listitem').first()
  await expect(latest.getByRole('link', { name: newest.title })).toHaveAttribute(
    'href',
    newest.path,
  )
  await expect(latest).toContainText('Hackathon')
  await expect(latest).toContainText(`${'\u{1f30a}'.repeat(90)} tide…`)
  await expect(recent).not.toContainText(oldest.title)
  const allPostsLink = recent.getByRole('link', { name: 'All my projects' })
  await expect(allPostsLink).toHaveAttribute('href', '/my-posts')
  await expectAccessibleOnBothScreens(page)
  await expectNoHorizontalScroll(page)

  const update = { type: 'seeking-contributors', title: joinPost.title, body: 'Come along' }
  expect((await ada.call('PUT', `/api/posts/${joinPost.id}`, update)).status()).toBe(200)
  await allPostsLink.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Posts')
  await page.goBack()
  await expectStats(page, { Projects: '7', Collaborations: '3', Contributions: '0' })
  await latest.getByRole('link', { name: newest.title }).click()
  await expect(page).toHaveURL(newest.path)
})

testIgnoringConsole(
  'an empty profile offers to complete it; initials replace a picture that cannot be loaded; Log Out ends the session',
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
    await expectInitialsCentred(page)
    await page.getByRole('button', { name: 'Complete your profile' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile')
    await page.getByRole('button', { name: 'Cancel' }).click()

    await saveProfileByApi(ada, { location: 'London' })
    const key = ada.id.replaceAll('-', '').padEnd(43, '_')
    await database.insertInto('pictures').values({ key, member_id: ada.id }).execute()
    const setPicture = database.updateTable('members').set({ picture: key })
    await setPicture.where('id', '=', ada.id).execute()
    const pictureReply = page.waitForResponse((reply) => reply.url().endsWith('/512.webp'))
    await page.reload()
    expect((await pictureReply).status()).toBe(404)
    await expectInitialsCentred(page)
    await expect(getProfileSection(page, 'Location')).toContainText('London')
    await expect(page.getByText('No profile information available')).toBeHidden()
    for (const [title, invitation] of [
      ['About', 'Tell people who you are and what you build'],
      ['Skills', 'List what you are good at'],
      ['Links', 'Show where else you can be found'],
    ] as const) {
      await expect(
        getProfileSection(page, title).getByRole('button', { name: invitation }),
      ).toBeVisible()
    }

    const logOutButton = page.getByRole('button', { name: 'Log Out' })
    await page.route('**/api/users/logout', (route) => route.fulfill(INTERNAL_ERROR_REPLY))
    await logOutButton.click()
    await expectAnnouncement(page, 'Logout failed. Please try again.')
    await expect(page).toHaveURL('/profile')
    await page.unrouteAll()
    await logOutButton.click()
    await expect(page).toHaveURL('/login')
    const sessions = database.selectFrom('sessions').selectAll().where('member_id', '=', ada.id)
    expect(await sessions.execute()).toEqual([])
    await page.goto('/profile')
    await expect(page).toHaveURL('/login?next=%2Fprofile')
  },
)

async function expectStats(page: Page, stats: Record<string, string>): Promise<void> {
  const statsSection = getProfileSection(page, 'Activity Stats')
  await expect(statsSection.getByRole('term')).toHaveText(Object.keys(stats))
  await expect(statsSection.getByRole('definition')).toHaveText(Object.values(stats))
}

/** The initials are centred in the profile page's large avatar. */
async function expectInitialsCentred(page: Page): Promise<void> {
  const initials = page.getByRole('main').locator('header span span', { hasText: /^A\w$/ })
  await expect(initials).toBeVisible()
  const [inner, outer] = [await readCentre(initials), await readCentre(initials.locator('..'))]
  expect(Math.abs(inner.x - outer.x)).toBeLessThan(1)
  expect(Math.abs(inner.y - outer.y)).toBeLessThan(1)
}

async function readCentre(element: Locator): Promise<{ x: number; y: number }> {
  return element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  })
}

import type { Locator, Page } from '@playwright/test'
import type { Member } from './members.ts'
import { expect, expectAnnouncement } from './base-test.ts'

/** A profile with every field filled in. */
export const FULL_PROFILE = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  bio: 'I like machines that compute.\n\nAnd people.',
  skills: ['Rust', 'Maths'],
  github: 'https://github.com/ada',
  linkedin: 'https://www.linkedin.com/in/ada',
  website: 'https://ada.example/',
  location: 'London',
  socialLinks: [
    { platform: 'Mastodon', url: 'https://social.example/@ada' },
    { platform: 'Blog', url: 'http://blog.example/' },
  ],
}

/** Saves a profile by the API. */
export async function saveProfileByApi(
  { call }: Pick<Member, 'call'>,
  fields: object = FULL_PROFILE,
) {
  const reply = await call('PUT', '/api/profile/me', fields)
  expect(await reply.json()).toMatchObject({
    success: true,
    message: 'Profile updated successfully',
  })
}

/** The stored profile, as the API returns it to its member. */
export async function readProfileByApi({ call }: Pick<Member, 'call'>) {
  const reply = await call('GET', '/api/profile/me')
  return (
    (await reply.json()) as { data: typeof FULL_PROFILE & { email: string; pendingEmail: string } }
  ).data
}

/** The section of a profile with this heading. */
export function getProfileSection(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true })
}

/** The page shows every field of `FULL_PROFILE`. */
export async function expectFullProfile(page: Page, { userName }: Pick<Member, 'userName'>) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace')
  await expect(page.getByText(`@${userName}`, { exact: true })).toBeVisible()
  await expect(getProfileSection(page, 'About').getByRole('paragraph')).toHaveText(FULL_PROFILE.bio)
  await expect(getProfileSection(page, 'Skills').getByRole('listitem')).toHaveText(
    FULL_PROFILE.skills,
  )
  await expect(getProfileSection(page, 'Location')).toContainText('London')
  const links = getProfileSection(page, 'Links').getByRole('link')
  await expect(links).toHaveText(
    ['GitHub', 'LinkedIn', 'Website', 'Mastodon', 'Blog'].map(toLinkNamePattern),
  )
  const hrefs = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  expect(hrefs).toEqual([
    FULL_PROFILE.github,
    FULL_PROFILE.linkedin,
    FULL_PROFILE.website,
    ...FULL_PROFILE.socialLinks.map(({ url }) => url),
  ])
}

export async function openProfileEditor(page: Page): Promise<void> {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile')
}

export async function saveProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click()
}

/** The success message appears and the page shows the profile again. */
export async function expectProfileSaved(page: Page): Promise<void> {
  await expectAnnouncement(page, 'Profile updated successfully')
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
}

export async function enterSkill(page: Page, skill: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Skills' })
  await field.fill(skill)
  await field.press('Enter')
}

/** Adds a row for a link and fills it in. */
export async function addSocialLink(page: Page, platform: string, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Add social link' }).click()
  await page.getByLabel('Platform').last().fill(platform)
  await page.getByLabel('URL', { exact: true }).last().fill(url)
}

function toLinkNamePattern(name: string): RegExp {
  return new RegExp(`^${name}.*, opens in a new tab$`)
}

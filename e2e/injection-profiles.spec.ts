import type { Page } from '@playwright/test'
import { expectNoInjection, recordPageViolations } from './injection-detector.ts'
import { UNSAFE_URLS, NON_GITHUB_URLS, UNUSUAL_WEB_URLS } from './injection-urls.ts'
import {
  normalizeText,
  truncateText,
  mapConcurrently,
  isStorableText,
} from './injection-fixtures.ts'
import { INJECTION_PAYLOADS } from './injection-payloads.ts'
import { signInNewMember } from './members.ts'
import { saveProfileByApi, getProfileSection } from './own-profile.ts'
import { expect, test } from './base-test.ts'

test.describe.configure({ timeout: 120_000 })

const STORABLE_PAYLOADS = INJECTION_PAYLOADS.filter(
  (text) => isStorableText(text) && normalizeText(text) !== '',
)
const ROUNDS = 3
const PROFILES = Array.from({ length: ROUNDS }, (_, round) => buildProfile(round))

test('unsafe URLs are refused in every link of a profile', async ({ context }) => {
  const mallory = await signInNewMember(context, 'mallory')
  const send = async (fields: object) => {
    const reply = await mallory.call('PUT', '/api/profile/me', fields)
    const { fields: fieldErrors = {} } = (await reply.json()) as { fields?: object }
    return [reply.status(), Object.keys(fieldErrors).toSorted()]
  }
  const refused = await mapConcurrently(UNSAFE_URLS, async (url) => {
    const links = { github: url, linkedin: url, website: url }
    return [url, await send({ ...links, socialLinks: [{ platform: 'Blog', url }] })]
  })
  const expectedReply = [400, ['github', 'linkedin', 'socialLinks/0/url', 'website']]
  expect(refused).toEqual(UNSAFE_URLS.map((url) => [url, expectedReply]))
  const nonGithub = await mapConcurrently(NON_GITHUB_URLS, async (url) =>
    send({ github: url, linkedin: url }),
  )
  expect(nonGithub).toEqual(NON_GITHUB_URLS.map(() => [400, ['github', 'linkedin']]))
  const unusual = await mapConcurrently(UNUSUAL_WEB_URLS, async (website) => send({ website }))
  expect(unusual).toEqual(UNUSUAL_WEB_URLS.map(() => [200, []]))
})

test('a profile renders payloads harmlessly to its member, in its form and to others', async ({
  page,
  context,
  browser,
}) => {
  const violations = await recordPageViolations(page)
  const mallory = await signInNewMember(context, 'mallory')
  await using otherContext = await browser.newContext()
  await signInNewMember(otherContext, 'bob')
  const otherPage = await otherContext.newPage()
  const otherViolations = await recordPageViolations(otherPage)
  for (const profile of PROFILES) {
    await saveProfileByApi(mallory, profile)
    await page.goto('/profile')
    await expectProfileShown(page, profile)
    await expectNoInjection(page, violations)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expectProfileFormFilled(page, profile)
    await expectNoInjection(page, violations)
    await otherPage.goto(`/profile/${mallory.userName}`)
    await expectProfileShown(otherPage, profile)
    await expectNoInjection(otherPage, otherViolations)
  }
})

type ProfileFields = ReturnType<typeof buildProfile>

/** Distributes the payloads over the rounds in turn, so that every round has some of every kind. */
function buildProfile(round: number) {
  const texts = STORABLE_PAYLOADS.filter((_, index) => index % ROUNDS === round)
  const pickText = (index: number, max: number) =>
    normalizeText(truncateText(texts[index] ?? '', max))
  const skills = texts.map((text) => normalizeText(truncateText(text, 40)))
  const distinct = new Map(skills.map((skill) => [skill.toLowerCase(), skill]))
  return {
    firstName: pickText(3, 50),
    lastName: pickText(4, 50),
    bio: normalizeText(truncateText(texts.filter((text) => text.length < 200).join('\n\n'), 1000)),
    skills: [...distinct.values()].filter((skill) => skill !== '').slice(-50),
    location: pickText(5, 100),
    website: UNUSUAL_WEB_URLS[round] ?? '',
    socialLinks: UNUSUAL_WEB_URLS.slice(round, round + 10).map((url, index) => ({
      platform: pickText(10 + index, 30),
      url,
    })),
  }
}

async function expectProfileShown(page: Page, fields: ProfileFields): Promise<void> {
  await expect(getProfileSection(page, 'Recent Activity')).toContainText('No recent activity')
  const name = await page.getByRole('heading', { level: 1 }).textContent()
  expect(name).toBe(normalizeText(`${fields.firstName} ${fields.lastName}`))
  expect(await getProfileSection(page, 'About').getByRole('paragraph').textContent()).toBe(
    fields.bio,
  )
  const skills = getProfileSection(page, 'Skills').getByRole('listitem')
  expect(await skills.allTextContents()).toEqual(fields.skills)
  expect(await getProfileSection(page, 'Location').locator('bdi').textContent()).toBe(
    fields.location,
  )
  expect(await getProfileSection(page, 'Links').locator('bdi').allTextContents()).toEqual([
    'Website',
    ...fields.socialLinks.map(({ platform }) => platform),
  ])
}

async function expectProfileFormFilled(page: Page, fields: ProfileFields): Promise<void> {
  // Browsers remove line breaks from inputs and normalize them in textareas.
  const toSingleLine = (text: string) => text.replaceAll(/[\r\n]/g, '')
  await expect(page.getByLabel('First name')).toHaveValue(toSingleLine(fields.firstName))
  await expect(page.getByLabel('About')).toHaveValue(fields.bio.replaceAll(/\r\n?/g, '\n'))
  const chips = page.getByRole('button', { name: /^Remove (?!link)/ })
  await expect(chips).toHaveCount(fields.skills.length)
  const rows = page.getByLabel('Platform')
  await expect(rows.last()).toHaveValue(toSingleLine(fields.socialLinks.at(-1)?.platform ?? ''))
}

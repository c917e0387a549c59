import {
  INJECTION_PAYLOADS,
  isStorableText,
  normalizeLine,
  normalizeText,
  truncateText,
} from '@dolph/api/testing/injection/injection-payloads'
import { UNUSUAL_WEB_URLS } from '@dolph/api/testing/injection/injection-urls'
import type { Page } from '@playwright/test'
import { expectNoInjection, recordPageViolations } from '../support/injection-detector.ts'
import { signInNewMember } from '../support/members.ts'
import { saveProfileByApi, getProfileSection } from '../support/own-profile.ts'
import { expect, test } from '../support/base-test.ts'

test.describe.configure({ timeout: 120_000 })

const STORABLE_PAYLOADS = INJECTION_PAYLOADS.filter(
  (text) => isStorableText(text) && normalizeLine(text) !== '',
)
/** A round takes about a hundred payloads: fifty skills, and about as many other texts. */
const ROUNDS = Math.min(3, Math.ceil(STORABLE_PAYLOADS.length / 130))
const PROFILES = Array.from({ length: ROUNDS }, (_, round) => buildProfile(round))

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
    normalizeLine(truncateText(texts[index] ?? '', max))
  const skills = texts.map((text) => normalizeLine(truncateText(text, 40)))
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
  await expect(page.getByLabel('First name')).toHaveValue(fields.firstName)
  // Browsers normalize line breaks in textareas.
  await expect(page.getByLabel('About', { exact: true })).toHaveValue(
    fields.bio.replaceAll(/\r\n?/g, '\n'),
  )
  const chips = page.getByRole('button', { name: /^Remove (?!link)/ })
  await expect(chips).toHaveCount(fields.skills.length)
  const rows = page.getByLabel('Platform')
  await expect(rows.last()).toHaveValue(fields.socialLinks.at(-1)?.platform ?? '')
}

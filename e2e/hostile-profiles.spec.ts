import type { Page } from '@playwright/test'
import { expectHarmless, watch } from './harm.ts'
import { ADDRESSES, NOT_GITHUB, WEB_ADDRESSES } from './hostile-addresses.ts'
import { asKept, cut, forAll, isText } from './hostile-posts.ts'
import { TEXTS } from './hostile-texts.ts'
import { enter } from './members.ts'
import { describe, section } from './own-profile.ts'
import { expect, test } from './visit.ts'

test.describe.configure({ timeout: 120_000 })

const POSSIBLE = TEXTS.filter((text) => isText(text) && asKept(text) !== '')
const ROUNDS = 3
const PROFILES = Array.from({ length: ROUNDS }, (_, round) => profileOf(round))

test('links of a profile that lead to no page are refused', async ({ context }) => {
  const mallory = await enter(context, 'mallory')
  const send = async (fields: object) => {
    const reply = await mallory.call('PUT', '/api/profile/me', fields)
    const { fields: wrong = {} } = (await reply.json()) as { fields?: object }
    return [reply.status(), Object.keys(wrong).toSorted()]
  }
  const refused = await forAll(ADDRESSES, async (url) => {
    const links = { github: url, linkedin: url, website: url }
    return [url, await send({ ...links, socialLinks: [{ platform: 'Blog', url }] })]
  })
  const all = [400, ['github', 'linkedin', 'socialLinks/0/url', 'website']]
  expect(refused).toEqual(ADDRESSES.map((url) => [url, all]))
  const elsewhere = await forAll(NOT_GITHUB, async (url) => send({ github: url, linkedin: url }))
  expect(elsewhere).toEqual(NOT_GITHUB.map(() => [400, ['github', 'linkedin']]))
  const odd = await forAll(WEB_ADDRESSES, async (website) => send({ website }))
  expect(odd).toEqual(WEB_ADDRESSES.map(() => [200, []]))
})

test('whatever a profile says is text: to its member, in its form, and to others', async ({
  page,
  context,
  browser,
}) => {
  const seen = await watch(page)
  const mallory = await enter(context, 'mallory')
  await using elsewhere = await browser.newContext()
  await enter(elsewhere, 'bob')
  const other = await elsewhere.newPage()
  const seenByOther = await watch(other)
  for (const profile of PROFILES) {
    await describe(mallory, profile)
    await page.goto('/profile')
    await expectShown(page, profile)
    await expectHarmless(page, seen)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expectFilled(page, profile)
    await expectHarmless(page, seen)
    await other.goto(`/profile/${mallory.userName}`)
    await expectShown(other, profile)
    await expectHarmless(other, seenByOther)
  }
})

type Fields = ReturnType<typeof profileOf>

/** The texts are dealt out one by one, so that every round has some of every kind. */
function profileOf(round: number) {
  const texts = POSSIBLE.filter((_, index) => index % ROUNDS === round)
  const nth = (index: number, max: number) => asKept(cut(texts[index] ?? '', max))
  const skills = texts.map((text) => asKept(cut(text, 40)))
  const distinct = new Map(skills.map((skill) => [skill.toLowerCase(), skill]))
  return {
    firstName: nth(3, 50),
    lastName: nth(4, 50),
    bio: asKept(cut(texts.filter((text) => text.length < 200).join('\n\n'), 1000)),
    skills: [...distinct.values()].filter((skill) => skill !== '').slice(-50),
    location: nth(5, 100),
    website: WEB_ADDRESSES[round] ?? '',
    socialLinks: WEB_ADDRESSES.slice(round, round + 10).map((url, index) => ({
      platform: nth(10 + index, 30),
      url,
    })),
  }
}

async function expectShown(page: Page, fields: Fields): Promise<void> {
  await expect(section(page, 'Recent Activity')).toContainText('No recent activity')
  const name = await page.getByRole('heading', { level: 1 }).textContent()
  expect(name).toBe(asKept(`${fields.firstName} ${fields.lastName}`))
  expect(await section(page, 'About').getByRole('paragraph').textContent()).toBe(fields.bio)
  const skills = section(page, 'Skills').getByRole('listitem')
  expect(await skills.allTextContents()).toEqual(fields.skills)
  expect(await section(page, 'Location').locator('bdi').textContent()).toBe(fields.location)
  expect(await section(page, 'Links').locator('bdi').allTextContents()).toEqual([
    'Website',
    ...fields.socialLinks.map(({ platform }) => platform),
  ])
}

async function expectFilled(page: Page, fields: Fields): Promise<void> {
  // Browsers put every line on one, and end lines in one way.
  const line = (text: string) => text.replaceAll(/[\r\n]/g, '')
  await expect(page.getByLabel('First name')).toHaveValue(line(fields.firstName))
  await expect(page.getByLabel('About')).toHaveValue(fields.bio.replaceAll(/\r\n?/g, '\n'))
  const chips = page.getByRole('button', { name: /^Remove (?!link)/ })
  await expect(chips).toHaveCount(fields.skills.length)
  const rows = page.getByLabel('Platform')
  await expect(rows.last()).toHaveValue(line(fields.socialLinks.at(-1)?.platform ?? ''))
}

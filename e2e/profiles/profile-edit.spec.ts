import { tabTo } from '../support/keyboard.ts'
import { signInNewMember } from '../support/members.ts'
import {
  addSocialLink,
  saveProfileByApi,
  enterSkill,
  expectFullProfile,
  expectProfileSaved,
  FULL_PROFILE,
  openProfileEditor,
  readProfileByApi,
  saveProfile,
  getProfileSection,
} from '../support/own-profile.ts'
import { expect, expectNoHorizontalScroll, test } from '../support/base-test.ts'

test('an edited profile is shown at once, after a reload, and to others', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const ada = await signInNewMember(context, 'ada')
  await openProfileEditor(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const [label, value] of [
    ['First name', ` ${FULL_PROFILE.firstName} `],
    ['Last name', FULL_PROFILE.lastName],
    ['About', FULL_PROFILE.bio],
    ['Location', FULL_PROFILE.location],
    ['GitHub', FULL_PROFILE.github],
    ['LinkedIn', FULL_PROFILE.linkedin],
    ['Website', ` ${FULL_PROFILE.website} `],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await expect(page.getByText('42/1000')).toBeVisible()
  for (const skill of FULL_PROFILE.skills) await enterSkill(page, skill)
  for (const { platform, url } of FULL_PROFILE.socialLinks) await addSocialLink(page, platform, url)
  await expectNoHorizontalScroll(page)
  await saveProfile(page)
  await expectProfileSaved(page)
  await expectFullProfile(page, ada)
  expect(await readProfileByApi(ada)).toMatchObject(FULL_PROFILE)
  await page.reload()
  await expectFullProfile(page, ada)

  await using otherContext = await browser.newContext()
  await signInNewMember(otherContext, 'bob')
  const otherPage = await otherContext.newPage()
  await otherPage.goto(`/profile/${ada.userName}`)
  await expectFullProfile(otherPage, ada)
  await expect(otherPage.getByText(`${ada.userName}@example.test`)).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  for (const label of ['Last name', 'About', 'Location', 'GitHub', 'LinkedIn', 'Website']) {
    await page.getByLabel(label, { exact: true }).fill('')
  }
  await page.getByRole('button', { name: 'Remove Rust' }).click()
  await page.getByRole('button', { name: 'Remove Maths' }).click()
  await page.getByRole('button', { name: 'Remove link 2' }).click()
  await page.getByRole('button', { name: 'Remove link 1' }).click()
  await expect(page.getByRole('button', { name: 'Add social link' })).toBeFocused()
  await saveProfile(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada')
  await expect(page.getByText('No profile information available')).toBeVisible()
})

test('a profile is edited and saved by keyboard alone', async ({ page, context }) => {
  const ada = await signInNewMember(context, 'ada')
  await saveProfileByApi(ada, { firstName: 'Ada', skills: ['Rust', 'Go'] })
  await page.goto('/profile')
  await tabTo(page, page.getByRole('button', { name: 'Edit Profile' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, page.getByLabel('About'))
  await page.keyboard.type('Typed without a mouse')
  await tabTo(page, page.getByRole('combobox', { name: 'Skills' }))
  await page.keyboard.press('Backspace')
  await page.keyboard.type('Zig')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Typed only')
  await tabTo(page, page.getByRole('button', { name: 'Add social link' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Platform')).toBeFocused()
  await page.keyboard.type('Blog')
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://blog.example')
  await page.keyboard.press('Control+Enter')
  await expectProfileSaved(page)
  const skills = ['Rust', 'Zig', 'Typed only']
  await expect(getProfileSection(page, 'Skills').getByRole('listitem')).toHaveText(skills)
  expect(await readProfileByApi(ada)).toMatchObject({
    bio: 'Typed without a mouse',
    skills,
    socialLinks: [{ platform: 'Blog', url: 'https://blog.example' }],
  })
})

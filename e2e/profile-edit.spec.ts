import { tabTo } from './keyboard.ts'
import { signInNewMember } from './members.ts'
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
} from './own-profile.ts'
import { generateWord } from './posts.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  test,
} from './base-test.ts'

const INVALID_URL_TEXT = 'Please enter a valid URL'

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

test('errors and skill suggestions in the editor are accessible; editing and saving work by keyboard alone', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const word = generateWord()
  for (const name of ['bob', 'carla']) {
    await using otherContext = await browser.newContext()
    await saveProfileByApi(await signInNewMember(otherContext, name), {
      skills: [`${word} sailing`, `${word} ${name}`],
    })
  }
  const ada = await signInNewMember(context, 'ada')
  await saveProfileByApi(ada, { firstName: 'Ada', skills: ['Rust', 'Go'] })
  await openProfileEditor(page)

  await test.step('errors are shown at their fields, and the first invalid field is focused', async () => {
    await addSocialLink(page, '', 'https://blog.example')
    await addSocialLink(page, 'Blog', 'javascript:alert(1)')
    await page.getByLabel('First name').fill('')
    await saveProfile(page)
    await expect(page.getByLabel('First name')).toBeFocused()
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription(
      /First name is required/,
    )
    await expect(page.getByLabel('Platform').first()).toHaveAccessibleDescription(
      'Platform is required',
    )
    const url = page.getByLabel('URL', { exact: true }).nth(1)
    await expect(url).toHaveAccessibleDescription(INVALID_URL_TEXT)
    await expectAccessibleOnBothScreens(page)
    await expectNoHorizontalScroll(page)
    expect(await readProfileByApi(ada)).toMatchObject({ firstName: 'Ada', socialLinks: [] })
  })

  await test.step('skills of at least two other members are suggested, ignoring case', async () => {
    const field = page.getByRole('combobox', { name: 'Skills' })
    await field.pressSequentially(word.toUpperCase())
    const suggestions = page.getByRole('option')
    await expect(suggestions).toHaveText([`${word} sailing`])
    await expectAccessibleOnBothScreens(page)
    await suggestions.click()
    await expect(field).toHaveValue('')
    await expect(page.getByRole('button', { name: `Remove ${word} sailing` })).toBeVisible()
    await field.fill(word)
    await expect(page.getByRole('listbox')).toBeHidden()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  await page.reload()
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

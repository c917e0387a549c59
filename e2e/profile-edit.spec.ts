import { tabTo } from './keyboard.ts'
import { enter } from './members.ts'
import {
  addLink,
  describe,
  enterSkill,
  expectFull,
  expectSaved,
  FULL,
  openEditor,
  profileOf,
  save,
  section,
} from './own-profile.ts'
import { newWord } from './posts.ts'
import { expect, expectAccessibleOnBothScreens, expectToFit, test } from './visit.ts'

const BAD_LINK = 'Please enter a valid URL'

test('what a member fills in is on the page, after a reload, and for others', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const ada = await enter(context, 'ada')
  await openEditor(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const [label, value] of [
    ['First name', ` ${FULL.firstName} `],
    ['Last name', FULL.lastName],
    ['About', FULL.bio],
    ['Location', FULL.location],
    ['GitHub', FULL.github],
    ['LinkedIn', FULL.linkedin],
    ['Website', ` ${FULL.website} `],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await expect(page.getByText('42/1000')).toBeVisible()
  for (const skill of FULL.skills) await enterSkill(page, skill)
  for (const { platform, url } of FULL.socialLinks) await addLink(page, platform, url)
  await expectToFit(page)
  await save(page)
  await expectSaved(page)
  await expectFull(page, ada)
  expect(await profileOf(ada)).toMatchObject(FULL)
  await page.reload()
  await expectFull(page, ada)

  await using elsewhere = await browser.newContext()
  await enter(elsewhere, 'bob')
  const other = await elsewhere.newPage()
  await other.goto(`/profile/${ada.userName}`)
  await expectFull(other, ada)
  await expect(other.getByText(`${ada.userName}@example.test`)).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  for (const label of ['Last name', 'About', 'Location', 'GitHub', 'LinkedIn', 'Website']) {
    await page.getByLabel(label, { exact: true }).fill('')
  }
  await page.getByRole('button', { name: 'Remove Rust' }).click()
  await page.getByRole('button', { name: 'Remove Maths' }).click()
  await page.getByRole('button', { name: 'Remove link 2' }).click()
  await page.getByRole('button', { name: 'Remove link 1' }).click()
  await expect(page.getByRole('button', { name: 'Add social link' })).toBeFocused()
  await save(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada')
  await expect(page.getByText('No profile information available')).toBeVisible()
})

test('errors and skill suggestions in the editor are accessible; the keyboard alone edits and saves', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const word = newWord()
  for (const name of ['bob', 'carla']) {
    await using elsewhere = await browser.newContext()
    await describe(await enter(elsewhere, name), { skills: [`${word} sailing`, `${word} ${name}`] })
  }
  const ada = await enter(context, 'ada')
  await describe(ada, { firstName: 'Ada', skills: ['Rust', 'Go'] })
  await openEditor(page)

  await test.step('errors stand beside their fields, and the first field has the focus', async () => {
    await addLink(page, '', 'https://blog.example')
    await addLink(page, 'Blog', 'javascript:alert(1)')
    await page.getByLabel('First name').fill('')
    await save(page)
    await expect(page.getByLabel('First name')).toBeFocused()
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription(
      /First name is required/,
    )
    await expect(page.getByLabel('Platform').first()).toHaveAccessibleDescription(
      'Platform is required',
    )
    const url = page.getByLabel('URL', { exact: true }).nth(1)
    await expect(url).toHaveAccessibleDescription(BAD_LINK)
    await expectAccessibleOnBothScreens(page)
    await expectToFit(page)
    expect(await profileOf(ada)).toMatchObject({ firstName: 'Ada', socialLinks: [] })
  })

  await test.step('skills of at least two others are suggested, in any case', async () => {
    const box = page.getByRole('combobox', { name: 'Skills' })
    await box.pressSequentially(word.toUpperCase())
    const suggestions = page.getByRole('option')
    await expect(suggestions).toHaveText([`${word} sailing`])
    await expectAccessibleOnBothScreens(page)
    await suggestions.click()
    await expect(box).toHaveValue('')
    await expect(page.getByRole('button', { name: `Remove ${word} sailing` })).toBeVisible()
    await box.fill(word)
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
  await expectSaved(page)
  const skills = ['Rust', 'Zig', 'Typed only']
  await expect(section(page, 'Skills').getByRole('listitem')).toHaveText(skills)
  expect(await profileOf(ada)).toMatchObject({
    bio: 'Typed without a mouse',
    skills,
    socialLinks: [{ platform: 'Blog', url: 'https://blog.example' }],
  })
})

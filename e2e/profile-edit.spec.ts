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
  OWN_PROFILE,
  profileOf,
  save,
  section,
} from './own-profile.ts'
import { newWord, refusal } from './posts.ts'
import { expect, expectAccessibleInBothThemes, expectToFit, noisyTest, test } from './visit.ts'

const BAD_LINK = 'Please enter a valid URL'

test(
  'what a member fills in is on the page, after a reload, and for others',
  { tag: '@phone' },
  async ({ page, context, browser }) => {
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
  },
)

test(
  'skills are a list: trimmed, each once, removable, suggested from those of others',
  { tag: '@phone' },
  async ({ page, context, browser }) => {
    const word = newWord()
    for (const name of ['bob', 'carla']) {
      await using elsewhere = await browser.newContext()
      await describe(await enter(elsewhere, name), {
        skills: [`${word} sailing`, `${word} ${name}`],
      })
    }
    const ada = await enter(context, 'ada')
    await describe(ada, { firstName: 'Ada' })
    await openEditor(page)
    const box = page.getByRole('combobox', { name: 'Skills' })
    await enterSkill(page, '  Rust  ')
    await expect(page.getByRole('button', { name: 'Remove Rust' })).toBeVisible()
    await enterSkill(page, 'rust')
    await expect(page.getByText('rust is listed already')).toBeVisible()
    await enterSkill(page, 'x'.repeat(41))
    await expect(page.getByText('A skill cannot be more than 40 characters')).toBeVisible()
    await box.fill('Go, Zig, ')
    await page.getByRole('button', { name: 'Remove Go' }).click()

    await box.pressSequentially(word.toUpperCase())
    const suggestions = page.getByRole('option')
    await expect(suggestions).toHaveText([`${word} sailing`])
    await expectAccessibleInBothThemes(page)
    await suggestions.click()
    await expect(box).toHaveValue('')
    await box.fill(word)
    await expect(page.getByRole('listbox')).toBeHidden()
    await box.fill('Typed only')
    await save(page)
    await expectSaved(page)
    const skills = ['Rust', 'Zig', `${word} sailing`, 'Typed only']
    await expect(section(page, 'Skills').getByRole('listitem')).toHaveText(skills)
    expect(await profileOf(ada)).toMatchObject({ skills })

    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await box.fill(`${Array.from({ length: 47 }, (_, index) => `Skill ${index}`).join(',')},`)
    await expect(page.getByText('You can list up to 50 skills').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Remove Skill/ })).toHaveCount(46)
    await save(page)
    await expect(box).toBeFocused()
    await box.fill('')
    await save(page)
    await expectSaved(page)
    expect((await profileOf(ada)).skills).toHaveLength(50)
  },
)

test(
  'what cannot be saved is said beside its field, and the first is where one goes on',
  { tag: '@phone' },
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    await describe(ada, { firstName: 'Ada' })
    await openEditor(page)
    for (const [label, value, said] of [
      ['First name', ' ', 'First name is required'],
      ['First name', 'x'.repeat(51), 'First name cannot be more than 50 characters'],
      ['Last name', 'x'.repeat(51), 'Last name cannot be more than 50 characters'],
      ['About', 'x'.repeat(1001), 'About cannot be more than 1000 characters'],
      ['Location', 'x'.repeat(101), 'Location cannot be more than 100 characters'],
      ['GitHub', 'https://github.com.evil.example/ada', 'Please enter a valid GitHub URL'],
      ['GitHub', 'javascript:alert(1)', 'Please enter a valid GitHub URL'],
      ['LinkedIn', 'https://example.com/in/ada', 'Please enter a valid LinkedIn URL'],
      ['LinkedIn', 'javascript:alert(1)', 'Please enter a valid LinkedIn URL'],
      ['Website', 'ada.example', BAD_LINK],
      ['Website', 'javascript:alert(1)', BAD_LINK],
      ['Website', `https://ada.example/${'x'.repeat(2048)}`, BAD_LINK],
      ['Website', 'https://ada:secret@ada.example', BAD_LINK],
      ['Email', 'ada', 'Please enter a valid email address'],
    ] as const) {
      const field = page.getByLabel(label, { exact: true })
      const before = await field.inputValue()
      await field.fill(value)
      await save(page)
      await expect(field).toBeFocused()
      await expect(field).toHaveAccessibleDescription(new RegExp(said))
      await field.fill(before)
      await expect(page.getByText(said)).toBeHidden()
    }

    const [platforms, urls] = [page.getByLabel('Platform'), page.getByLabel('URL', { exact: true })]
    await addLink(page, 'x'.repeat(31), 'https://blog.example')
    await addLink(page, '', 'https://blog.example')
    await addLink(page, 'Blog', 'javascript:alert(1)')
    await addLink(page, 'Blog', '')
    await page.getByRole('button', { name: 'Add social link' }).click()
    await page.getByLabel('First name').fill('')
    await save(page)
    await expect(page.getByLabel('First name')).toBeFocused()
    await expect(page.getByText('Platform cannot be more than 30 characters')).toBeVisible()
    await expect(platforms.nth(1)).toHaveAccessibleDescription('Platform is required')
    await expect(urls.nth(2)).toHaveAccessibleDescription(BAD_LINK)
    await expect(urls.nth(3)).toHaveAccessibleDescription(BAD_LINK)
    // The row without a word is no link.
    await expect(urls).toHaveCount(4)
    await expectAccessibleInBothThemes(page)
    await expectToFit(page)
    for (let row = 5; row <= 10; row += 1) await addLink(page, 'Blog', 'https://blog.example')
    await expect(page.getByRole('button', { name: 'Add social link' })).toBeDisabled()
    expect(await profileOf(ada)).toMatchObject({ firstName: 'Ada', bio: '', socialLinks: [] })
  },
)

noisyTest(
  'what the server refuses is said, and nothing is lost',
  { tag: '@phone' },
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    await describe(ada, { firstName: 'Ada' })
    await openEditor(page)
    await page.getByLabel('Location').fill('Paris')
    await enterSkill(page, 'Rust')
    const said = page.getByRole('alert')
    for (const [reply, words] of [
      [refusal(500, 'internal', 'Something went wrong'), 'Failed to update profile'],
      [refusal(429, 'too-many-requests', 'Please slow down.'), 'Please slow down.'],
      [null, 'Failed to update profile'],
    ] as const) {
      await page.route(OWN_PROFILE, (route) => (reply ? route.fulfill(reply) : route.abort()))
      await save(page)
      await expect(said).toHaveText(words)
      await page.unrouteAll()
    }

    const fields = { location: 'Nobody lives there' }
    const refused = refusal(400, 'invalid-input', 'Nobody lives there')
    const json = { ...refused.json, fields }
    await page.route(OWN_PROFILE, (route) => route.fulfill({ ...refused, json }))
    await save(page)
    await expect(page.getByLabel('Location')).toHaveAccessibleDescription('Nobody lives there')
    await expect(page.getByLabel('Location')).toBeFocused()
    await page.unrouteAll()

    await expect(page.getByLabel('Location')).toHaveValue('Paris')
    await expect(page.getByRole('button', { name: 'Remove Rust' })).toBeVisible()
    expect(await profileOf(ada)).toMatchObject({ location: '', skills: [] })
    await save(page)
    await expectSaved(page)
    expect(await profileOf(ada)).toMatchObject({ location: 'Paris', skills: ['Rust'] })
  },
)

test(
  'the keyboard alone edits a profile, from Edit Profile to saved',
  { tag: '@phone' },
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    await describe(ada, { firstName: 'Ada', skills: ['Rust', 'Go'] })
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
    await tabTo(page, page.getByRole('button', { name: 'Add social link' }))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Platform')).toBeFocused()
    await page.keyboard.type('Blog')
    await page.keyboard.press('Tab')
    await page.keyboard.type('https://blog.example')
    await page.keyboard.press('Control+Enter')
    await expectSaved(page)
    expect(await profileOf(ada)).toMatchObject({
      bio: 'Typed without a mouse',
      skills: ['Rust', 'Zig'],
      socialLinks: [{ platform: 'Blog', url: 'https://blog.example' }],
    })
  },
)

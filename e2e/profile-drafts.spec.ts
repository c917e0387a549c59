import type { Page } from '@playwright/test'
import { enter } from './members.ts'
import {
  addLink,
  describe,
  enterSkill,
  expectSaved,
  openEditor,
  profileOf,
  save,
  section,
} from './own-profile.ts'
import { expire, givePassword, logInHere, withoutMessages } from './returning.ts'
import { expect, noisyTest, test } from './visit.ts'

const KEPT = 'Draft kept on this device'
const LINK = 'https://blog.example/'
const RESUMED = 'These are the changes you had not saved yet. They were kept on this device.'

noisyTest(
  'a draft of a profile goes with Log Out, and survives a reload and an expired session',
  async ({ page, context }) => {
    noisyTest.slow()
    const ada = await enter(context, 'ada')
    await givePassword(ada)
    await describe(ada, { firstName: 'Ada', bio: 'Before' })
    await withoutMessages(page)
    await openEditor(page)
    await type(page)
    const other = await context.newPage()
    await other.goto('/posts')
    await other.getByRole('button', { name: `Account of ${ada.userName}` }).click()
    await other.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(other).toHaveURL('/login')
    await expect(page).toHaveURL(/\/login/)
    expect(await stored(page)).not.toContain('Paris')
    await logInHere(other, ada)
    await expect(other).toHaveURL('/posts')
    await other.close()

    await openEditor(page)
    await expectNothing(page)
    await type(page)
    await page.reload()
    await expectTyped(page)
    await expect(page.getByLabel('About')).toHaveValue('Before')
    expect(await profileOf(ada)).toMatchObject({ location: '', skills: [], socialLinks: [] })
    await expire(ada)
    await save(page)
    await expect(page).toHaveURL('/login?next=%2Fprofile')
    await logInHere(page, ada)
    await expect(page).toHaveURL('/profile')
    await expectTyped(page)
    await save(page)
    await expectSaved(page)
    expect(await stored(page)).not.toContain('Paris')
  },
)

test('two tabs that save different fields lose nothing', async ({ page, context }) => {
  const ada = await enter(context, 'ada')
  await describe(ada, { firstName: 'Ada', skills: ['Rust'] })
  const second = await context.newPage()
  await openEditor(page)
  await openEditor(second)
  await page.getByLabel('About').fill('Said in the first')
  await enterSkill(page, 'Go')
  await second.getByLabel('Location').fill('Said in the second')
  await save(page)
  await expectSaved(page)
  await save(second)
  await expectSaved(second)
  for (const tab of [second, page]) {
    await tab.reload()
    await expect(section(tab, 'About')).toContainText('Said in the first')
    await expect(section(tab, 'Skills').getByRole('listitem')).toHaveText(['Rust', 'Go'])
    await expect(section(tab, 'Location')).toContainText('Said in the second')
  }
})

async function type(page: Page): Promise<void> {
  await page.getByLabel('Location').fill('Paris')
  await page.getByRole('combobox', { name: 'Skills' }).fill('Rust,')
  await addLink(page, 'Blog', LINK)
  await expect(page.getByText(KEPT)).toBeVisible()
}

async function expectTyped(page: Page): Promise<void> {
  await expect(page.getByText(RESUMED)).toBeVisible()
  await expect(page.getByLabel('Location')).toHaveValue('Paris')
  await expect(page.getByRole('button', { name: 'Remove Rust' })).toBeVisible()
  await expect(page.getByLabel('Platform')).toHaveValue('Blog')
  await expect(page.getByLabel('URL', { exact: true })).toHaveValue(LINK)
}

async function expectNothing(page: Page): Promise<void> {
  await expect(page.getByText(RESUMED)).toBeHidden()
  await expect(page.getByLabel('Location')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Remove Rust' })).toBeHidden()
  await expect(page.getByLabel('Platform')).toHaveCount(0)
}

async function stored(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify(localStorage))
}

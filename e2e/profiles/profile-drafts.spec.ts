import type { Page } from '@playwright/test'
import { signInNewMember } from '../support/members.ts'
import {
  addSocialLink,
  saveProfileByApi,
  enterSkill,
  expectProfileSaved,
  openProfileEditor,
  readProfileByApi,
  saveProfile,
  getProfileSection,
} from '../support/own-profile.ts'
import {
  expireSessions,
  setSamplePassword,
  submitLoginForm,
  blockMessaging,
} from '../support/sessions.ts'
import { expect, testIgnoringConsole, test } from '../support/base-test.ts'

const DRAFT_KEPT_TEXT = 'Draft kept on this device'
const LINK = 'https://blog.example/'
const DRAFT_RESTORED_TEXT =
  'These are the changes you had not saved yet. They were kept on this device.'

testIgnoringConsole(
  'logging out deletes a profile draft; a reload and an expired session keep it',
  async ({ page, context }) => {
    testIgnoringConsole.slow()
    const ada = await signInNewMember(context, 'ada')
    await setSamplePassword(ada)
    await saveProfileByApi(ada, { firstName: 'Ada', bio: 'Before' })
    await blockMessaging(page)
    await openProfileEditor(page)
    await typeDraft(page)
    const otherTab = await context.newPage()
    await otherTab.goto('/posts')
    await otherTab.getByRole('button', { name: `Account of ${ada.userName}` }).click()
    await otherTab.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(otherTab).toHaveURL('/login')
    await expect(page).toHaveURL(/\/login/)
    expect(await readLocalStorage(page)).not.toContain('Paris')
    await submitLoginForm(otherTab, ada)
    await expect(otherTab).toHaveURL('/posts')
    await otherTab.close()

    await openProfileEditor(page)
    await expectEmptyForm(page)
    await typeDraft(page)
    await page.reload()
    await expectDraft(page)
    await expect(page.getByLabel('About')).toHaveValue('Before')
    expect(await readProfileByApi(ada)).toMatchObject({ location: '', skills: [], socialLinks: [] })
    await expireSessions(ada)
    await saveProfile(page)
    await expect(page).toHaveURL('/login?next=%2Fprofile')
    await submitLoginForm(page, ada)
    await expect(page).toHaveURL('/profile')
    await expectDraft(page)
    await saveProfile(page)
    await expectProfileSaved(page)
    expect(await readLocalStorage(page)).not.toContain('Paris')
  },
)

test('two tabs that save different fields lose nothing', async ({ page, context }) => {
  const ada = await signInNewMember(context, 'ada')
  await saveProfileByApi(ada, { firstName: 'Ada', skills: ['Rust'] })
  const otherTab = await context.newPage()
  await openProfileEditor(page)
  await openProfileEditor(otherTab)
  await page.getByLabel('About').fill('Said in the first')
  await enterSkill(page, 'Go')
  await otherTab.getByLabel('Location').fill('Said in the second')
  await saveProfile(page)
  await expectProfileSaved(page)
  await saveProfile(otherTab)
  await expectProfileSaved(otherTab)
  for (const tab of [otherTab, page]) {
    await tab.reload()
    await expect(getProfileSection(tab, 'About')).toContainText('Said in the first')
    await expect(getProfileSection(tab, 'Skills').getByRole('listitem')).toHaveText(['Rust', 'Go'])
    await expect(getProfileSection(tab, 'Location')).toContainText('Said in the second')
  }
})

async function typeDraft(page: Page): Promise<void> {
  await page.getByLabel('Location').fill('Paris')
  await page.getByRole('combobox', { name: 'Skills' }).fill('Rust,')
  await addSocialLink(page, 'Blog', LINK)
  await expect(page.getByText(DRAFT_KEPT_TEXT)).toBeVisible()
}

async function expectDraft(page: Page): Promise<void> {
  await expect(page.getByText(DRAFT_RESTORED_TEXT)).toBeVisible()
  await expect(page.getByLabel('Location')).toHaveValue('Paris')
  await expect(page.getByRole('button', { name: 'Remove Rust' })).toBeVisible()
  await expect(page.getByLabel('Platform')).toHaveValue('Blog')
  await expect(page.getByLabel('URL', { exact: true })).toHaveValue(LINK)
}

async function expectEmptyForm(page: Page): Promise<void> {
  await expect(page.getByText(DRAFT_RESTORED_TEXT)).toBeHidden()
  await expect(page.getByLabel('Location')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Remove Rust' })).toBeHidden()
  await expect(page.getByLabel('Platform')).toHaveCount(0)
}

async function readLocalStorage(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify(localStorage))
}

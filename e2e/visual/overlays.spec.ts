import { openProfileEditor, saveProfile } from '../support/own-profile.ts'
import { signInAsSampleMember } from '../support/sample-data.ts'
import { waitForHydration } from '../support/base-test.ts'
import { expect, expectScreenshots, test } from './expect-screenshots.ts'

test.beforeEach(async ({ context }) => signInAsSampleMember(context, 'ada'))

test('the command palette looks unchanged, with pages and with search results', async ({
  page,
}) => {
  await page.goto('/my-posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await waitForHydration(page)
  await page.keyboard.press('ControlOrMeta+k')
  const input = page.getByRole('combobox', { name: 'Search projects, people and pages' })
  await expect(input).toBeFocused()
  await expectScreenshots(page, 'palette')
  await input.fill('bo')
  await expect(page.getByRole('option', { name: 'bob' })).toBeVisible()
  await expect(page.getByRole('option').locator('mark').first()).toBeVisible()
  await expectScreenshots(page, 'palette-found')
})

test('the menu of the member looks unchanged, as a menu and as a sheet', async ({ page }) => {
  await page.goto('/settings/ignored')
  await page.getByRole('button', { name: 'Account of ada' }).click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await expectScreenshots(page, 'viewer-menu', { widths: [1280] })
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Me', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectScreenshots(page, 'me-sheet', { widths: [390] })
})

test('the list of shortcuts looks unchanged', async ({ page }) => {
  await page.goto('/settings')
  await waitForHydration(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectScreenshots(page, 'shortcuts')
})

test('the question for proof looks unchanged', async ({ page }) => {
  await openProfileEditor(page)
  await page.getByLabel('Email', { exact: true }).fill('countess@example.test')
  await saveProfile(page)
  await expect(page.getByRole('dialog', { name: 'Confirm it is you' })).toBeVisible()
  await expectScreenshots(page, 'proof')
})

test('an offline page looks unchanged', async ({ page, context }) => {
  await page.goto('/my-posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expectScreenshots(page, 'offline')
})

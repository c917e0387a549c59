import { signInAs } from '../sample-people.ts'
import { untilAlive } from '../visit.ts'
import { expect, expectPictures, test } from './picture.ts'

test.beforeEach(async ({ context }) => signInAs(context, 'ada'))

test('search and jump looks as it did, with pages and with what was found', async ({ page }) => {
  await page.goto('/my-posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await untilAlive(page)
  await page.keyboard.press('ControlOrMeta+k')
  const box = page.getByRole('combobox', { name: 'Search projects, people and pages' })
  await expect(box).toBeFocused()
  await expectPictures(page, 'palette')
  await box.fill('bo')
  await expect(page.getByRole('option', { name: 'bob' })).toBeVisible()
  await expect(page.getByRole('option').locator('mark').first()).toBeVisible()
  await expectPictures(page, 'palette-found')
})

test('the list of shortcuts looks as it did', async ({ page }) => {
  await page.goto('/settings')
  await untilAlive(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectPictures(page, 'shortcuts')
})

test('a page without a connection looks as it did', async ({ page, context }) => {
  await page.goto('/my-posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expectPictures(page, 'offline')
})

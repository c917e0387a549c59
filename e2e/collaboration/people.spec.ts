import {
  expect,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  test,
} from '../support/base-test.ts'
import { signInNewMember } from '../support/members.ts'
import { openMemberBrowser } from '../support/messaging.ts'
import { generateWord } from '../support/posts.ts'

test('who says that they are open to join is found by skill, topic and hours', async ({
  page,
  context,
  browser,
}) => {
  await using bo = await openMemberBrowser(browser, 'bo')
  const skill = generateWord()
  const saved = await bo.call('PUT', '/api/profile/me', { skills: [skill] })
  expect(saved.status()).toBe(200)
  await bo.page.goto('/profile')
  await bo.page.getByRole('button', { name: 'Open to join' }).click()
  const dialog = bo.page.getByRole('dialog', { name: 'Open to join' })
  await dialog.getByLabel('Hours a week').fill('7')
  await dialog.getByRole('button', { name: 'Games' }).click()
  await bo.page.setViewportSize({ width: 390, height: 844 })
  await expectNoHorizontalScroll(bo.page)
  await bo.page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Open to join' }).click()
  await expect(bo.page.getByText(/^Open to join until /)).toBeVisible()

  await signInNewMember(context, 'ada')
  await page.goto(`/people?skills=${skill}`)
  const row = page.getByRole('article', { name: bo.userName })
  await expect(row).toContainText('7 h a week')
  await expect(row.getByRole('button', { name: `Invite ${bo.userName}` })).toBeVisible()
  await page.getByLabel('Topic').selectOption('Games')
  await page.getByLabel('Hours a week').selectOption('6')
  await expect(page).toHaveURL(`/people?skills=${skill}&topic=games&hours=6`)
  await expect(row).toBeVisible()
  // The list fades while another one is fetched.
  const list = page.locator('[aria-busy]').filter({ has: row })
  await expect(list).toHaveAttribute('aria-busy', 'false')
  await expect(list).toHaveCSS('opacity', '1')
  await expectAccessibleOnBothScreens(page)
  await page.getByLabel('Hours a week').selectOption('10')
  await expect(page.getByText('No people match.')).toBeVisible()
})

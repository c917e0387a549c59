import { generateUser, logIn, submitSignUpForm } from './accounts.ts'
import { expect, expectAccessibleOnBothScreens, test } from './base-test.ts'
import { observeLayoutShift, readLayoutShift } from './layout-shift.ts'
import { extractCode, waitForMail } from './mailbox.ts'
import { signInNewMember } from './members.ts'

test('a new member answers the first questions, and the next step goes with the first project', async ({
  page,
}) => {
  const ada = generateUser('ada')
  await submitSignUpForm(page, ada)
  await page.getByLabel('Verification code').fill(extractCode(await waitForMail(ada.email)))
  await expect(page.getByText('Email verified successfully! You can now log in.')).toBeVisible()
  await logIn(page, ada.email)
  await expect(page).toHaveURL('/posts')
  const card = page.getByRole('region', { name: 'First steps' })
  await expect(card.getByRole('heading', { name: 'What do you do?' })).toBeVisible()
  await expectAccessibleOnBothScreens(page)

  await card.getByRole('combobox', { name: 'Skills' }).fill('Rust')
  await card.getByRole('button', { name: 'Save and continue' }).click()
  await card.getByRole('button', { name: /^Find people/ }).click()
  await expect(card.getByRole('heading', { name: 'Add a picture' })).toBeVisible()
  await page.reload()
  await card.getByRole('button', { name: 'Skip' }).click()
  await card.getByRole('link', { name: 'Describe your project' }).click()

  await expect(page).toHaveURL('/posts/create?type=seeking-contributors')
  await expect(page.getByRole('combobox', { name: 'Type' })).toContainText('Seeking Contributors')
  await page.getByLabel('Title').fill('Reef')
  await page.getByLabel('Description').fill('A reef of my own')
  await page.getByRole('button', { name: 'Create Project' }).click()
  await expect(page).toHaveURL('/posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(card).toHaveCount(0)
})

test(
  'on a phone a member reaches the main pages by the bar at the bottom, which covers nothing',
  { tag: '@phone-only' },
  async ({ page, context }) => {
    await signInNewMember(context, 'ada')
    await observeLayoutShift(page)
    await page.goto('/posts')
    const bar = page.getByRole('navigation', { name: 'Main pages' })
    await expect(bar.getByRole('link', { name: 'Feed' })).toHaveAttribute('aria-current', 'page')

    await test.step('the first card is above the bar', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      const card = await page.getByRole('article').first().boundingBox()
      const barBox = await bar.boundingBox()
      expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(barBox?.y ?? 0)
      expect(await readLayoutShift(page)).toBeLessThan(0.02)
    })

    await test.step('the bar leads to the other pages', async () => {
      await bar.getByRole('link', { name: 'Roles' }).click()
      await expect(page).toHaveURL('/roles')
      await bar.getByRole('link', { name: 'Create Project' }).click()
      await expect(page).toHaveURL('/posts/create')
      await bar.getByRole('link', { name: 'Me', exact: true }).click()
      await expect(page).toHaveURL('/profile')
      await bar.getByRole('link', { name: 'Messages' }).click()
      await expect(page).toHaveURL('/messages')
    })

    await test.step('it hides while a text is typed', async () => {
      await page.goto('/posts')
      await page.getByPlaceholder('Search posts...').focus()
      await expect(bar).toBeHidden()
      await page.getByPlaceholder('Search posts...').blur()
      await expect(bar).toBeVisible()
    })
  },
)

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { generateUser, logIn, submitSignUpForm } from '../support/accounts.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  test,
  expectAnnouncement,
} from '../support/base-test.ts'
import { observeLayoutShift, readLayoutShift } from '../support/layout-shift.ts'
import { extractCode, waitForMail } from '../support/mailbox.ts'
import { database, signInNewMember } from '../support/members.ts'

const PHONE_SIZE = { width: 390, height: 844 }
const DESKTOP_SIZE = { width: 1280, height: 800 }

test('a new member answers the first questions, and the next step goes with the first project', async ({
  page,
}) => {
  const ada = generateUser('ada')
  await submitSignUpForm(page, ada)
  await page.getByLabel('Verification code').fill(extractCode(await waitForMail(ada.email)))
  await expectAnnouncement(page, 'Email verified successfully! You can now log in.')
  await logIn(page, ada.email)
  await expect(page).toHaveURL('/posts')
  const card = page.getByRole('region', { name: 'First steps' })
  await expect(card.getByRole('heading', { name: 'What do you do?' })).toBeVisible()
  // The message about the log in hides its button while it closes.
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(/./)).toHaveCount(0)
  await expectAccessibleOnBothScreens(page)

  await card.getByRole('combobox', { name: 'Skills' }).fill('Rust')
  await card.getByRole('button', { name: 'Save and continue' }).click()
  await card.getByRole('button', { name: /^Find people/ }).click()
  await expect(card.getByRole('heading', { name: 'Add a picture' })).toBeVisible()
  await page.reload()
  await card.getByRole('button', { name: 'Skip' }).click()
  await card.getByRole('link', { name: 'Describe your project' }).click()

  await expect(page).toHaveURL('/posts/create?type=seeking-contributors')
  await expect(page.getByRole('combobox', { name: 'Post Type' })).toContainText(
    'Seeking Contributors',
  )
  await page.getByLabel('Title').fill('Reef')
  await page.getByLabel('Content').fill('A reef of my own')
  await page.getByRole('button', { name: 'Create Project' }).click()
  await expect(page).toHaveURL('/posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('the first steps move nothing below them when they appear, on no step', async ({
  page,
  context,
}) => {
  const { id } = await signInNewMember(context, 'ada')
  await database.insertInto('onboardings').values({ member_id: id }).execute()
  const card = page.getByRole('region', { name: 'First steps' })
  const cardScript = await findScript('Dismiss permanently')

  for (const [step, goal] of [
    ['skills', null],
    ['goal', null],
    ['picture', null],
    ['next', 'find-people'],
  ] as const) {
    await test.step(step, async () => {
      await database
        .updateTable('onboardings')
        .set({ step, goal })
        .where('member_id', '=', id)
        .execute()
      const cardCode = Promise.withResolvers<void>()
      await page.route(`**/${cardScript}`, async (route) => {
        await cardCode.promise
        await route.continue()
      })
      await page.goto('/posts')
      await expect(page.getByRole('article').first()).toBeVisible()
      await expect(card).toHaveCount(0)
      const reserved = await readFirstPostTops(page)

      cardCode.resolve()
      await expect(card).toBeVisible()
      expect(await readFirstPostTops(page)).toEqual(reserved)
      await page.unroute(`**/${cardScript}`)
    })
  }
})

/** The name of the built script that contains a text. */
async function findScript(text: string): Promise<string> {
  const folder = join(import.meta.dirname, '../../web/dist/client/assets')
  for (const name of await readdir(folder)) {
    if (name.endsWith('.js') && (await readFile(join(folder, name), 'utf8')).includes(text))
      return name
  }
  throw new Error(`No script contains ${text}`)
}

/** Where the first post begins on a phone and on a desktop. */
async function readFirstPostTops(page: Page): Promise<(number | undefined)[]> {
  const tops = []
  for (const size of [PHONE_SIZE, DESKTOP_SIZE]) {
    await page.setViewportSize(size)
    tops.push((await page.getByRole('article').first().boundingBox())?.y)
  }
  return tops
}

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
      await page.setViewportSize(PHONE_SIZE)
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
      await bar.getByRole('button', { name: 'Me', exact: true }).click()
      await page.getByRole('dialog', { name: 'Me' }).getByRole('link', { name: 'Profile' }).click()
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

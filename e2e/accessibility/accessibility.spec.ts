import type { Locator } from '@playwright/test'
import { signInNewMember, insertPost } from '../support/members.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  testIgnoringConsole,
  test,
  waitForHydration,
} from '../support/base-test.ts'

/** A menu is rendered above the page, outside its landmark regions. */
const OVERLAY_OPTIONS = { disabledRules: ['region'] }

test('pressed, current and highlighted elements differ from others in forced colors', async ({
  page,
  context,
}) => {
  const post = await insertPost(await signInNewMember(context, 'ada'))
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/posts')
  const like = page
    .getByRole('article', { name: post.title })
    .getByRole('button', { name: /^Like/ })
  const unlikedColor = await readBackground(like)
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  expect(await readBackground(like)).not.toBe(unlikedColor)
  const header = page.getByRole('banner')
  await expectDifferentBackground(
    header.getByRole('link', { name: 'Dashboard' }),
    header.getByRole('link', { name: 'My Posts' }),
  )
  for (const [pressed, other] of [
    ['All Posts', 'Showcase'],
    ['Grid', 'List'],
  ] as const) {
    await expectDifferentBackground(
      page.getByRole('button', { name: pressed, exact: true }),
      page.getByRole('button', { name: other, exact: true }),
    )
  }
  await page.keyboard.press('ControlOrMeta+k')
  const options = page.getByRole('dialog').getByRole('option')
  await expect(options.first()).toHaveAttribute('data-highlighted', '')
  await expectDifferentBackground(options.first(), options.nth(1))
  await page.goto('/posts/create')
  await page.setViewportSize({ width: 390, height: 844 })
  const tabs = page.getByRole('tab')
  await expectDifferentBackground(tabs.first(), tabs.nth(1))
  await expectAccessible(page)
})

async function expectDifferentBackground(one: Locator, other: Locator): Promise<void> {
  expect(await readBackground(one)).not.toBe(await readBackground(other))
}

async function readBackground(element: Locator): Promise<string> {
  return element.evaluate((each) => getComputedStyle(each).backgroundColor)
}

test('menus and dialogs of the header and the settings are accessible in both themes', async ({
  page,
  context,
}) => {
  test.setTimeout(60_000)
  const { userName } = await signInNewMember(context, 'ada')
  await page.goto('/settings')
  await expect(page.getByText('This browser')).toBeVisible()

  await page.getByRole('button', { name: `Account of ${userName}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await expectAccessibleInBothThemes(page, OVERLAY_OPTIONS)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /theme/i }).first().click()
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible()
  await expectAccessibleInBothThemes(page, OVERLAY_OPTIONS)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /delete account/i }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog.getByLabel('Password', { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Me', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Me', exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

testIgnoringConsole(
  'the accessibility check reports touch targets that are too small',
  async ({ page }) => {
    await page.goto('/contact')
    await waitForHydration(page)
    await page.getByRole('main').evaluate((main) => {
      const createTinyButton = () => {
        const button = document.createElement('button')
        button.textContent = 'x'
        button.className = 'size-3'
        return button
      }
      main.append(createTinyButton(), createTinyButton())
    })
    await expect(expectAccessible(page)).rejects.toThrow('target-size')
  },
)

import type { Locator, Page } from '@playwright/test'
import { signInNewMember, insertPost } from './members.ts'
import { generateWord, buildRefusalReply } from './posts.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  testIgnoringConsole,
  test,
  waitForHydration,
} from './base-test.ts'

const NARROW_VIEWPORT = { width: 320, height: 256 }

test('the shortcut opens the palette from a field, Enter opens a page, and Esc returns the focus', async ({
  page,
}) => {
  await page.goto('/browse')
  const search = page.getByPlaceholder('Search projects...')
  await search.focus()
  await openPalette(page)
  await expect(getPaletteOptions(page).first()).toHaveAttribute('data-highlighted', '')
  await expectAccessibleOnBothScreens(page)
  await page.keyboard.press('Escape')
  await expect(getPalette(page)).toBeHidden()
  await expect(search).toBeFocused()

  await openPalette(page)
  await page.keyboard.type('faq')
  await expect(getPaletteOptions(page).first()).toHaveText('Help Center')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/help')
  await expect(getPalette(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test(
  'the header button or the phone menu opens the palette and gets the focus back',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await page.goto('/about')
    const trigger = page.getByRole('button', { name: isMobile ? 'Menu' : 'Search and jump' })
    await waitForHydration(page)
    await trigger.click()
    if (isMobile) await page.getByRole('button', { name: 'Search and jump' }).click()
    await expect(getPaletteInput(page)).toBeFocused()
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(getPalette(page)).toBeHidden()
    await expect(trigger).toBeFocused()
  },
)

test('a member finds a project and a member', async ({ page, context, browser }) => {
  const word = generateWord()
  const author = await signInNewMember(await browser.newContext(), word)
  const post = await insertPost(author, { title: `Clock ${word}` })
  await signInNewMember(context, 'ada')
  await page.goto('/my-posts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await openPalette(page)
  await getPaletteInput(page).fill(word)
  await expect(getPaletteOptions(page)).toHaveCount(3)
  await expect(getPaletteOptions(page).first()).toContainText(author.userName)
  await expect(getPaletteOptions(page).nth(1)).toContainText(`Clock ${word}`)
  await expect(getPaletteOptions(page).nth(1).locator('mark')).toHaveText(word)
  await expectAccessibleOnBothScreens(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(post.path)

  await openPalette(page)
  await getPaletteInput(page).fill(word)
  await expect(getPaletteOptions(page)).toHaveCount(3)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL(`/messages/${author.id}`)
})

testIgnoringConsole(
  'a visitor opens a project through the login page, and sees empty results and failed searches',
  async ({ page, context, browser }) => {
    const word = generateWord()
    const post = await insertPost(await signInNewMember(await browser.newContext(), 'ada'), {
      title: word,
    })
    await context.clearCookies()
    const size = page.viewportSize() ?? NARROW_VIEWPORT
    await page.setViewportSize(NARROW_VIEWPORT)
    await page.goto('/about')
    await openPalette(page)
    await getPaletteInput(page).fill(`${word}x`)
    await expect(page.getByText(`Nothing found for “${word}x”`).last()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoHorizontalScroll(page)
    await page.route('**/api/posts/browse*', (route) =>
      route.fulfill(buildRefusalReply(429, 'too-many-requests', 'Too many requests')),
    )
    await getPaletteInput(page).fill('clock')
    const failure = getPalette(page).locator('p', { hasText: 'Projects could not be searched.' })
    await expect(failure).toBeVisible()
    await page.setViewportSize(size)
    await expectAccessibleOnBothScreens(page)
    await page.unroute('**/api/posts/browse*')
    await page.keyboard.press('Enter')
    await expect(failure).toBeHidden()
    await expect(getPaletteOptions(page).first()).toBeVisible()

    await getPaletteInput(page).fill(word)
    await expect(getPaletteOptions(page)).toHaveCount(2)
    await getPaletteOptions(page).first().click()
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(post.path)}`)
  },
)

test('? lists the shortcuts, g opens pages, and both can be switched off', async ({
  page,
  context,
}) => {
  await signInNewMember(context, 'ada')
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('?')
  await expect(dialog.getByText('Go to messages')).toBeVisible()
  await expectAccessibleOnBothScreens(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page).toHaveURL('/settings')

  const trigger = page.getByRole('button', { name: 'Keyboard shortcuts' })
  await trigger.click()
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space')
  await expectAccessibleOnBothScreens(page)
  await page.keyboard.press('Escape')
  await expect(trigger).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await openPalette(page)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/settings')
})

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(getPaletteInput(page)).toBeFocused()
}

function getPalette(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Search and jump' })
}

function getPaletteInput(page: Page): Locator {
  return getPalette(page).getByRole('combobox')
}

function getPaletteOptions(page: Page): Locator {
  return getPalette(page).getByRole('option')
}

import type { Locator, Page } from '@playwright/test'
import { MEMBER_PATHS, PUBLIC_PATHS } from './page-paths.ts'
import { signInNewMember, insertPost, insertComment } from './members.ts'
import { LONGEST_POST } from './posts.ts'
import { buildMessageFixtures, insertMember, insertConversation } from './conversation-fixtures.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  testIgnoringConsole,
  test,
  waitForHydration,
} from './base-test.ts'

/** The viewport of a 1280 px window at a zoom of 400 %. */
const NARROW_VIEWPORT = { width: 320, height: 256 }

const ASKED_ROLE = {
  _id: '01932dad-55f0-7c01-9923-d974d6c5fc01',
  title: 'Map maker',
  post: { _id: '01932dad-55f0-7c01-9923-d974d6c5fc02', title: 'Quiet map' },
  confirmedOn: '2026-10-20',
}

/** A menu is rendered above the page, outside its landmark regions. */
const OVERLAY_OPTIONS = { disabledRules: ['region'] }

/** Half of the paths per test, so that two workers share them. */
const HALVES = [0, 1].map((half) => PUBLIC_PATHS.filter((_, index) => index % 2 === half))

for (const paths of HALVES) {
  test(`${paths.join(', ')}: one heading, accessible on both screens and in both themes, silent console`, async ({
    page,
  }) => {
    test.setTimeout(150_000)
    // The token of a mail; an unknown one is a refusal, which the browser writes to the console.
    await page.route('**/api/roles/still-open/*', async (route) =>
      route.fulfill({ json: { success: true, data: [ASKED_ROLE] } }),
    )
    for (const path of paths) {
      await test.step(path, async () => {
        const reply = await page.goto(path)
        expect(reply?.status()).toBe(200)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        await expect(page).toHaveTitle(/Dolph/)
        if (path === '/browse') await expect(page.getByRole('article').first()).toBeVisible()
        await expectAccessibleOnBothScreens(page)
        await expectNoHorizontalScrollZoomed(page)
      })
    }
  })
}

testIgnoringConsole(
  'members do not have to scroll sideways on any page, zoomed to 400 %',
  async ({ page, context }) => {
    test.setTimeout(150_000)
    const ada = await signInNewMember(context, 'ada')
    const bob = await insertMember('bob')
    const post = await insertPost(ada, { title: LONGEST_POST.title, body: LONGEST_POST.body })
    await insertComment(post, { by: bob, content: 'harbour'.repeat(40) })
    await insertConversation(ada, bob, buildMessageFixtures(ada, bob, 3))
    await page.setViewportSize(NARROW_VIEWPORT)
    for (const path of MEMBER_PATHS) {
      await test.step(path, async () => {
        const id = path.startsWith('/messages') ? bob.id : post.id
        await page.goto(path.replace('some-id', id).replace('/ada', `/${bob.userName}`))
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await page.waitForLoadState('networkidle')
        await expectNoHorizontalScroll(page)
      })
    }
  },
)

for (const path of ['/verify-email/some-token', '/choose-username']) {
  testIgnoringConsole(`${path} shows a visitor an accessible error`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectAccessibleOnBothScreens(page)
  })
}

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

async function expectNoHorizontalScrollZoomed(page: Page): Promise<void> {
  const size = page.viewportSize() ?? NARROW_VIEWPORT
  await page.setViewportSize(NARROW_VIEWPORT)
  await expectNoHorizontalScroll(page)
  await page.setViewportSize(size)
}

test('menus and dialogs of the header and the settings are accessible in both themes', async ({
  page,
  context,
}) => {
  test.setTimeout(60_000)
  const { userName } = await signInNewMember(context, 'ada')
  await page.goto('/settings')
  await expect(page.getByText('This browser')).toBeVisible()
  await expectAccessibleOnBothScreens(page)

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
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
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

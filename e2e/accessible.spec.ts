import type { Page } from '@playwright/test'
import { MEMBERS, PUBLIC } from './addresses.ts'
import { enter, postBy, say } from './members.ts'
import { LONGEST } from './posts.ts'
import { lines, meet, putBetween } from './said.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectAccessibleOnBothScreens,
  expectToFit,
  noisyTest,
  test,
} from './visit.ts'

/** What is left of 1280 at a zoom of 400 %. */
const NARROWEST = { width: 320, height: 256 }

/** A menu lies above the page and is a part of none of its regions. */
const ABOVE = { except: ['region'] }

/** Half of them in each test, so that two browsers share the work. */
const HALVES = [0, 1].map((half) => PUBLIC.filter((_, index) => index % 2 === half))

for (const paths of HALVES) {
  test(`${paths.join(', ')}: one heading, no barrier on any screen in either theme, a silent console`, async ({
    page,
  }) => {
    test.setTimeout(90_000)
    for (const path of paths) {
      await test.step(path, async () => {
        const reply = await page.goto(path)
        expect(reply?.status()).toBe(200)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        await expect(page).toHaveTitle(/Dolph/)
        if (path === '/browse') await expect(page.getByRole('article').first()).toBeVisible()
        await expectAccessibleOnBothScreens(page)
        await expectToFitZoomed(page)
      })
    }
  })
}

noisyTest(
  'members do not have to scroll sideways on any page, zoomed to 400 %',
  async ({ page, context }) => {
    test.setTimeout(90_000)
    const ada = await enter(context, 'ada')
    const bob = await meet('bob')
    const tide = await postBy(ada, { title: LONGEST.title, body: LONGEST.body })
    await say(tide, { by: bob, content: 'harbour'.repeat(40) })
    await putBetween(ada, bob, lines(ada, bob, 3))
    await page.setViewportSize(NARROWEST)
    for (const path of MEMBERS) {
      await test.step(path, async () => {
        const id = path.startsWith('/messages') ? bob.id : tide.id
        await page.goto(path.replace('some-id', id).replace('/ada', `/${bob.userName}`))
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await page.waitForLoadState('networkidle')
        await expectToFit(page)
      })
    }
  },
)

for (const path of ['/verify-email/some-token', '/choose-username']) {
  noisyTest(`${path} tells a stranger what is wrong, without a barrier`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectAccessibleOnBothScreens(page)
  })
}

async function expectToFitZoomed(page: Page): Promise<void> {
  const size = page.viewportSize() ?? NARROWEST
  await page.setViewportSize(NARROWEST)
  await expectToFit(page)
  await page.setViewportSize(size)
}

test('what opens from the header or the settings hinders nobody, in either theme', async ({
  page,
  context,
}) => {
  test.setTimeout(60_000)
  const { userName } = await enter(context, 'ada')
  await page.goto('/settings')
  await expect(page.getByText('This browser')).toBeVisible()
  await expectAccessibleOnBothScreens(page)

  await page.getByRole('button', { name: `Account of ${userName}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await expectAccessibleInBothThemes(page, ABOVE)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /theme/i }).first().click()
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible()
  await expectAccessibleInBothThemes(page, ABOVE)
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

noisyTest('the check itself sees what is too small for a finger', async ({ page }) => {
  await page.goto('/contact')
  await page.getByRole('main').evaluate((main) => {
    const tiny = () => {
      const button = document.createElement('button')
      button.textContent = 'x'
      button.className = 'size-3'
      return button
    }
    main.append(tiny(), tiny())
  })
  await expect(expectAccessible(page)).rejects.toThrow('target-size')
})

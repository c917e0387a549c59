import { MEMBERS, PUBLIC } from './addresses.ts'
import { enter, postBy, say } from './members.ts'
import { LONGEST } from './posts.ts'
import { lines, meet, putBetween } from './said.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectToFit,
  noisyTest,
  test,
} from './visit.ts'

/** What is left of 1280 at a zoom of 400 %. */
const NARROWEST = { width: 320, height: 256 }
const STATIC = new Set(PUBLIC.filter((path) => path !== '/browse'))

/** A menu lies above the page and is a part of none of its regions. */
const ABOVE = { except: ['region'] }

noisyTest(
  'nobody has to scroll sideways on any page, zoomed to 400 %',
  async ({ page, context }) => {
    test.setTimeout(90_000)
    await page.setViewportSize(NARROWEST)
    for (const path of [...PUBLIC, '/no/such/page']) await expectPageToFit(path)

    const ada = await enter(context, 'ada')
    const bob = await meet('bob')
    const tide = await postBy(ada, { title: LONGEST.title, body: LONGEST.body })
    await say(tide, { by: bob, content: 'harbour'.repeat(40) })
    await putBetween(ada, bob, lines(ada, bob, 3))
    for (const path of MEMBERS) {
      const id = path.startsWith('/messages') ? bob.id : tide.id
      await expectPageToFit(path.replace('some-id', id).replace('/ada', `/${bob.userName}`))
    }

    async function expectPageToFit(path: string) {
      await test.step(path, async () => {
        await page.goto(path, { waitUntil: 'domcontentloaded' })
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        if (!STATIC.has(path)) await page.waitForLoadState('networkidle')
        await expectToFit(page)
      })
    }
  },
)

test('what opens from the header hinders nobody, in either theme', async ({ page, context }) => {
  test.setTimeout(60_000)
  const { userName } = await enter(context, 'ada')
  await page.goto('/settings')
  await expect(page.getByText('This browser')).toBeVisible()
  await page.getByRole('button', { name: `Account of ${userName}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await expectAccessibleInBothThemes(page, ABOVE)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /theme/i }).first().click()
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible()
  await expectAccessibleInBothThemes(page, ABOVE)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('the last question before an account is deleted hinders nobody', async ({ page, context }) => {
  await enter(context, 'ada')
  await page.goto('/settings')
  await page.getByRole('button', { name: /delete account/i }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog.getByLabel('Password', { exact: true })).toBeVisible()
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

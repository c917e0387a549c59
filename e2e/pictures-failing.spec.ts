import { enter, postBy, say } from './members.ts'
import { openEditor } from './own-profile.ts'
import { enterNamed, field, file, initialsOf, save, use, worn } from './picture-field.ts'
import { expectFace, GREEN, nearestAt, photo, wear } from './photos.ts'
import { cardOf, newWord, refusal } from './posts.ts'
import { expect, expectAccessibleInBothThemes, noisyTest, test } from './visit.ts'

const UPLOAD = '**/api/profile/upload-picture'
const FAILED = 'Failed to upload profile picture'
const DOWN = refusal(503, 'unavailable', FAILED)

noisyTest(
  'while pictures cannot be stored everything else works, and nothing is half-saved',
  { tag: '@phone' },
  async ({ page, context }) => {
    const ada = await enterNamed(context)
    const first = await wear(context, await photo())
    await openEditor(page)
    await page.route(UPLOAD, (route) => route.fulfill(DOWN))
    await file(page).setInputFiles(await photo({ left: GREEN, right: GREEN }))
    await use(page)
    const failure = field(page).getByRole('alert')
    await expect(failure).toHaveText(FAILED)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expectAccessibleInBothThemes(page)

    await page.getByLabel('About').fill('I build clocks')
    await expect(save(page)).toBeEnabled()
    await save(page).click()
    await expect(page.getByText('Profile updated successfully')).toBeVisible()
    await expect(page.getByRole('region', { name: 'About' })).toContainText('I build clocks')
    await expectFace(page.getByRole('main'), first)
    await page.reload()
    await expectFace(page.getByRole('main'), first)
    expect(await worn(ada)).toBe(first)
  },
)

noisyTest(
  'an upload that failed is tried again as it was cropped',
  { tag: '@phone' },
  async ({ page, context }) => {
    const ada = await enterNamed(context)
    await openEditor(page)
    await page.route(UPLOAD, (route) => route.fulfill(DOWN))
    await file(page).setInputFiles(await photo({ left: GREEN, right: GREEN }))
    await use(page)
    const failure = field(page).getByRole('alert')
    const again = field(page).getByRole('button', { name: 'Try again' })
    await expect(failure).toHaveText(FAILED)
    // What was cropped is still shown.
    await expect(field(page).locator('img')).toHaveAttribute('src', /^blob:/)

    // The connection breaks.
    await page.unrouteAll()
    await page.route(UPLOAD, (route) => route.abort('connectionreset'))
    await again.click()
    await expect(failure).toHaveText(FAILED)
    await page.unrouteAll()
    await context.setOffline(true)
    await again.click()
    await expect(failure).toHaveText(FAILED)
    await context.setOffline(false)

    // The server says why it does not want it.
    const words = 'The picture has too many pixels'
    await page.route(UPLOAD, (route) => route.fulfill(refusal(400, 'invalid-input', words)))
    await again.click()
    await expect(failure).toHaveText(words)
    await page.unrouteAll()

    // It is stopped on its way.
    await page.route(UPLOAD, () => undefined)
    await again.click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await field(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(field(page).locator('img')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await page.route(UPLOAD, (route) => route.fulfill(DOWN))
    await file(page).setInputFiles(await photo({ left: GREEN, right: GREEN }))
    await use(page)
    await expect(failure).toHaveText(FAILED)
    await page.unrouteAll()
    await again.click()
    await expect(page.getByText('Uploaded. Save your profile to keep it.')).toBeVisible()
    expect(await worn(ada)).toBe('')
    await save(page).click()
    await expect(page.getByText('Profile updated successfully')).toBeVisible()
    const address = await worn(ada)
    await expectFace(page.getByRole('main'), address)
    expect(await nearestAt(page, address, [0.5, 0.5])).toBe(GREEN)
  },
)

noisyTest(
  'initials stand for a picture that does not come',
  { tag: '@phone' },
  async ({ page, context, browser }) => {
    await using elsewhere = await browser.newContext()
    const bob = await enter(elsewhere, 'bob')
    await wear(elsewhere, await photo())
    const ada = await enter(context, 'ada')
    const word = newWord()
    const tide = await postBy(bob, { title: word })
    await say(tide, { by: bob, content: 'It ticks' })
    await page.route('**/pictures/**', (route) => route.abort())
    const initials = page.getByRole('main').getByText(initialsOf(bob), { exact: true })
    const colours = new Set<string>()
    for (const address of [`/posts?q=${word}`, tide.address, `/profile/${bob.userName}`]) {
      await page.goto(address)
      await expect(initials.first()).toBeVisible()
      await expect(page.getByRole('main').locator('img').last()).toHaveCSS('opacity', '0')
      for (const one of await initials.all()) {
        colours.add(
          await one.evaluate(
            (text) => getComputedStyle(text.parentElement ?? text).backgroundColor,
          ),
        )
      }
    }
    expect(colours.size, 'a member has one colour').toBe(1)
    expect([...colours]).not.toEqual(['rgba(0, 0, 0, 0)'])
    await expectAccessibleInBothThemes(page)
    // Whoever has no picture at all looks the same as ever.
    await expect(page.getByRole('banner').getByText(initialsOf(ada), { exact: true })).toBeVisible()
  },
)

test(
  'cards with and without pictures stand side by side for visitors',
  { tag: '@phone' },
  async ({ page, browser }) => {
    await using elsewhere = await browser.newContext()
    const bob = await enter(elsewhere, 'bob')
    const address = await wear(elsewhere, await photo())
    await using beyond = await browser.newContext()
    const eve = await enter(beyond, 'eve')
    const word = newWord()
    await postBy(bob, { title: `${word} one` })
    await postBy(eve, { title: `${word} two` })
    await page.goto(`/browse?q=${word}`)
    await expectFace(cardOf(page, `${word} one`), address)
    await expect(
      cardOf(page, `${word} two`).getByText(initialsOf(eve), { exact: true }),
    ).toBeVisible()
    await expectAccessibleInBothThemes(page)
  },
)

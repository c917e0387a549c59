import { enter, postBy, say } from './members.ts'
import { openEditor } from './own-profile.ts'
import { enterNamed, field, file, initialsOf, save, use, worn } from './picture-field.ts'
import { expectFace, GREEN, nearestAt, photo, wear } from './photos.ts'
import { cardOf, newWord, refusal } from './posts.ts'
import { expect, expectAccessibleOnBothScreens, noisyTest } from './visit.ts'

const UPLOAD = '**/api/profile/upload-picture'
const FAILED = 'Failed to upload profile picture'
const DOWN = refusal(503, 'unavailable', FAILED)

noisyTest(
  'while pictures cannot be stored everything else works; an upload that failed is tried again as it was cropped',
  async ({ page, context }) => {
    noisyTest.slow()
    const ada = await enterNamed(context)
    const first = await wear(context, await photo())
    await openEditor(page)
    await page.route(UPLOAD, (route) => route.fulfill(DOWN))
    await file(page).setInputFiles(await photo({ left: GREEN, right: GREEN }))
    await use(page)
    const failure = field(page).getByRole('alert')
    await expect(failure).toHaveText(FAILED)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expectAccessibleOnBothScreens(page)

    await page.getByLabel('About').fill('I build clocks')
    await expect(save(page)).toBeEnabled()
    await save(page).click()
    await expect(page.getByText('Profile updated successfully')).toBeVisible()
    await expect(page.getByRole('region', { name: 'About' })).toContainText('I build clocks')
    await expectFace(page.getByRole('main'), first)
    await page.reload()
    await expectFace(page.getByRole('main'), first)
    expect(await worn(ada)).toBe(first)

    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await file(page).setInputFiles(await photo({ left: GREEN, right: GREEN }))
    await use(page)
    await expect(failure).toHaveText(FAILED)
    // What was cropped is still shown.
    await expect(field(page).locator('img')).toHaveAttribute('src', /^blob:/)
    const again = field(page).getByRole('button', { name: 'Try again' })
    await page.unrouteAll()
    await context.setOffline(true)
    await again.click()
    await expect(failure).toHaveText(FAILED)
    await context.setOffline(false)

    // The upload is cancelled on its way.
    await page.route(UPLOAD, () => undefined)
    await again.click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await field(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expectFace(field(page), first)
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await page.route(UPLOAD, (route) => route.fulfill(DOWN))
    await file(page).setInputFiles(await photo({ left: GREEN, right: GREEN }))
    await use(page)
    await expect(failure).toHaveText(FAILED)
    await page.unrouteAll()
    await again.click()
    await expect(page.getByText('Uploaded. Save your profile to keep it.')).toBeVisible()
    expect(await worn(ada)).toBe(first)
    await save(page).click()
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
    const address = await worn(ada)
    expect(address).not.toBe(first)
    await expectFace(page.getByRole('main'), address)
    expect(await nearestAt(page, address, [0.5, 0.5])).toBe(GREEN)
  },
)

noisyTest(
  'visitors see cards with and without pictures, and likes; initials stand for a picture that does not come',
  async ({ page, context, browser }) => {
    noisyTest.slow()
    await using elsewhere = await browser.newContext()
    const bob = await enter(elsewhere, 'bob')
    const address = await wear(elsewhere, await photo())
    await using beyond = await browser.newContext()
    const eve = await enter(beyond, 'eve')
    const word = newWord()
    const tide = await postBy(bob, { title: `${word} one` })
    await postBy(eve, { title: `${word} two` })
    await say(tide, { by: bob, content: 'It ticks' })
    const liked = await bob.call('POST', `/api/posts/${tide.id}/like`)
    expect(await liked.json()).toMatchObject({ success: true, likeCount: 1, isLiked: true })

    await page.goto(`/browse?q=${word}`)
    const card = cardOf(page, `${word} one`)
    await expectFace(card, address)
    await expect(
      cardOf(page, `${word} two`).getByText(initialsOf(eve), { exact: true }),
    ).toBeVisible()
    await expect(card.getByText('1like')).toBeVisible()
    await expect(card.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Like / })).toHaveCount(0)
    await expectAccessibleOnBothScreens(page)

    const ada = await enter(context, 'ada')
    await page.route('**/pictures/**', (route) => route.abort())
    const initials = page.getByRole('main').getByText(initialsOf(bob), { exact: true })
    const colours = new Set<string>()
    for (const path of [`/posts?q=${word}`, tide.address, `/profile/${bob.userName}`]) {
      await page.goto(path)
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
    await expectAccessibleOnBothScreens(page)
    // A member without a picture looks the same as ever.
    await expect(page.getByRole('banner').getByText(initialsOf(ada), { exact: true })).toBeVisible()
  },
)

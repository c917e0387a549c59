import { signInNewMember, insertPost, insertComment } from './members.ts'
import { openProfileEditor } from './own-profile.ts'
import {
  signInNamedMember,
  getPictureField,
  getPictureFileInput,
  toInitials,
  getSaveButton,
  confirmPicture,
  readProfilePicture,
} from './picture-field.ts'
import {
  expectPictureLoaded,
  GREEN,
  readNearestColour,
  createPhoto,
  setProfilePictureByApi,
} from './photo-fixtures.ts'
import { getPostCard, generateWord, buildRefusalReply } from './posts.ts'
import { expect, expectAccessibleOnBothScreens, testIgnoringConsole } from './base-test.ts'

const UPLOAD_ENDPOINT = '**/api/profile/upload-picture'
const UPLOAD_FAILED_TEXT = 'Failed to upload profile picture'
const UNAVAILABLE_REPLY = buildRefusalReply(503, 'unavailable', UPLOAD_FAILED_TEXT)

testIgnoringConsole(
  'while uploads fail everything else works; a failed upload is retried with the same crop',
  async ({ page, context }) => {
    testIgnoringConsole.slow()
    const ada = await signInNamedMember(context)
    const firstUrl = await setProfilePictureByApi(context, await createPhoto())
    await openProfileEditor(page)
    await page.route(UPLOAD_ENDPOINT, (route) => route.fulfill(UNAVAILABLE_REPLY))
    await getPictureFileInput(page).setInputFiles(await createPhoto({ left: GREEN, right: GREEN }))
    await confirmPicture(page)
    const failure = getPictureField(page).getByRole('alert')
    await expect(failure).toHaveText(UPLOAD_FAILED_TEXT)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expectAccessibleOnBothScreens(page)

    await page.getByLabel('About').fill('I build clocks')
    await expect(getSaveButton(page)).toBeEnabled()
    await getSaveButton(page).click()
    await expect(page.getByText('Profile updated successfully')).toBeVisible()
    await expect(page.getByRole('region', { name: 'About' })).toContainText('I build clocks')
    await expectPictureLoaded(page.getByRole('main'), firstUrl)
    await page.reload()
    await expectPictureLoaded(page.getByRole('main'), firstUrl)
    expect(await readProfilePicture(ada)).toBe(firstUrl)

    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await getPictureFileInput(page).setInputFiles(await createPhoto({ left: GREEN, right: GREEN }))
    await confirmPicture(page)
    await expect(failure).toHaveText(UPLOAD_FAILED_TEXT)
    // The cropped picture stays visible.
    await expect(getPictureField(page).locator('img')).toHaveAttribute('src', /^blob:/)
    const retryButton = getPictureField(page).getByRole('button', { name: 'Try again' })
    await page.unrouteAll()
    await context.setOffline(true)
    await retryButton.click()
    await expect(failure).toHaveText(UPLOAD_FAILED_TEXT)
    await context.setOffline(false)

    // The upload is cancelled while it is running.
    await page.route(UPLOAD_ENDPOINT, () => undefined)
    await retryButton.click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await getPictureField(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expectPictureLoaded(getPictureField(page), firstUrl)
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await page.route(UPLOAD_ENDPOINT, (route) => route.fulfill(UNAVAILABLE_REPLY))
    await getPictureFileInput(page).setInputFiles(await createPhoto({ left: GREEN, right: GREEN }))
    await confirmPicture(page)
    await expect(failure).toHaveText(UPLOAD_FAILED_TEXT)
    await page.unrouteAll()
    await retryButton.click()
    await expect(page.getByText('Uploaded. Save your profile to keep it.')).toBeVisible()
    expect(await readProfilePicture(ada)).toBe(firstUrl)
    await getSaveButton(page).click()
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
    const savedUrl = await readProfilePicture(ada)
    expect(savedUrl).not.toBe(firstUrl)
    await expectPictureLoaded(page.getByRole('main'), savedUrl)
    expect(await readNearestColour(page, savedUrl, [0.5, 0.5])).toBe(GREEN)
  },
)

testIgnoringConsole(
  'visitors see cards with and without pictures, and likes; initials replace a picture that cannot be loaded',
  async ({ page, context, browser }) => {
    testIgnoringConsole.slow()
    await using bobContext = await browser.newContext()
    const bob = await signInNewMember(bobContext, 'bob')
    const pictureUrl = await setProfilePictureByApi(bobContext, await createPhoto())
    await using eveContext = await browser.newContext()
    const eve = await signInNewMember(eveContext, 'eve')
    const word = generateWord()
    const post = await insertPost(bob, { title: `${word} one` })
    await insertPost(eve, { title: `${word} two` })
    await insertComment(post, { by: bob, content: 'It ticks' })
    const liked = await bob.call('POST', `/api/posts/${post.id}/like`)
    expect(await liked.json()).toMatchObject({ success: true, likeCount: 1, isLiked: true })

    await page.goto(`/browse?q=${word}`)
    const card = getPostCard(page, `${word} one`)
    await expectPictureLoaded(card, pictureUrl)
    await expect(
      getPostCard(page, `${word} two`).getByText(toInitials(eve), { exact: true }),
    ).toBeVisible()
    await expect(card.getByText('1like')).toBeVisible()
    await expect(card.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Like / })).toHaveCount(0)
    await expectAccessibleOnBothScreens(page)

    const ada = await signInNewMember(context, 'ada')
    await page.route('**/pictures/**', (route) => route.abort())
    const initials = page.getByRole('main').getByText(toInitials(bob), { exact: true })
    const colours = new Set<string>()
    for (const path of [`/posts?q=${word}`, post.path, `/profile/${bob.userName}`]) {
      await page.goto(path)
      await expect(initials.first()).toBeVisible()
      await expect(page.getByRole('main').locator('img').last()).toHaveCSS('opacity', '0')
      for (const element of await initials.all()) {
        colours.add(
          await element.evaluate(
            (text) => getComputedStyle(text.parentElement ?? text).backgroundColor,
          ),
        )
      }
    }
    expect(colours.size, 'a member has one colour').toBe(1)
    expect([...colours]).not.toEqual(['rgba(0, 0, 0, 0)'])
    await expectAccessibleOnBothScreens(page)
    // The avatar of a member without a picture is unaffected.
    await expect(page.getByRole('banner').getByText(toInitials(ada), { exact: true })).toBeVisible()
  },
)

import { isWebPWithoutMetadata } from '@dolph/api/features/pictures/webp'
import { listStoredNames } from '@dolph/api/testing/servers/test-storage'
import type { Page } from '@playwright/test'
import { getComment, holdRequests } from '../support/comments.ts'
import { tabTo } from '../support/keyboard.ts'
import { signInNewMember, insertPost, insertComment } from '../support/members.ts'
import { openProfileEditor } from '../support/own-profile.ts'
import {
  BLUE,
  expectPictureLoaded,
  GREEN,
  readNearestColour,
  ORANGE,
  createPhoto,
  EXIF_SECRET,
  toStorageKey,
  setProfilePictureByApi,
} from '../support/photo-fixtures.ts'
import {
  signInNamedMember,
  getPictureField,
  getPictureFileInput,
  getSaveButton,
  confirmPicture,
  readProfilePicture,
} from '../support/picture-field.ts'
import { getPostCard, generateWord } from '../support/posts.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  test,
  expectAnnouncement,
} from '../support/base-test.ts'

const UPLOAD_ENDPOINT = '**/api/profile/upload-picture'
/** The viewports of a short phone and of a phone in landscape. */
const SMALL_VIEWPORTS = [
  [320, 568],
  [740, 360],
] as const
const UPLOADED_TEXT = 'Uploaded. Save your profile to keep it.'

test('a picture is chosen, cropped and saved by keyboard alone, and shown wherever its member appears', async ({
  page,
  context,
  browser,
}) => {
  const ada = await signInNamedMember(context)
  const word = generateWord()
  const post = await insertPost(ada, { title: word })
  await insertComment(post, { by: ada, content: 'It ticks' })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).press('Enter')
  const uploadButton = page.getByRole('button', { name: 'Upload picture' })
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' })
  const chooseFile = async () => {
    const chooser = page.waitForEvent('filechooser')
    await uploadButton.focus()
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(await createPhoto())
    await expect(dialog).toBeVisible()
  }
  const cropArea = dialog.getByRole('group', { name: 'What will be seen of the picture' })
  const zoom = dialog.getByRole('slider', { name: 'Zoom' })
  await chooseFile()
  await expectAccessibleOnBothScreens(page)
  await expectNoHorizontalScroll(page)
  const viewport = page.viewportSize()
  for (const [width, height] of SMALL_VIEWPORTS) {
    await page.setViewportSize({ width, height })
    for (const control of [cropArea, zoom]) await expect(control).toBeInViewport({ ratio: 0.99 })
  }
  if (viewport) await page.setViewportSize(viewport)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(uploadButton).toBeFocused()

  await chooseFile()
  await tabTo(page, zoom)
  await page.keyboard.press('ArrowRight')
  await expect(zoom).toHaveAttribute('aria-valuetext', '105 %')
  await page.keyboard.press('End')
  await expect(zoom).toHaveAttribute('aria-valuetext', '400 %')
  await page.keyboard.press('Home')
  await expect(zoom).toHaveAttribute('aria-valuetext', '100 %')
  await tabTo(page, cropArea)
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowRight')
  const heldRequests = await holdRequests(page, UPLOAD_ENDPOINT)
  await tabTo(page, dialog.getByRole('button', { name: 'Use picture' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(
    page.getByRole('progressbar', { name: /^(Uploading picture|Almost done)$/ }),
  ).toBeVisible()
  await expect(page.getByText('Finish with the picture first')).toBeVisible()
  await expect(getSaveButton(page)).toBeDisabled()
  await expectAccessibleOnBothScreens(page)
  const upload = page.waitForResponse(UPLOAD_ENDPOINT)
  heldRequests.release()
  const { url } = (await (await upload).json()) as { url: string }
  await expect(page.getByText(UPLOADED_TEXT)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  // The uploaded picture is not public before the profile is saved.
  expect(await readProfilePicture(ada)).toBe('')

  await getSaveButton(page).press('Enter')
  await expectAnnouncement(page, 'Profile updated successfully')
  await expectPictureLoaded(page.getByRole('main'), url)
  await expectPictureLoaded(page.getByRole('banner'), url)
  expect(await readProfilePicture(ada)).toBe(url)
  // The arrow keys moved the picture to the right, so the left colour extends beyond the centre.
  expect(await readNearestColour(page, url, [0.65, 0.5])).toBe(ORANGE)
  expect(await readNearestColour(page, url, [0.9, 0.5])).toBe(BLUE)

  await using otherContext = await browser.newContext()
  await signInNewMember(otherContext, 'bob')
  for (const reader of [page, await otherContext.newPage()]) {
    await reader.goto(`/posts?q=${word}`)
    await expectPictureLoaded(getPostCard(reader, word), url)
    await reader.goto(post.path)
    await expectPictureLoaded(reader.getByRole('main').locator('header').first(), url)
    await expectPictureLoaded(getComment(reader, 'It ticks'), url)
    await reader.goto(`/profile/${ada.userName}`)
    await expectPictureLoaded(reader.getByRole('main'), url)
  }
})

test('a picture can be dropped, replaced and removed, and unsaved pictures are discarded', async ({
  page,
  context,
}) => {
  const ada = await signInNamedMember(context)
  const firstUrl = await setProfilePictureByApi(context, await createPhoto())
  expect(await listStoredNames(toStorageKey(firstUrl))).toHaveLength(2)
  await openProfileEditor(page)
  await expectPictureLoaded(getPictureField(page), firstUrl)
  await dropFile(page, await createPhoto({ left: GREEN, right: GREEN, type: 'png' }))
  await confirmPicture(page)
  await expect(page.getByText(UPLOADED_TEXT)).toBeVisible()
  // The uploaded picture belongs to the draft and is discarded with it.
  await expect(page.getByText(/^Draft kept on this device/)).toBeVisible()
  await page.reload()
  await expect(getPictureField(page).locator('img')).not.toHaveAttribute('src', firstUrl)
  await expect(getPictureField(page).locator('img')).toHaveCSS('opacity', '1')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectPictureLoaded(page.getByRole('main'), firstUrl)
  await page.reload()
  await expectPictureLoaded(page.getByRole('main'), firstUrl)
  expect(await readProfilePicture(ada)).toBe(firstUrl)

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
  await getPictureFileInput(page).setInputFiles(
    await createPhoto({ left: GREEN, right: GREEN, type: 'webp' }),
  )
  await confirmPicture(page)
  await expect(page.getByText(UPLOADED_TEXT)).toBeVisible()
  await getSaveButton(page).click()
  await expectAnnouncement(page, 'Profile updated successfully')
  const secondUrl = await readProfilePicture(ada)
  expect(secondUrl).not.toBe(firstUrl)
  await expectPictureLoaded(page.getByRole('banner'), secondUrl)
  await expectPictureLoaded(page.getByRole('main'), secondUrl)
  expect(await readNearestColour(page, secondUrl, [0.5, 0.5])).toBe(GREEN)
  await expect.poll(() => listStoredNames(toStorageKey(firstUrl))).toEqual([])

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(getPictureField(page).locator('img')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeVisible()
  expect(await readProfilePicture(ada)).toBe(secondUrl)
  await getSaveButton(page).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  await expect(page.locator('img')).toHaveCount(0)
  await expect(page.getByRole('main').getByText('A', { exact: true })).toBeVisible()
  expect(await readProfilePicture(ada)).toBe('')
  await expect.poll(() => listStoredNames(toStorageKey(secondUrl))).toEqual([])
})

test('only JPEG, PNG and WebP are accepted, and stored pictures are upright and without metadata', async ({
  page,
  context,
}) => {
  const ada = await signInNamedMember(context)
  let uploads = 0
  page.on('request', (request) => (uploads += request.url().endsWith('/upload-picture') ? 1 : 0))
  await openProfileEditor(page)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const { buffer: png } = await createPhoto({ type: 'png' })
  for (const [name, mimeType, bytes] of [
    ['me.gif', 'image/gif', 'R0lGODlhAQABAAAAACw='],
    ['me.svg', 'image/svg+xml', svg],
    ['me.png', 'image/png', 'Dear diary'],
    ['me.png', 'image/png', svg],
    ['me.png', 'image/png', ''],
    ['me.webp', 'image/webp', png.toString('latin1').slice(0, 60)],
  ] as const) {
    await getPictureFileInput(page).setInputFiles({
      name,
      mimeType,
      buffer: Buffer.from(bytes, 'latin1'),
    })
    const alert = getPictureField(page).getByRole('alert')
    await expect(alert).toHaveText('Please choose a JPEG, PNG or WebP picture')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(getSaveButton(page)).toBeEnabled()
  }
  expect(uploads).toBe(0)

  await getPictureFileInput(page).setInputFiles(await createPhoto({ orientation: 6 }))
  await confirmPicture(page)
  await expect(page.getByText(UPLOADED_TEXT)).toBeVisible()
  await getSaveButton(page).click()
  await expectAnnouncement(page, 'Profile updated successfully')
  const croppedUrl = await readProfilePicture(ada)
  expect(await readNearestColour(page, croppedUrl, [0.5, 0.2])).toBe(ORANGE)
  expect(await readNearestColour(page, croppedUrl, [0.5, 0.8])).toBe(BLUE)

  // The next picture replaces this one, whose files are then removed.
  await expectPixelsAlone(page, croppedUrl, 512)

  // The same file uploaded by the API: the server rotates it and strips its metadata too.
  const rotatedUrl = await setProfilePictureByApi(context, await createPhoto({ orientation: 6 }))
  expect(await readNearestColour(page, rotatedUrl, [0.5, 0.2])).toBe(ORANGE)
  await expectPixelsAlone(page, rotatedUrl, 512)
  await expectPixelsAlone(page, rotatedUrl.replace('512', '96'), 96)
})

/** A stored picture is a WebP of this size without metadata, and cannot be a page. */
async function expectPixelsAlone(page: Page, url: string, side: number): Promise<void> {
  const stored = await page.request.get(url)
  expect(stored.headers()).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  const bytes = await stored.body()
  expect(bytes.includes(EXIF_SECRET) || bytes.includes('Exif')).toBe(false)
  expect(isWebPWithoutMetadata(bytes, { width: side, height: side })).toBe(true)
}

/** Drops a file onto the field, as if dragged from the desktop. */
async function dropFile(
  page: Page,
  { name, mimeType, buffer }: Awaited<ReturnType<typeof createPhoto>>,
) {
  const dataTransfer = await page.evaluateHandle(
    ([bytes, fileName, type]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], fileName, { type }))
      return transfer
    },
    [[...buffer], name, mimeType] as const,
  )
  await getPictureField(page).dispatchEvent('dragenter', { dataTransfer })
  await expect(page.getByText('Drop it here')).toBeVisible()
  await getPictureField(page).dispatchEvent('drop', { dataTransfer })
}

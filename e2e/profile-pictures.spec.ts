import { isWebPWithoutMetadata } from '@dolph/api/files/webp'
import { listStoredNames } from '@dolph/api/testing/test-storage'
import type { Page } from '@playwright/test'
import { getComment, holdRequests } from './comments.ts'
import { tabTo } from './keyboard.ts'
import { signInNewMember, insertPost, insertComment } from './members.ts'
import { openProfileEditor } from './own-profile.ts'
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
} from './photo-fixtures.ts'
import {
  signInNamedMember,
  getPictureField,
  getPictureFileInput,
  toInitials,
  getSaveButton,
  confirmPicture,
  readProfilePicture,
} from './picture-field.ts'
import { getPostCard, generateWord } from './posts.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  test,
} from './base-test.ts'

const UPLOAD_ENDPOINT = '**/api/profile/upload-picture'
/** Phones that are short, or lie on their side. */
const SMALL = [
  [320, 568],
  [740, 360],
] as const
const UPLOADED_TEXT = 'Uploaded. Save your profile to keep it.'

test('a picture is chosen, cropped and saved by keys alone, and seen wherever its member is', async ({
  page,
  context,
  browser,
}) => {
  const ada = await signInNamedMember(context)
  const word = generateWord()
  const tide = await insertPost(ada, { title: word })
  await insertComment(tide, { by: ada, content: 'It ticks' })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).press('Enter')
  const choose = page.getByRole('button', { name: 'Upload picture' })
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' })
  const open = async () => {
    const chooser = page.waitForEvent('filechooser')
    await choose.focus()
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(await createPhoto())
    await expect(dialog).toBeVisible()
  }
  const seen = dialog.getByRole('group', { name: 'What will be seen of the picture' })
  const zoom = dialog.getByRole('slider', { name: 'Zoom' })
  await open()
  await expectAccessibleOnBothScreens(page)
  await expectNoHorizontalScroll(page)
  const viewport = page.viewportSize()
  for (const [width, height] of SMALL) {
    await page.setViewportSize({ width, height })
    for (const part of [seen, zoom]) await expect(part).toBeInViewport({ ratio: 0.99 })
  }
  if (viewport) await page.setViewportSize(viewport)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(choose).toBeFocused()

  await open()
  await tabTo(page, zoom)
  await page.keyboard.press('ArrowRight')
  await expect(zoom).toHaveAttribute('aria-valuetext', '105 %')
  await page.keyboard.press('End')
  await expect(zoom).toHaveAttribute('aria-valuetext', '400 %')
  await page.keyboard.press('Home')
  await expect(zoom).toHaveAttribute('aria-valuetext', '100 %')
  await tabTo(page, seen)
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
  await expectAccessibleOnBothScreens(page)
  // Nobody has seen it yet.
  expect(await readProfilePicture(ada)).toBe('')

  await getSaveButton(page).press('Enter')
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expectPictureLoaded(page.getByRole('main'), url)
  await expectPictureLoaded(page.getByRole('banner'), url)
  expect(await readProfilePicture(ada)).toBe(url)
  // The arrow keys moved the picture to the right: of the middle, what was right of it is gone.
  expect(await readNearestColour(page, url, [0.65, 0.5])).toBe(ORANGE)
  expect(await readNearestColour(page, url, [0.9, 0.5])).toBe(BLUE)

  await using elsewhere = await browser.newContext()
  await signInNewMember(elsewhere, 'bob')
  for (const reader of [page, await elsewhere.newPage()]) {
    await reader.goto(`/posts?q=${word}`)
    await expectPictureLoaded(getPostCard(reader, word), url)
    await reader.goto(tide.path)
    await expectPictureLoaded(reader.getByRole('main').locator('header').first(), url)
    await expectPictureLoaded(getComment(reader, 'It ticks'), url)
    await reader.goto(`/profile/${ada.userName}`)
    await expectPictureLoaded(reader.getByRole('main'), url)
  }
})

test('a picture is dropped, replaced and taken away, and what is not saved is not kept', async ({
  page,
  context,
}) => {
  const ada = await signInNamedMember(context)
  const first = await setProfilePictureByApi(context, await createPhoto())
  expect(await listStoredNames(toStorageKey(first))).toHaveLength(2)
  await openProfileEditor(page)
  await expectPictureLoaded(getPictureField(page), first)
  await dropFile(page, await createPhoto({ left: GREEN, right: GREEN, type: 'png' }))
  await confirmPicture(page)
  await expect(page.getByText(UPLOADED_TEXT)).toBeVisible()
  // It is kept with the draft, and dropped with it.
  await expect(page.getByText(/^Draft kept on this device/)).toBeVisible()
  await page.reload()
  await expect(getPictureField(page).locator('img')).not.toHaveAttribute('src', first)
  await expect(getPictureField(page).locator('img')).toHaveCSS('opacity', '1')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectPictureLoaded(page.getByRole('main'), first)
  await page.reload()
  await expectPictureLoaded(page.getByRole('main'), first)
  expect(await readProfilePicture(ada)).toBe(first)

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
  await getPictureFileInput(page).setInputFiles(
    await createPhoto({ left: GREEN, right: GREEN, type: 'webp' }),
  )
  await confirmPicture(page)
  await expect(page.getByText(UPLOADED_TEXT)).toBeVisible()
  await getSaveButton(page).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  const second = await readProfilePicture(ada)
  expect(second).not.toBe(first)
  await expectPictureLoaded(page.getByRole('banner'), second)
  await expectPictureLoaded(page.getByRole('main'), second)
  expect(await readNearestColour(page, second, [0.5, 0.5])).toBe(GREEN)
  await expect.poll(() => listStoredNames(toStorageKey(first))).toEqual([])

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(getPictureField(page).locator('img')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeVisible()
  expect(await readProfilePicture(ada)).toBe(second)
  await getSaveButton(page).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  await expect(page.locator('img')).toHaveCount(0)
  await expect(page.getByRole('main').getByText(toInitials(ada), { exact: true })).toBeVisible()
  expect(await readProfilePicture(ada)).toBe('')
  await expect.poll(() => listStoredNames(toStorageKey(second))).toEqual([])
})

test('nothing but JPEG, PNG and WebP is taken, and what is kept is upright and bare', async ({
  page,
  context,
}) => {
  const ada = await signInNamedMember(context)
  let sent = 0
  page.on('request', (request) => (sent += request.url().endsWith('/upload-picture') ? 1 : 0))
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
    const refused = getPictureField(page).getByRole('alert')
    await expect(refused).toHaveText('Please choose a JPEG, PNG or WebP picture')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(getSaveButton(page)).toBeEnabled()
  }
  await expectAccessibleOnBothScreens(page)
  expect(sent).toBe(0)

  await getPictureFileInput(page).setInputFiles(await createPhoto({ orientation: 6 }))
  await confirmPicture(page)
  await expect(page.getByText(UPLOADED_TEXT)).toBeVisible()
  await getSaveButton(page).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  const address = await readProfilePicture(ada)
  expect(await readNearestColour(page, address, [0.5, 0.2])).toBe(ORANGE)
  expect(await readNearestColour(page, address, [0.5, 0.8])).toBe(BLUE)

  // The same file, sent past the page: the server turns and strips it too.
  const sidelong = await setProfilePictureByApi(context, await createPhoto({ orientation: 6 }))
  expect(await readNearestColour(page, sidelong, [0.5, 0.2])).toBe(ORANGE)
  for (const [url, side] of [
    [address, 512],
    [sidelong, 512],
    [sidelong.replace('512', '96'), 96],
  ] as const) {
    const kept = await page.request.get(url)
    expect(kept.headers()).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const bytes = await kept.body()
    expect(bytes.includes(EXIF_SECRET) || bytes.includes('Exif')).toBe(false)
    expect(isWebPWithoutMetadata(bytes, side)).toBe(true)
  }
})

/** Drops a file onto the field, as if dragged from the desktop. */
async function dropFile(
  page: Page,
  { name, mimeType, buffer }: Awaited<ReturnType<typeof createPhoto>>,
) {
  const dataTransfer = await page.evaluateHandle(
    ([bytes, called, type]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], called, { type }))
      return transfer
    },
    [[...buffer], name, mimeType] as const,
  )
  await getPictureField(page).dispatchEvent('dragenter', { dataTransfer })
  await expect(page.getByText('Drop it here')).toBeVisible()
  await getPictureField(page).dispatchEvent('drop', { dataTransfer })
}

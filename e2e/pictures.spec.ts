import { isBareWebP } from '@dolph/api/files/webp'
import { storedNames } from '@dolph/api/testing/test-storage'
import type { Page } from '@playwright/test'
import { commentOf, held } from './discussion.ts'
import { tabTo } from './keyboard.ts'
import { enter, postBy, say } from './members.ts'
import { openEditor } from './own-profile.ts'
import {
  BLUE,
  expectFace,
  GREEN,
  nearestAt,
  ORANGE,
  photo,
  SECRET,
  storedUnder,
  wear,
} from './photos.ts'
import { enterNamed, field, file, initialsOf, save, use, worn } from './picture-field.ts'
import { cardOf, newWord } from './posts.ts'
import { expect, expectAccessibleOnBothScreens, expectToFit, test } from './visit.ts'

const UPLOAD = '**/api/profile/upload-picture'
/** Phones that are short, or lie on their side. */
const SMALL = [
  [320, 568],
  [740, 360],
] as const
const UPLOADED = 'Uploaded. Save your profile to keep it.'

test('a picture is chosen, cropped and saved by keys alone, and seen wherever its member is', async ({
  page,
  context,
  browser,
}) => {
  const ada = await enterNamed(context)
  const word = newWord()
  const tide = await postBy(ada, { title: word })
  await say(tide, { by: ada, content: 'It ticks' })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).press('Enter')
  const choose = page.getByRole('button', { name: 'Upload picture' })
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' })
  const open = async () => {
    const chooser = page.waitForEvent('filechooser')
    await choose.focus()
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(await photo())
    await expect(dialog).toBeVisible()
  }
  const seen = dialog.getByRole('group', { name: 'What will be seen of the picture' })
  const zoom = dialog.getByRole('slider', { name: 'Zoom' })
  await open()
  await expectAccessibleOnBothScreens(page)
  await expectToFit(page)
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
  const way = await held(page, UPLOAD)
  await tabTo(page, dialog.getByRole('button', { name: 'Use picture' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(
    page.getByRole('progressbar', { name: /^(Uploading picture|Almost done)$/ }),
  ).toBeVisible()
  await expect(page.getByText('Finish with the picture first')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await expectAccessibleOnBothScreens(page)
  const upload = page.waitForResponse(UPLOAD)
  way.open()
  const { url } = (await (await upload).json()) as { url: string }
  await expect(page.getByText(UPLOADED)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expectAccessibleOnBothScreens(page)
  // Nobody has seen it yet.
  expect(await worn(ada)).toBe('')

  await save(page).press('Enter')
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expectFace(page.getByRole('main'), url)
  await expectFace(page.getByRole('banner'), url)
  expect(await worn(ada)).toBe(url)
  // The arrow keys moved the picture to the right: of the middle, what was right of it is gone.
  expect(await nearestAt(page, url, [0.65, 0.5])).toBe(ORANGE)
  expect(await nearestAt(page, url, [0.9, 0.5])).toBe(BLUE)

  await using elsewhere = await browser.newContext()
  await enter(elsewhere, 'bob')
  for (const reader of [page, await elsewhere.newPage()]) {
    await reader.goto(`/posts?q=${word}`)
    await expectFace(cardOf(reader, word), url)
    await reader.goto(tide.address)
    await expectFace(reader.getByRole('main').locator('header').first(), url)
    await expectFace(commentOf(reader, 'It ticks'), url)
    await reader.goto(`/profile/${ada.userName}`)
    await expectFace(reader.getByRole('main'), url)
  }
})

test('a picture is dropped, replaced and taken away, and what is not saved is not kept', async ({
  page,
  context,
}) => {
  const ada = await enterNamed(context)
  const first = await wear(context, await photo())
  expect(await storedNames(storedUnder(first))).toHaveLength(2)
  await openEditor(page)
  await expectFace(field(page), first)
  await drop(page, await photo({ left: GREEN, right: GREEN, type: 'png' }))
  await use(page)
  await expect(page.getByText(UPLOADED)).toBeVisible()
  // It is kept with the draft, and dropped with it.
  await expect(page.getByText(/^Draft kept on this device/)).toBeVisible()
  await page.reload()
  await expect(field(page).locator('img')).not.toHaveAttribute('src', first)
  await expect(field(page).locator('img')).toHaveCSS('opacity', '1')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectFace(page.getByRole('main'), first)
  await page.reload()
  await expectFace(page.getByRole('main'), first)
  expect(await worn(ada)).toBe(first)

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
  await file(page).setInputFiles(await photo({ left: GREEN, right: GREEN, type: 'webp' }))
  await use(page)
  await expect(page.getByText(UPLOADED)).toBeVisible()
  await save(page).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  const second = await worn(ada)
  expect(second).not.toBe(first)
  await expectFace(page.getByRole('banner'), second)
  await expectFace(page.getByRole('main'), second)
  expect(await nearestAt(page, second, [0.5, 0.5])).toBe(GREEN)
  await expect.poll(() => storedNames(storedUnder(first))).toEqual([])

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(field(page).locator('img')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeVisible()
  expect(await worn(ada)).toBe(second)
  await save(page).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  await expect(page.locator('img')).toHaveCount(0)
  await expect(page.getByRole('main').getByText(initialsOf(ada), { exact: true })).toBeVisible()
  expect(await worn(ada)).toBe('')
  await expect.poll(() => storedNames(storedUnder(second))).toEqual([])
})

test('nothing but JPEG, PNG and WebP is taken, and what is kept is upright and bare', async ({
  page,
  context,
}) => {
  const ada = await enterNamed(context)
  let sent = 0
  page.on('request', (request) => (sent += request.url().endsWith('/upload-picture') ? 1 : 0))
  await openEditor(page)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const { buffer: png } = await photo({ type: 'png' })
  for (const [name, mimeType, bytes] of [
    ['me.gif', 'image/gif', 'R0lGODlhAQABAAAAACw='],
    ['me.svg', 'image/svg+xml', svg],
    ['me.png', 'image/png', 'Dear diary'],
    ['me.png', 'image/png', svg],
    ['me.png', 'image/png', ''],
    ['me.webp', 'image/webp', png.toString('latin1').slice(0, 60)],
  ] as const) {
    await file(page).setInputFiles({ name, mimeType, buffer: Buffer.from(bytes, 'latin1') })
    const refused = field(page).getByRole('alert')
    await expect(refused).toHaveText('Please choose a JPEG, PNG or WebP picture')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(save(page)).toBeEnabled()
  }
  await expectAccessibleOnBothScreens(page)
  expect(sent).toBe(0)

  await file(page).setInputFiles(await photo({ orientation: 6 }))
  await use(page)
  await expect(page.getByText(UPLOADED)).toBeVisible()
  await save(page).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  const address = await worn(ada)
  expect(await nearestAt(page, address, [0.5, 0.2])).toBe(ORANGE)
  expect(await nearestAt(page, address, [0.5, 0.8])).toBe(BLUE)

  // The same file, sent past the page: the server turns and strips it too.
  const sidelong = await wear(context, await photo({ orientation: 6 }))
  expect(await nearestAt(page, sidelong, [0.5, 0.2])).toBe(ORANGE)
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
    expect(bytes.includes(SECRET) || bytes.includes('Exif')).toBe(false)
    expect(isBareWebP(bytes, side)).toBe(true)
  }
})

/** Drops a file onto the field, as if dragged from the desktop. */
async function drop(page: Page, { name, mimeType, buffer }: Awaited<ReturnType<typeof photo>>) {
  const dataTransfer = await page.evaluateHandle(
    ([bytes, called, type]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], called, { type }))
      return transfer
    },
    [[...buffer], name, mimeType] as const,
  )
  await field(page).dispatchEvent('dragenter', { dataTransfer })
  await expect(page.getByText('Drop it here')).toBeVisible()
  await field(page).dispatchEvent('drop', { dataTransfer })
}

import { createNoisePicture } from '@dolph/api/testing/picture-bytes'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { ORIGIN } from './ports.ts'
import { expect } from './base-test.ts'

export const ORANGE = { r: 232, g: 89, b: 12 }
export const BLUE = { r: 24, g: 100, b: 171 }
export const GREEN = { r: 43, g: 138, b: 62 }
type Colour = typeof ORANGE

interface PhotoOptions {
  width?: number
  height?: number
  left?: Colour
  right?: Colour
  type?: 'jpeg' | 'png' | 'webp'
  /** As a camera notes it that was held sideways: 6 is to be turned a quarter to the right. */
  orientation?: number
}

/** A file of two colours: it can be seen afterwards which part was kept, and which way up. */
export async function createPhoto(look: PhotoOptions = {}) {
  const { width = 600, height = 400, left = ORANGE, right = BLUE, type = 'jpeg' } = look
  const half = (background: Colour) => ({
    create: { width: width / 2, height, channels: 3 as const, background },
  })
  const pixels = createNoisePicture(width, height).composite([
    { input: half(left), left: 0, top: 0 },
    { input: half(right), left: width / 2, top: 0 },
  ])
  const noted = look.orientation
    ? pixels
        .withExif({ IFD0: { Copyright: EXIF_SECRET } })
        .withMetadata({ orientation: look.orientation })
    : pixels
  const buffer = await noted.toFormat(type).toBuffer()
  return { name: `me.${type}`, mimeType: `image/${type}`, buffer }
}
type Photo = Awaited<ReturnType<typeof createPhoto>>

/** What stands in photos of cameras, and must not stand in ours. */
export const EXIF_SECRET = 'Taken in a secret harbour'

/** Uploads the file as this browser's member would, saves the profile with it, and gives its address. */
export async function setProfilePictureByApi(
  { request }: BrowserContext,
  file: Photo,
): Promise<string> {
  const reply = await request.get(`${ORIGIN}/api/csrf-token`)
  const { token } = (await reply.json()) as { token: string }
  const headers = { origin: ORIGIN, 'x-csrf-token': token }
  const multipart = { profilePicture: file }
  const address = `${ORIGIN}/api/profile/upload-picture`
  const uploaded = await request.post(address, { headers, multipart })
  expect(uploaded.status()).toBe(201)
  const { url } = (await uploaded.json()) as { url: string }
  const data = { profilePicture: url }
  expect((await request.put(`${ORIGIN}/api/profile/me`, { headers, data })).status()).toBe(200)
  return url
}

/** The key in a picture's address; in storage both its sizes begin with it. */
export function toStorageKey(address: string): string {
  return address.slice(1, address.lastIndexOf('/'))
}

/** This very picture is seen there, and not only referred to. */
export async function expectPictureLoaded(place: Locator, address: string): Promise<void> {
  const small = `${address.slice(0, address.lastIndexOf('/'))}/96.webp`
  // The cover of a profile, which comes before the face, shows its colours only.
  const face = place.locator(`img[src="${address}"], img[src="${small}"]`).last()
  await expect(face).toHaveCSS('opacity', '1')
  const width = () => face.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
}

/** The colour at a place of a picture, given in parts of its width and height. */
export async function readNearestColour(page: Page, address: string, [x, y]: [number, number]) {
  const seen = await page.evaluate(
    async ([url, left, top]) => {
      const picture = await createImageBitmap(await (await fetch(url)).blob())
      const { width, height } = picture
      const context = new OffscreenCanvas(width, height).getContext('2d')
      context?.drawImage(picture, 0, 0)
      const dot = context?.getImageData(Math.floor(left * width), Math.floor(top * height), 1, 1)
      return [...(dot?.data ?? [])]
    },
    [address, x, y] as const,
  )
  const farFrom = ({ r, g, b }: Colour) =>
    Math.hypot((seen[0] ?? 0) - r, (seen[1] ?? 0) - g, (seen[2] ?? 0) - b)
  return [ORANGE, BLUE, GREEN].toSorted((one, other) => farFrom(one) - farFrom(other))[0]
}

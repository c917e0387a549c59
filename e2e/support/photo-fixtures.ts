import { createNoisePicture } from '@dolph/api/testing/pictures/picture-bytes'
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
  /** The EXIF orientation; 6 means that the picture must be rotated a quarter turn clockwise. */
  orientation?: number
}

/** A picture file with two colours, so that its crop and rotation can be checked afterwards. */
export async function createPhoto(options: PhotoOptions = {}) {
  const { width = 600, height = 400, left = ORANGE, right = BLUE, type = 'jpeg' } = options
  const half = (background: Colour) => ({
    create: { width: width / 2, height, channels: 3 as const, background },
  })
  const pixels = createNoisePicture(width, height).composite([
    { input: half(left), left: 0, top: 0 },
    { input: half(right), left: width / 2, top: 0 },
  ])
  const picture = options.orientation
    ? pixels
        .withExif({ IFD0: { Copyright: EXIF_SECRET } })
        .withMetadata({ orientation: options.orientation })
    : pixels
  const buffer = await picture.toFormat(type).toBuffer()
  return { name: `me.${type}`, mimeType: `image/${type}`, buffer }
}
type Photo = Awaited<ReturnType<typeof createPhoto>>

/** EXIF text of the uploaded photo that must not be in the stored picture. */
export const EXIF_SECRET = 'Taken in a secret harbour'

/** Uploads the file by the API, saves it as the profile picture and returns its URL. */
export async function setProfilePictureByApi(
  { request }: BrowserContext,
  file: Photo,
): Promise<string> {
  const reply = await request.get(`${ORIGIN}/api/csrf-token`)
  const { token } = (await reply.json()) as { token: string }
  const headers = { origin: ORIGIN, 'x-csrf-token': token }
  const multipart = { profilePicture: file }
  const endpoint = `${ORIGIN}/api/profile/upload-picture`
  const uploaded = await request.post(endpoint, { headers, multipart })
  expect(uploaded.status()).toBe(201)
  const { url } = (await uploaded.json()) as { url: string }
  const data = { profilePicture: url }
  expect((await request.put(`${ORIGIN}/api/profile/me`, { headers, data })).status()).toBe(200)
  return url
}

/** The storage key in a picture's URL; the objects of both sizes begin with it. */
export function toStorageKey(url: string): string {
  return url.slice(1, url.lastIndexOf('/'))
}

/** The picture with this URL is loaded and visible inside `container`. */
export async function expectPictureLoaded(container: Locator, url: string): Promise<void> {
  const small = `${url.slice(0, url.lastIndexOf('/'))}/96.webp`
  // The blurred cover of a profile uses the same picture and precedes it in the document.
  const picture = container.locator(`img[src="${url}"], img[src="${small}"]`).last()
  await expect(picture).toHaveCSS('opacity', '1')
  const readWidth = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(readWidth).toBeGreaterThan(0)
}

/** The fixture colour closest to the picture's pixel at a position given as fractions of width and height. */
export async function readNearestColour(page: Page, url: string, [x, y]: [number, number]) {
  const rgb = await page.evaluate(
    async ([source, left, top]) => {
      const picture = await createImageBitmap(await (await fetch(source)).blob())
      const { width, height } = picture
      const context = new OffscreenCanvas(width, height).getContext('2d')
      context?.drawImage(picture, 0, 0)
      const pixel = context?.getImageData(Math.floor(left * width), Math.floor(top * height), 1, 1)
      return [...(pixel?.data ?? [])]
    },
    [url, x, y] as const,
  )
  const distanceTo = ({ r, g, b }: Colour) =>
    Math.hypot((rgb[0] ?? 0) - r, (rgb[1] ?? 0) - g, (rgb[2] ?? 0) - b)
  return [ORANGE, BLUE, GREEN].toSorted((one, other) => distanceTo(one) - distanceTo(other))[0]
}

import { uploadPostPicture } from '@dolph/contract/posts/post-pictures'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWebPWithoutMetadata, parseWebPChunks } from '../../pictures/webp.ts'
import type { Browser } from '../../../testing/browser.ts'
import { listPictureFiles } from '../../../testing/pictures/list-picture-files.ts'
import { createNoisePicture } from '../../../testing/pictures/picture-bytes.ts'
import { uploadPictureFile } from '../../../testing/pictures/upload-picture-file.ts'
import { signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'

let api: Awaited<ReturnType<typeof startApp>>
let ada: Browser
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  ada = await signInNewMember(api, 'ada')
})
afterAll(async () => api[Symbol.asyncDispose]())

const createSolidImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })

interface Uploaded {
  url: string
  width: number
  height: number
}

async function upload(bytes: Buffer, kind: 'cover' | 'text'): Promise<Uploaded> {
  const reply = await uploadPictureFile(ada, bytes, { kind })
  expect(reply.statusCode).toBe(201)
  return reply.json<Uploaded>()
}

async function readFiles(url: string) {
  return Promise.all(
    listPictureFiles(url).map(async (file) => {
      const reply = await api.visitor.request('GET', file.url)
      expect(reply.statusCode).toBe(200)
      return { ...file, bytes: reply.rawPayload }
    }),
  )
}

test.each([
  ['a wide photo', () => createNoisePicture(2_000, 500).jpeg().toBuffer()],
  ['a tall photo', () => createNoisePicture(500, 2_000).jpeg().toBuffer()],
  ['a small picture', () => createNoisePicture(60, 40).png().toBuffer()],
  ['a transparent picture', () => createNoisePicture(160, 90).ensureAlpha(0.3).png().toBuffer()],
  ['a single pixel', () => createSolidImage(1, 1).png().toBuffer()],
  ['a picture one pixel wide', () => createSolidImage(1, 20_000).png().toBuffer()],
  ['a picture one pixel high', () => createSolidImage(20_000, 1).png().toBuffer()],
])('of %s a cover of 1280 × 720 and a card of 640 × 360 are stored', async (_, make) => {
  const { url, width, height } = await upload(await make(), 'cover')
  const files = await readFiles(url)

  expect([width, height]).toEqual([1280, 720])
  expect(files.map(({ size }) => `${size.width}x${size.height}`)).toEqual(['1280x720', '640x360'])
  expect(files.map(({ bytes, size }) => isWebPWithoutMetadata(bytes, size))).toEqual([true, true])
})

test.each([
  ['that is too wide', [4_000, 3_000], ['1280x960', '640x480']],
  ['that is too high', [1_000, 5_000], ['512x2560']],
  ['that is wider than a phone', [1_000, 333], ['1000x333', '640x213']],
  ['that is small', [320, 200], ['320x200']],
  ['of a single pixel', [1, 1], ['1x1']],
  ['that is one pixel wide', [1, 20_000], ['1x2560']],
  ['that is one pixel high', [20_000, 1], ['1280x1', '640x1']],
])('a picture in the text %s is never enlarged and keeps its shape', async (_, size, expected) => {
  const [width = 0, height = 0] = size
  const uploaded = await upload(await createSolidImage(width, height).png().toBuffer(), 'text')
  const files = await readFiles(uploaded.url)

  expect(files.map((file) => `${file.size.width}x${file.size.height}`)).toEqual(expected)
  expect(`${uploaded.width}x${uploaded.height}`).toBe(expected[0])
  expect(files.every((file) => isWebPWithoutMetadata(file.bytes, file.size))).toBe(true)
})

test('a rotated photo is stored upright, and with the dimensions that one sees', async () => {
  const photo = await createSolidImage(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const { width, height } = await upload(photo, 'text')

  expect([width, height]).toEqual([200, 400])
})

test.each(['cover', 'text'] as const)('nothing but pixels is kept of a %s', async (kind) => {
  const exif = {
    IFD0: { Copyright: 'Secretive Ltd', Artist: 'ada' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
  }
  const photo = await createNoisePicture(900, 600)
    .jpeg()
    .withExif(exif)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Secretive</x:xmpmeta>')
    .withIccProfile('p3')
    .toBuffer()
  const files = await readFiles((await upload(photo, kind)).url)

  expect(photo.includes('Secretive')).toBe(true)
  expect(files).toHaveLength(2)
  for (const { bytes } of files) {
    expect(parseWebPChunks(bytes)?.map(({ name }) => name.trim())).toEqual(['VP8'])
    expect(bytes.includes('Secretive')).toBe(false)
  }
})

test('a picture that hardly compresses is stored at a lower quality', async () => {
  const pixels = Buffer.alloc(1_280 * 2_560 * 3)
  let seed = 7
  for (let offset = 0; offset < pixels.length; offset += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    pixels[offset] = seed >> 23
  }
  const noise = sharp(pixels, { raw: { width: 1_280, height: 2_560, channels: 3 } })
  const { url } = await upload(await noise.jpeg({ quality: 50 }).toBuffer(), 'text')
  const [large] = await readFiles(url)

  expect(large?.bytes.length).toBeLessThan(2_000_000)
})

test('a picture is served in its own sizes only', async () => {
  const { url } = await upload(await createSolidImage(1_280, 720).png().toBuffer(), 'text')
  const fetchStatus = async (file: string) =>
    (await api.visitor.request('GET', url.replace('1280x720.webp', file))).statusCode

  expect(await fetchStatus('1280x720.webp')).toBe(200)
  for (const file of ['1280x719.webp', '320x180.webp', '512.webp', '0x0.webp', '1280x720.svg'])
    expect(await fetchStatus(file)).toBe(404)
})

test('an unknown kind of picture is refused', async () => {
  const reply = await ada.request('POST', uploadPostPicture.url.replace(':kind', 'banner'))

  expect(reply.statusCode).toBeGreaterThanOrEqual(400)
  expect(reply.statusCode).toBeLessThan(500)
})

test('a member who uploads nine pictures for a post is not refused, one who uploads sixty-one is', async () => {
  await using strict = await startApp()
  const bob = await signInNewMember(strict, 'bob')
  const statuses: number[] = []
  for (let index = 0; index < 61; index += 1) {
    const reply = await uploadPictureFile(bob, Buffer.from('x'), { kind: 'text' })
    statuses.push(reply.statusCode)
  }

  expect(statuses.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 400))
  expect(statuses.at(-1)).toBe(429)
})

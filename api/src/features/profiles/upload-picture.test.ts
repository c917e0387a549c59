import { PICTURE_BYTES_MAX, PICTURE_SIZES } from '@dolph/contract/pictures/pictures'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseWebPChunks, isWebPWithoutMetadata } from '../pictures/webp.ts'
import type { Browser } from '../../testing/browser.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { createNoisePicture } from '../../testing/pictures/picture-bytes.ts'
import { startApp } from '../../testing/start-app.ts'
import { extractPictureKey, uploadPictureFile } from '../../testing/pictures/upload-picture-file.ts'

let api: Awaited<ReturnType<typeof startApp>>
let ada: Browser
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  ada = await signInNewMember(api, 'ada')
})
afterAll(async () => api[Symbol.asyncDispose]())

const RED = { r: 255, g: 0, b: 0 }
const BLUE = { r: 0, g: 0, b: 255 }
const createSolidImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: RED } })

async function readPicture(key: string, size: keyof typeof PICTURE_SIZES): Promise<Buffer> {
  const reply = await api.visitor.request('GET', `/pictures/${key}/${PICTURE_SIZES[size]}.webp`)
  expect(reply.statusCode).toBe(200)
  return reply.rawPayload
}

async function readColorAt(picture: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha()
  return [...(await pixel.raw().toBuffer())]
}

const formats: [string, () => Promise<Buffer>][] = [
  ['a JPEG', () => createNoisePicture(640, 480).jpeg().toBuffer()],
  ['a progressive JPEG', () => createNoisePicture(640, 480).jpeg({ progressive: true }).toBuffer()],
  ['a PNG', () => createNoisePicture(640, 480).png().toBuffer()],
  ['an interlaced PNG', () => createNoisePicture(640, 480).png({ progressive: true }).toBuffer()],
  ['a PNG with a palette', () => createNoisePicture(64, 48).png({ palette: true }).toBuffer()],
  ['a PNG with 16 bits', () => createNoisePicture(64, 48).toColourspace('rgb16').png().toBuffer()],
  ['a WebP', () => createNoisePicture(640, 480).webp().toBuffer()],
  ['a lossless WebP', () => createNoisePicture(64, 48).webp({ lossless: true }).toBuffer()],
  ['a JPEG in CMYK', () => createSolidImage(64, 48).toColourspace('cmyk').jpeg().toBuffer()],
  ['a grey JPEG', () => createNoisePicture(64, 48).greyscale().jpeg().toBuffer()],
  ['a grey PNG', () => createNoisePicture(64, 48).greyscale().png().toBuffer()],
  ['a transparent PNG', () => createNoisePicture(64, 48).ensureAlpha(0.3).png().toBuffer()],
  ['a single pixel', () => createSolidImage(1, 1).png().toBuffer()],
  ['a picture one pixel wide', () => createSolidImage(1, 20_000).png().toBuffer()],
  ['a picture one pixel high', () => createSolidImage(20_000, 1).png().toBuffer()],
  ['a picture of 24 megapixels', () => createSolidImage(6_000, 4_000).jpeg().toBuffer()],
]

describe('a member uploads', () => {
  test.each(formats)('%s, and gets two square WebP pictures without metadata', async (_, make) => {
    const reply = await uploadPictureFile(ada, await make())

    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual({ success: true, url: expect.stringMatching(/^\/pictures\//) })
    for (const size of ['large', 'small'] as const) {
      const picture = await readPicture(extractPictureKey(reply), size)
      const side = PICTURE_SIZES[size]
      expect(isWebPWithoutMetadata(picture, { width: side, height: side })).toBe(true)
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', space: 'srgb' })
    }
  })

  test('a rotated photo, and sees it upright', async () => {
    const halves = createSolidImage(400, 200).composite([
      {
        input: { create: { width: 200, height: 200, channels: 3, background: BLUE } },
        left: 200,
        top: 0,
      },
    ])
    const photo = await sharp(await halves.png().toBuffer())
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const picture = await readPicture(
      extractPictureKey(await uploadPictureFile(ada, photo)),
      'large',
    )
    const [top, bottom] = [
      await readColorAt(picture, 256, 20),
      await readColorAt(picture, 256, 490),
    ]

    expect(top[0]).toBeGreaterThan(200)
    expect(bottom[2]).toBeGreaterThan(200)
  })

  test('a photo with location metadata, which is removed', async () => {
    const exif = {
      IFD0: { Copyright: 'Secretive Ltd', Artist: 'ada' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    }
    const photo = await createNoisePicture(300, 300)
      .jpeg()
      .withExif(exif)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Secretive</x:xmpmeta>')
      .withIccProfile('p3')
      .toBuffer()
    expect(photo.includes('Secretive')).toBe(true)
    const key = extractPictureKey(await uploadPictureFile(ada, photo))

    for (const size of ['large', 'small'] as const) {
      const picture = await readPicture(key, size)
      const { exif: storedExif, icc, xmp, comments } = await sharp(picture).metadata()
      expect([storedExif, icc, xmp, comments]).toEqual([undefined, undefined, undefined, undefined])
      expect(parseWebPChunks(picture)?.map(({ name }) => name.trim())).toEqual(['VP8'])
      expect(picture.includes('Secretive')).toBe(false)
    }
  })

  test('an animated WebP, and gets its first frame', async () => {
    const frames = await Promise.all(
      [RED, BLUE].map((background) =>
        sharp({ create: { width: 60, height: 60, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const animation = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer()
    expect((await sharp(animation).metadata()).pages).toBe(2)
    const picture = await readPicture(
      extractPictureKey(await uploadPictureFile(ada, animation)),
      'large',
    )
    const [red = 0, , blue = 255] = await readColorAt(picture, 256, 256)

    expect((await sharp(picture).metadata()).pages).toBeUndefined()
    expect(red).toBeGreaterThan(200)
    expect(blue).toBeLessThan(60)
  })

  test('a file of exactly 5 MB, but not one byte more', async () => {
    const photo = await createNoisePicture(100, 100).jpeg().toBuffer()
    const padded = (length: number) => Buffer.concat([photo, Buffer.alloc(length - photo.length)])
    const [largest, larger] = [
      await uploadPictureFile(ada, padded(PICTURE_BYTES_MAX)),
      await uploadPictureFile(ada, padded(PICTURE_BYTES_MAX + 1)),
    ]

    expect(largest.statusCode).toBe(201)
    expect(larger.statusCode).toBe(400)
    expect(larger.json()).toMatchObject({ message: 'The picture cannot be larger than 5 MB' })
  })

  test.each([
    [
      'too many pixels',
      () => createSolidImage(5_000, 4_801).png().toBuffer(),
      'The picture has too many pixels',
    ],
    [
      'a file that is not a picture',
      async () => Buffer.from('Hi'),
      'Please choose a JPEG, PNG or WebP picture',
    ],
  ])('%s, and is refused with the reason', async (_, make, message) => {
    const reply = await uploadPictureFile(ada, await make())

    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'invalid-input', message })
  })

  test('the same file twice, and gets two pictures', async () => {
    const photo = await createSolidImage(20, 20).png().toBuffer()
    const [first, second] = [
      await uploadPictureFile(ada, photo),
      await uploadPictureFile(ada, photo),
    ]

    expect(extractPictureKey(first)).not.toBe(extractPictureKey(second))
  })
})

describe('an upload is refused', () => {
  test('without being signed in', async () => {
    expect((await uploadPictureFile(api.browser(), Buffer.from('x'))).statusCode).toBe(401)
  })

  test('without a valid CSRF token, or from another site', async () => {
    const bare = await uploadPictureFile(ada, Buffer.from('x'), {
      headers: { 'x-csrf-token': 'wrong' },
    })
    const elsewhere = await uploadPictureFile(ada, Buffer.from('x'), {
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })

    expect([bare.statusCode, elsewhere.statusCode]).toEqual([403, 403])
  })

  test('after twenty uploads in an hour', async () => {
    await using strict = await startApp()
    const bob = await signInNewMember(strict, 'bob')
    const statuses: number[] = []
    for (let index = 0; index < 21; index += 1) {
      statuses.push((await uploadPictureFile(bob, Buffer.from('x'))).statusCode)
    }

    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 400))
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('a picture', () => {
  test('is cached by browsers for a year, and can run nothing', async () => {
    const key = extractPictureKey(
      await uploadPictureFile(ada, await createSolidImage(20, 20).png().toBuffer()),
    )
    const url = `/pictures/${key}/512.webp`
    const first = await api.visitor.request('GET', url)
    const again = await api.visitor.request('GET', url, {
      headers: { 'if-none-match': String(first.headers['etag']) },
    })

    expect(first.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test.each([
    ['that was never uploaded', `/pictures/${'A'.repeat(43)}/512.webp`],
    ['of an unknown size', `/pictures/${'A'.repeat(43)}/1024.webp`],
    ['with an invalid key', '/pictures/..%2f..%2fetc/512.webp'],
    ['with a path traversal', `/pictures/${'A'.repeat(43)}/..%2f512.webp`],
  ])('%s is not found, and the 404 is not cached', async (_, url) => {
    const reply = await api.visitor.request('GET', url)

    expect(reply.statusCode).toBe(404)
    expect(reply.headers['cache-control']).toBe('no-store')
  })
})

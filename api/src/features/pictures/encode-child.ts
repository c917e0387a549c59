/**
 * A separate process that decodes one untrusted picture and writes two versions of it. A file that exploits or crashes the
 * decoder does so here, without access to secrets and for one upload only. See encode-picture.ts.
 */
import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import {
  EXIT_CODES,
  OUTPUT_HEADER_BYTES,
  parseLayout,
  PIXELS_MAX,
  type PictureLayout,
} from './encode-protocol.ts'

/** The second is for a file that is too large at the first; a third try would take too long. */
const WEBP_QUALITIES = [82, 40]
const FILE_BYTES_WANTED = 700_000

interface Size {
  width: number
  height: number
}

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)
try {
  const layout = parseLayout(process.argv.slice(2))
  process.stdout.write(await encode(await buffer(process.stdin), layout))
} catch (error) {
  const isTooLarge = error instanceof Error && error.message.includes('exceeds pixel limit')
  process.exitCode = isTooLarge ? EXIT_CODES.tooManyPixels : EXIT_CODES.unreadable
}

async function encode(input: Buffer, layout: PictureLayout): Promise<Buffer> {
  const picture = sharp(input, {
    limitInputPixels: PIXELS_MAX,
    failOn: 'warning',
    pages: 1,
  })
  const original = (await picture.metadata()).autoOrient
  const size = layout.mode === 'crop' ? layout : fitInto(original, layout)
  // Cropped before it is resized: a very narrow picture would become enormously long. The raw pixels carry none of the
  // metadata of the file.
  const { data, info } = await picture
    .autoOrient()
    .extract(findMiddle(original, layout))
    .resize(size.width, size.height, { fit: 'fill' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = () => sharp(data, { raw: { width, height, channels } })
  const large = await writeWebP(pixels)
  const small = await encodeSmall(pixels, size, layout.smallWidth)
  const header = Buffer.alloc(OUTPUT_HEADER_BYTES)
  header.writeUInt32BE(large.length)
  header.writeUInt16BE(width, 4)
  header.writeUInt16BE(height, 6)
  return Buffer.concat([header, large, small])
}

/** Empty if the large file is narrow enough. */
async function encodeSmall(pixels: () => Sharp, { width, height }: Size, smallWidth: number) {
  if (width <= smallWidth) return Buffer.alloc(0)
  const smallHeight = Math.max(1, Math.round((height * smallWidth) / width))
  return writeWebP(() => pixels().resize(smallWidth, smallHeight, { fit: 'fill' }))
}

async function writeWebP(pixels: () => Sharp): Promise<Buffer> {
  let bytes = Buffer.alloc(0)
  for (const quality of WEBP_QUALITIES) {
    bytes = await pixels().webp({ quality }).toBuffer()
    if (bytes.length <= FILE_BYTES_WANTED) break
  }
  return bytes
}

function findMiddle({ width, height }: Size, layout: PictureLayout) {
  if (layout.mode === 'fit') return { left: 0, top: 0, width, height }
  const cropWidth = Math.min(width, Math.floor((height * layout.width) / layout.height) || 1)
  const cropHeight = Math.min(height, Math.floor((width * layout.height) / layout.width) || 1)
  return {
    left: Math.floor((width - cropWidth) / 2),
    top: Math.floor((height - cropHeight) / 2),
    width: cropWidth,
    height: cropHeight,
  }
}

function fitInto({ width, height }: Size, bounds: Size): Size {
  const scale = Math.min(1, bounds.width / width, bounds.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/**
 * A program of its own: reads one picture from somebody we do not trust, writes two squares of it. Whatever such a
 * file does to the decoder, it does here, where there is nothing to find, and for one upload only. See encode-picture.ts.
 */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { EXIT_CODES, PIXELS_MAX } from './encode-protocol.ts'

const DECODE_TIMEOUT_SECONDS = 5
const WEBP_QUALITY = 82

const [largeSide = 0, smallSide = 0] = process.argv.slice(2).map(Number)

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)
try {
  const { large, small } = await encodeSquares(await buffer(process.stdin))
  const lengthOfLarge = Buffer.alloc(4)
  lengthOfLarge.writeUInt32BE(large.length)
  process.stdout.write(Buffer.concat([lengthOfLarge, large, small]))
} catch (error) {
  const isTooLarge = error instanceof Error && error.message.includes('exceeds pixel limit')
  process.exitCode = isTooLarge ? EXIT_CODES.tooManyPixels : EXIT_CODES.unreadable
}

async function encodeSquares(given: Buffer): Promise<{ large: Buffer; small: Buffer }> {
  const picture = sharp(given, {
    limitInputPixels: PIXELS_MAX,
    failOn: 'warning',
    pages: 1,
  }).timeout({ seconds: DECODE_TIMEOUT_SECONDS })
  const { width, height } = (await picture.metadata()).autoOrient
  const side = Math.min(width, height)
  const square = {
    left: Math.floor((width - side) / 2),
    top: Math.floor((height - side) / 2),
    width: side,
    height: side,
  }
  // Cut before it is scaled: a thread of a picture would be scaled to miles of it. From here on there are only
  // pixels, and nothing that came with them.
  const { data, info } = await picture
    .autoOrient()
    .extract(square)
    .resize(largeSide, largeSide, { fit: 'fill' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width: rawWidth, height: rawHeight, channels } = info
  const pixels = () => sharp(data, { raw: { width: rawWidth, height: rawHeight, channels } })
  return {
    large: await pixels().webp({ quality: WEBP_QUALITY }).toBuffer(),
    small: await pixels().resize(smallSide).webp({ quality: WEBP_QUALITY }).toBuffer(),
  }
}

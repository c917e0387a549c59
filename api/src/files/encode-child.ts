/**
 * A separate process that decodes one untrusted picture and writes two square versions of it. A file that exploits or
 * crashes the decoder does so here, without access to secrets and for one upload only. See encode-picture.ts.
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
  const largeLength = Buffer.alloc(4)
  largeLength.writeUInt32BE(large.length)
  process.stdout.write(Buffer.concat([largeLength, large, small]))
} catch (error) {
  const isTooLarge = error instanceof Error && error.message.includes('exceeds pixel limit')
  process.exitCode = isTooLarge ? EXIT_CODES.tooManyPixels : EXIT_CODES.unreadable
}

async function encodeSquares(input: Buffer): Promise<{ large: Buffer; small: Buffer }> {
  const picture = sharp(input, {
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
  // Cropped before it is resized: a very narrow picture would become enormously long. The raw pixels carry none of the
  // metadata of the file.
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

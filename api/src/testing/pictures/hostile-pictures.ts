import { createMalformedPngs } from './malformed-pngs.ts'
import {
  buildWebPCanvas,
  buildGreyRows,
  overrideJpegSize,
  buildJpegSegment,
  insertJpegSegments,
  buildPng,
  PNG_END,
  buildPngChunk,
  buildPngHeader,
  buildPngWithChunks,
  buildWebP,
  createNoisePicture,
  buildWebPChunk,
} from './picture-bytes.ts'
import {
  createUnsupportedFiles,
  toLatin1Bytes,
  HTML_SCRIPT,
  SVG_WITH_SCRIPT,
  createZipBomb,
  type BytesOrText,
} from './unsupported-files.ts'
import { chooseSize } from '../test-size.ts'

export interface HostilePicture {
  name: string
  bytes: Buffer
  /** `either`: the picture may be accepted or refused, as long as nothing breaks. */
  expectedResult: 'refused' | 'either' | 'too-many-pixels'
}

const MEGABYTE = 1024 * 1024
/** At how many places a valid picture is cut off: once in its header, and then in its pixels. */
const CUTS = chooseSize({ short: 3, long: 20 })
const CORRUPTIONS = chooseSize({ short: 2, long: 12 })

/** Files that attack a server that decodes pictures. */
export async function createHostilePictures(): Promise<HostilePicture[]> {
  const valid = {
    jpeg: await createNoisePicture(300, 200).jpeg().toBuffer(),
    png: await createNoisePicture(60, 40).png().toBuffer(),
    webp: await createNoisePicture(300, 200).webp().toBuffer(),
  }
  const files: HostilePicture[] = []
  const add = (
    expectedResult: HostilePicture['expectedResult'],
    contents: Record<string, BytesOrText>,
  ) => {
    for (const [name, bytes] of Object.entries(contents))
      files.push({ name, bytes: toLatin1Bytes(bytes), expectedResult })
  }

  add('refused', await createUnsupportedFiles(valid.jpeg))
  add('too-many-pixels', createPixelBombs(valid.jpeg))
  add('either', createMalformedPngs())
  add('either', createMalformedWebPs(valid.webp))
  add('either', createMalformedJpegs(valid.jpeg))
  add('either', {
    'a JPEG followed by HTML': Buffer.concat([valid.jpeg, toLatin1Bytes(HTML_SCRIPT)]),
    'a JPEG followed by SVG': Buffer.concat([valid.jpeg, toLatin1Bytes(SVG_WITH_SCRIPT)]),
    'a JPEG with HTML in its comment': insertJpegSegments(
      valid.jpeg,
      buildJpegSegment(0xfe, toLatin1Bytes(HTML_SCRIPT)),
    ),
    'a PNG followed by a ZIP': Buffer.concat([valid.png, createZipBomb(1)]),
    'a PNG with HTML in its text chunk': buildPngWithChunks(
      buildPngChunk('tEXt', toLatin1Bytes(`Comment\0${HTML_SCRIPT}`)),
    ),
    'a WebP followed by HTML': Buffer.concat([valid.webp, toLatin1Bytes(HTML_SCRIPT)]),
  })
  for (const [kind, bytes] of Object.entries(valid)) {
    for (let part = 0; part < CUTS; part += 1) {
      const end = Math.max(12, Math.floor((bytes.length * part) / CUTS))
      add('refused', { [`a ${kind} cut after ${end} bytes`]: bytes.subarray(0, end) })
    }
    for (let change = 1; change <= CORRUPTIONS; change += 1) {
      add('either', { [`a ${kind} with corruption ${change}`]: corruptBytes(bytes, change) })
    }
  }
  return files
}

/** Small files whose headers declare huge dimensions, and two that really have them. */
function createPixelBombs(jpeg: Buffer): Record<string, BytesOrText> {
  const sides = [5_000, 10_000, 17_000, 65_000]
  const pixels = buildPngChunk('IDAT', buildGreyRows(100, 100))
  const files: Record<string, BytesOrText> = {
    'a real PNG of 17,000 by 17,000': buildPng(
      buildPngHeader(17_000, 17_000, { depth: 1, colour: 0 }),
      buildPngChunk('IDAT', buildGreyRows(17_000, 17_000)),
      PNG_END,
    ),
    'a real interlaced PNG of 17,000 by 17,000': buildPng(
      buildPngHeader(17_000, 17_000, { depth: 1, colour: 0, interlace: 1 }),
      buildPngChunk('IDAT', buildGreyRows(17_000, 17_100)),
      PNG_END,
    ),
  }
  for (const side of sides) {
    files[`a PNG that declares a side of ${side}`] = buildPng(
      buildPngHeader(side, side),
      pixels,
      PNG_END,
    )
    files[`a 16-bit PNG that declares a side of ${side}`] = buildPng(
      buildPngHeader(side, side, { depth: 16, colour: 6 }),
      pixels,
      PNG_END,
    )
    files[`a JPEG that declares a side of ${side}`] = overrideJpegSize(jpeg, side, side)
  }
  return files
}

function createMalformedWebPs(webp: Buffer): Record<string, BytesOrText> {
  const pixels = webp.subarray(12)
  const withDeclaredLength = (length: number) => {
    const copy = Buffer.from(webp)
    copy.writeUInt32LE(length, 4)
    return copy
  }
  return {
    'a WebP that declares a greater length': withDeclaredLength(0x7fffffff),
    'a WebP that declares a smaller length': withDeclaredLength(40),
    'a WebP that declares a length of zero': withDeclaredLength(0),
    'a WebP with a chunk of 4 GB': buildWebP(
      buildWebPChunk('VP8 ', pixels.subarray(8), 0xfffffff0),
    ),
    'a WebP on a canvas of 16,000': buildWebP(buildWebPCanvas(16_000, 16_000), pixels),
    'a WebP on the largest canvas': buildWebP(buildWebPCanvas(16_777_216, 16_777_216), pixels),
    'an animated WebP without frames': buildWebP(
      buildWebPCanvas(300, 200, 2),
      buildWebPChunk('ANIM', Buffer.alloc(6)),
    ),
    'a WebP with a frame outside its canvas': buildWebP(
      buildWebPCanvas(300, 200, 2),
      buildWebPChunk('ANIM', Buffer.alloc(6)),
      buildWebPChunk('ANMF', Buffer.concat([Buffer.alloc(16, 0xff), pixels])),
    ),
    'a WebP with 4 MB of zeros as a color profile': buildWebP(
      buildWebPCanvas(300, 200, 0x20),
      buildWebPChunk('ICCP', Buffer.alloc(4 * MEGABYTE)),
      pixels,
    ),
    'a lossless WebP without pixels': buildWebP(
      buildWebPChunk('VP8L', Buffer.from([0x2f, 255, 255, 255, 255])),
    ),
  }
}

function createMalformedJpegs(jpeg: Buffer): Record<string, BytesOrText> {
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  const end = Buffer.from([0xff, 0xd9])
  return {
    'a JPEG with 10,000 segments': insertJpegSegments(
      jpeg,
      ...Array.from({ length: 10_000 }, () => buildJpegSegment(0xe1, toLatin1Bytes('Exif\0\0'))),
    ),
    'a JPEG with 60 kB of broken EXIF': insertJpegSegments(
      jpeg,
      buildJpegSegment(
        0xe1,
        Buffer.concat([toLatin1Bytes('Exif\0\0II*\0'), Buffer.alloc(60_000, 0xff)]),
      ),
    ),
    'a JPEG with invalid Huffman tables': insertJpegSegments(
      jpeg,
      buildJpegSegment(0xc4, Buffer.alloc(30, 0xff)),
    ),
    'a JPEG with two hundred scans': Buffer.concat([
      jpeg.subarray(0, -2),
      ...Array.from({ length: 200 }, () => scan),
      end,
    ]),
    'a JPEG without a width': overrideJpegSize(jpeg, 0, 200),
    'a JPEG without a height': overrideJpegSize(jpeg, 300, 0),
    'a JPEG that declares a greater width': overrideJpegSize(jpeg, 4_000, 200),
    'a JPEG with an invalid color profile': insertJpegSegments(
      jpeg,
      buildJpegSegment(
        0xe2,
        Buffer.concat([toLatin1Bytes('ICC_PROFILE\0\x01\x01'), Buffer.alloc(5_000, 7)]),
      ),
    ),
  }
}

/** Overwrites bytes at pseudo-random places, the same on every run and none in the first 16 bytes. */
function corruptBytes(bytes: Buffer, change: number): Buffer {
  const corrupted = Buffer.from(bytes)
  let seed = change * 7_919
  for (let count = 0; count < change * 3; count += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    const offset = 16 + (seed % (corrupted.length - 16))
    corrupted[offset] = (seed >> 16) & 0xff
  }
  return corrupted
}

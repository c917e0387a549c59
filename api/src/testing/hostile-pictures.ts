import { deflateSync } from 'node:zlib'
import { foreignFiles, latin, SCRIPT, SVG, zipOf, type Bytes } from './foreign-files.ts'
import {
  canvas,
  greyRows,
  jpegSaying,
  jpegSegment,
  jpegWith,
  png,
  PNG_END,
  pngChunk,
  pngHeader,
  pngWith,
  riff,
  somePixels,
  uint32,
  webpChunk,
} from './picture-bytes.ts'

export interface HostileFile {
  name: string
  bytes: Buffer
  /** What must become of it. `either`: it may be shown or refused, as long as nothing breaks. */
  fate: 'refused' | 'either' | 'too-many-pixels'
}

const MEGABYTE = 1024 * 1024

/** Files that people send to break a server that decodes pictures. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const right = {
    jpeg: await somePixels(300, 200).jpeg().toBuffer(),
    png: await somePixels(60, 40).png().toBuffer(),
    webp: await somePixels(300, 200).webp().toBuffer(),
  }
  const files: HostileFile[] = []
  const add = (fate: HostileFile['fate'], some: Record<string, Bytes>) => {
    for (const [name, bytes] of Object.entries(some))
      files.push({ name, bytes: latin(bytes), fate })
  }

  add('refused', await foreignFiles(right.jpeg))
  add('too-many-pixels', floods(right.jpeg))
  add('either', strangePngs())
  add('either', strangeWebPs(right.webp))
  add('either', strangeJpegs(right.jpeg))
  add('either', {
    'a JPEG that goes on as HTML': Buffer.concat([right.jpeg, latin(SCRIPT)]),
    'a JPEG that goes on as SVG': Buffer.concat([right.jpeg, latin(SVG)]),
    'a JPEG with HTML in its comment': jpegWith(right.jpeg, jpegSegment(0xfe, latin(SCRIPT))),
    'a PNG that goes on as a ZIP': Buffer.concat([right.png, zipOf(1)]),
    'a PNG with HTML in its text': pngWith(pngChunk('tEXt', latin(`Comment\0${SCRIPT}`))),
    'a WebP that goes on as HTML': Buffer.concat([right.webp, latin(SCRIPT)]),
  })
  for (const [kind, bytes] of Object.entries(right)) {
    for (let twentieth = 0; twentieth < 20; twentieth += 1) {
      const end = Math.max(12, Math.floor((bytes.length * twentieth) / 20))
      add('refused', { [`a ${kind} cut after ${end} bytes`]: bytes.subarray(0, end) })
    }
    for (let change = 1; change <= 12; change += 1) {
      add('either', { [`a ${kind} with mistake ${change}`]: withMistakes(bytes, change) })
    }
  }
  return files
}

/** Small files that say they are huge, and one that really is. */
function floods(jpeg: Buffer): Record<string, Bytes> {
  const sides = [5_000, 10_000, 17_000, 65_000]
  const pixels = pngChunk('IDAT', greyRows(100, 100))
  const files: Record<string, Bytes> = {
    'a real PNG of 17,000 by 17,000': png(
      pngHeader(17_000, 17_000, { depth: 1, colour: 0 }),
      pngChunk('IDAT', greyRows(17_000, 17_000)),
      PNG_END,
    ),
    'a real interlaced PNG of 17,000 by 17,000': png(
      pngHeader(17_000, 17_000, { depth: 1, colour: 0, interlace: 1 }),
      pngChunk('IDAT', greyRows(17_000, 17_100)),
      PNG_END,
    ),
  }
  for (const side of sides) {
    files[`a PNG that says ${side}`] = png(pngHeader(side, side), pixels, PNG_END)
    files[`a deep PNG that says ${side}`] = png(
      pngHeader(side, side, { depth: 16, colour: 6 }),
      pixels,
      PNG_END,
    )
    files[`a JPEG that says ${side}`] = jpegSaying(jpeg, side, side)
  }
  return files
}

function strangePngs(): Record<string, Bytes> {
  const header = pngHeader(16, 16, { depth: 1, colour: 0 })
  const pixels = pngChunk('IDAT', greyRows(16, 16))
  const bomb = deflateSync(Buffer.alloc(64 * MEGABYTE), { level: 9 })
  const wrongHeader = Buffer.from(header)
  wrongHeader.writeUInt32BE(1, header.length - 4)
  return {
    'a PNG with a bomb for a colour profile': pngWith(
      pngChunk('iCCP', Buffer.concat([latin('x\0\0'), bomb])),
    ),
    'a PNG with a bomb for a text': pngWith(
      pngChunk('zTXt', Buffer.concat([latin('x\0\0'), bomb])),
    ),
    'a PNG with a bomb for an international text': pngWith(
      pngChunk('iTXt', Buffer.concat([latin('x\0\x01\0\0\0'), bomb])),
    ),
    'a PNG with more pixels than it says': png(header, pngChunk('IDAT', bomb), PNG_END),
    'a PNG with 5,000 texts': pngWith(
      ...Array.from({ length: 5_000 }, (_, nth) => pngChunk('tEXt', latin(`k${nth}\0v`))),
    ),
    'a PNG with 5,000 parts of nothing': png(
      header,
      ...Array.from({ length: 5_000 }, () => pngChunk('IDAT', Buffer.alloc(0))),
      pixels,
      PNG_END,
    ),
    'a PNG whose header has a wrong sum': png(wrongHeader, pixels, PNG_END),
    'a PNG whose pixels have a wrong sum': png(
      header,
      pngChunk('IDAT', greyRows(16, 16), 1),
      PNG_END,
    ),
    'a PNG with its pixels before its header': png(pixels, header, PNG_END),
    'a PNG with two headers': png(header, pngHeader(9_000, 9_000), pixels, PNG_END),
    'a PNG with a palette at its end': png(
      header,
      pixels,
      pngChunk('PLTE', Buffer.alloc(3)),
      PNG_END,
    ),
    'a PNG with a palette of nothing': png(
      pngHeader(16, 16, { colour: 3 }),
      pngChunk('PLTE', Buffer.alloc(0)),
      pixels,
      PNG_END,
    ),
    'a PNG without an end': png(header, pixels),
    'a PNG without a width': png(pngHeader(0, 16), pixels, PNG_END),
    'a PNG with a negative height': png(pngHeader(16, -16), pixels, PNG_END),
    'a PNG of a depth there is not': png(pngHeader(16, 16, { depth: 3 }), pixels, PNG_END),
    'a PNG of a colour there is not': png(pngHeader(16, 16, { colour: 5 }), pixels, PNG_END),
    'a PNG with a chunk of 4 GB': png(header, uint32(0xffffffff), latin('IDAT'), pixels),
    'a PNG with a thousand frames': pngWith(
      pngChunk('acTL', Buffer.concat([uint32(1_000), uint32(0)])),
    ),
    'a PNG with an orientation from nowhere': pngWith(
      pngChunk('eXIf', latin('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\xff\xff\0\0\0\0\0\0')),
    ),
  }
}

function strangeWebPs(webp: Buffer): Record<string, Bytes> {
  const pixels = webp.subarray(12)
  const saying = (length: number) => {
    const lying = Buffer.from(webp)
    lying.writeUInt32LE(length, 4)
    return lying
  }
  return {
    'a WebP that says it is longer': saying(0x7fffffff),
    'a WebP that says it is shorter': saying(40),
    'a WebP that says it is nothing': saying(0),
    'a WebP with a chunk of 4 GB': riff(webpChunk('VP8 ', pixels.subarray(8), 0xfffffff0)),
    'a WebP on a canvas of 16,000': riff(canvas(16_000, 16_000), pixels),
    'a WebP on the largest canvas': riff(canvas(16_777_216, 16_777_216), pixels),
    'a WebP that moves without frames': riff(
      canvas(300, 200, 2),
      webpChunk('ANIM', Buffer.alloc(6)),
    ),
    'a WebP with a frame outside of it': riff(
      canvas(300, 200, 2),
      webpChunk('ANIM', Buffer.alloc(6)),
      webpChunk('ANMF', Buffer.concat([Buffer.alloc(16, 0xff), pixels])),
    ),
    'a WebP with 4 MB of nothing for a profile': riff(
      canvas(300, 200, 0x20),
      webpChunk('ICCP', Buffer.alloc(4 * MEGABYTE)),
      pixels,
    ),
    'a lossless WebP of nothing': riff(webpChunk('VP8L', Buffer.from([0x2f, 255, 255, 255, 255]))),
  }
}

function strangeJpegs(jpeg: Buffer): Record<string, Bytes> {
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  const end = Buffer.from([0xff, 0xd9])
  return {
    'a JPEG with 10,000 segments': jpegWith(
      jpeg,
      ...Array.from({ length: 10_000 }, () => jpegSegment(0xe1, latin('Exif\0\0'))),
    ),
    'a JPEG with 60 kB of broken EXIF': jpegWith(
      jpeg,
      jpegSegment(0xe1, Buffer.concat([latin('Exif\0\0II*\0'), Buffer.alloc(60_000, 0xff)])),
    ),
    'a JPEG with tables of nonsense': jpegWith(jpeg, jpegSegment(0xc4, Buffer.alloc(30, 0xff))),
    'a JPEG with two hundred scans': Buffer.concat([
      jpeg.subarray(0, -2),
      ...Array.from({ length: 200 }, () => scan),
      end,
    ]),
    'a JPEG without a width': jpegSaying(jpeg, 0, 200),
    'a JPEG without a height': jpegSaying(jpeg, 300, 0),
    'a JPEG that says it is wider': jpegSaying(jpeg, 4_000, 200),
    'a JPEG with a colour profile of nonsense': jpegWith(
      jpeg,
      jpegSegment(0xe2, Buffer.concat([latin('ICC_PROFILE\0\x01\x01'), Buffer.alloc(5_000, 7)])),
    ),
  }
}

/** The same mistakes every time, none in the first bytes. */
function withMistakes(bytes: Buffer, change: number): Buffer {
  const wrong = Buffer.from(bytes)
  let seed = change * 7_919
  for (let count = 0; count < change * 3; count += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    const at = 16 + (seed % (wrong.length - 16))
    wrong[at] = (seed >> 16) & 0xff
  }
  return wrong
}

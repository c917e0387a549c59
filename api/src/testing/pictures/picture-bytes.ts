import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Noise over a gradient, the same on every run: unlike a single color, it does not compress to almost nothing. */
export function createNoisePicture(width: number, height: number) {
  const data = Buffer.alloc(width * height * 3)
  let seed = 7
  for (let offset = 0; offset < data.length; offset += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    data[offset] = ((offset % 256) >> 1) + (seed >> 24)
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

export const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
export const PNG_END = buildPngChunk('IEND', Buffer.alloc(0))

export function buildPngChunk(type: string, data: Buffer, crc?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([encodeUint32(data.length), body, encodeUint32(crc ?? crc32(body))])
}

interface PngHeaderOptions {
  depth?: number
  colour?: number
  interlace?: number
}

export function buildPngHeader(
  width: number,
  height: number,
  { depth = 8, colour = 2, interlace = 0 }: PngHeaderOptions = {},
): Buffer {
  const tail = Buffer.from([depth, colour, 0, 0, interlace])
  return buildPngChunk('IHDR', Buffer.concat([encodeUint32(width), encodeUint32(height), tail]))
}

/** The compressed rows of a picture in one grey, with one bit per pixel. */
export function buildGreyRows(width: number, height: number): Buffer {
  return deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
}

export function buildPng(...chunks: Buffer[]): Buffer {
  return Buffer.concat([PNG_SIGNATURE, ...chunks])
}

/** A small valid PNG with these chunks between its header and its pixels. */
export function buildPngWithChunks(...extra: Buffer[]): Buffer {
  const header = buildPngHeader(16, 16, { depth: 1, colour: 0 })
  return buildPng(header, ...extra, buildPngChunk('IDAT', buildGreyRows(16, 16)), PNG_END)
}

/** Inserts segments directly after the start marker of a JPEG. */
export function insertJpegSegments(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

export function buildJpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** A copy of a JPEG whose header declares another width and height. */
export function overrideJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg)
  const frame = findJpegFrame(copy)
  copy.writeUInt16BE(height, frame + 5)
  copy.writeUInt16BE(width, frame + 7)
  return copy
}

function findJpegFrame(jpeg: Buffer): number {
  let offset = 2
  while (offset < jpeg.length) {
    const marker = jpeg[offset + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2) return offset
    offset += 2 + jpeg.readUInt16BE(offset + 2)
  }
  throw new Error('The JPEG has no frame header')
}

export function buildWebP(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  return Buffer.concat([Buffer.from('RIFF'), encodeUint32LE(body.length), body])
}

export function buildWebPChunk(name: string, data: Buffer, length = data.length): Buffer {
  return Buffer.concat([
    Buffer.from(name),
    encodeUint32LE(length),
    data,
    Buffer.alloc(data.length % 2),
  ])
}

/** The header of an extended WebP. */
export function buildWebPCanvas(width: number, height: number, flags = 0): Buffer {
  const data = Buffer.alloc(10)
  data[0] = flags
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return buildWebPChunk('VP8X', data)
}

export function encodeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

function encodeUint32LE(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

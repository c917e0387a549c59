import { deflateSync } from 'node:zlib'
import {
  buildGreyRows,
  buildPng,
  PNG_END,
  buildPngChunk,
  buildPngHeader,
  buildPngWithChunks,
  encodeUint32,
} from './picture-bytes.ts'
import { toLatin1Bytes, type BytesOrText } from './unsupported-files.ts'

const MEGABYTE = 1024 * 1024

export function createMalformedPngs(): Record<string, BytesOrText> {
  const header = buildPngHeader(16, 16, { depth: 1, colour: 0 })
  const pixels = buildPngChunk('IDAT', buildGreyRows(16, 16))
  const bomb = deflateSync(Buffer.alloc(64 * MEGABYTE), { level: 9 })
  const wrongHeader = Buffer.from(header)
  wrongHeader.writeUInt32BE(1, header.length - 4)
  return {
    'a PNG with a decompression bomb as a color profile': buildPngWithChunks(
      buildPngChunk('iCCP', Buffer.concat([toLatin1Bytes('x\0\0'), bomb])),
    ),
    'a PNG with a decompression bomb as a text': buildPngWithChunks(
      buildPngChunk('zTXt', Buffer.concat([toLatin1Bytes('x\0\0'), bomb])),
    ),
    'a PNG with a decompression bomb as an international text': buildPngWithChunks(
      buildPngChunk('iTXt', Buffer.concat([toLatin1Bytes('x\0\x01\0\0\0'), bomb])),
    ),
    'a PNG with more pixels than it declares': buildPng(
      header,
      buildPngChunk('IDAT', bomb),
      PNG_END,
    ),
    'a PNG with 5,000 texts': buildPngWithChunks(
      ...Array.from({ length: 5_000 }, (_, index) =>
        buildPngChunk('tEXt', toLatin1Bytes(`k${index}\0v`)),
      ),
    ),
    'a PNG with 5,000 empty data chunks': buildPng(
      header,
      ...Array.from({ length: 5_000 }, () => buildPngChunk('IDAT', Buffer.alloc(0))),
      pixels,
      PNG_END,
    ),
    'a PNG whose header has a wrong checksum': buildPng(wrongHeader, pixels, PNG_END),
    'a PNG whose pixels have a wrong checksum': buildPng(
      header,
      buildPngChunk('IDAT', buildGreyRows(16, 16), 1),
      PNG_END,
    ),
    'a PNG with its pixels before its header': buildPng(pixels, header, PNG_END),
    'a PNG with two headers': buildPng(header, buildPngHeader(9_000, 9_000), pixels, PNG_END),
    'a PNG with a palette at its end': buildPng(
      header,
      pixels,
      buildPngChunk('PLTE', Buffer.alloc(3)),
      PNG_END,
    ),
    'a PNG with an empty palette': buildPng(
      buildPngHeader(16, 16, { colour: 3 }),
      buildPngChunk('PLTE', Buffer.alloc(0)),
      pixels,
      PNG_END,
    ),
    'a PNG without an end': buildPng(header, pixels),
    'a PNG without a width': buildPng(buildPngHeader(0, 16), pixels, PNG_END),
    'a PNG with a negative height': buildPng(buildPngHeader(16, -16), pixels, PNG_END),
    'a PNG with an invalid bit depth': buildPng(
      buildPngHeader(16, 16, { depth: 3 }),
      pixels,
      PNG_END,
    ),
    'a PNG with an invalid color type': buildPng(
      buildPngHeader(16, 16, { colour: 5 }),
      pixels,
      PNG_END,
    ),
    'a PNG with a chunk of 4 GB': buildPng(
      header,
      encodeUint32(0xffffffff),
      toLatin1Bytes('IDAT'),
      pixels,
    ),
    'a PNG with a thousand frames': buildPngWithChunks(
      buildPngChunk('acTL', Buffer.concat([encodeUint32(1_000), encodeUint32(0)])),
    ),
    'a PNG with an invalid orientation': buildPngWithChunks(
      buildPngChunk(
        'eXIf',
        toLatin1Bytes('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\xff\xff\0\0\0\0\0\0'),
      ),
    ),
  }
}

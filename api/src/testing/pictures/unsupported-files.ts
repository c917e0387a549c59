import { deflateSync, gzipSync } from 'node:zlib'
import { PNG_SIGNATURE, buildWebP, createNoisePicture, encodeUint32 } from './picture-bytes.ts'

export type BytesOrText = Buffer | string
export const HTML_SCRIPT = '<script>alert(document.domain)</script>'
export const SVG_WITH_SCRIPT = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${HTML_SCRIPT}</svg>`
const MEGABYTE = 1024 * 1024

/** Files that are no JPEG, PNG or WebP, although some begin like one. */
export async function createUnsupportedFiles(jpeg: Buffer): Promise<Record<string, BytesOrText>> {
  const pixels = createNoisePicture(20, 20)
  return {
    'an SVG with a script': SVG_WITH_SCRIPT,
    'an SVG with an XML declaration': `<?xml version="1.0"?>${SVG_WITH_SCRIPT}`,
    'an SVG that reads a file': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`,
    'a page': `<!doctype html>${HTML_SCRIPT}`,
    'a GIF that is a script': 'GIF89a=1;alert(1)//',
    'a bitmap': Buffer.concat([toLatin1Bytes('BM'), Buffer.alloc(200)]),
    'an icon': Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 0]),
    'a HEIC': Buffer.concat([encodeUint32(24), toLatin1Bytes('ftypheic\0\0\0\0mif1heic')]),
    'a film': Buffer.concat([encodeUint32(24), toLatin1Bytes('ftypisom\0\0\0\0isomiso2')]),
    'a PDF': `%PDF-1.7\n1 0 obj<</JS(app.alert(1))>>endobj`,
    'a PDF around a JPEG': Buffer.concat([toLatin1Bytes('%PDF-1.4\nstream\n'), jpeg]),
    'a Photoshop file': Buffer.concat([toLatin1Bytes('8BPS\0\x01'), Buffer.alloc(100)]),
    'a libvips file': Buffer.concat([toLatin1Bytes('\x08\xf2\xa6\xb6'), Buffer.alloc(100)]),
    'a JPEG XL': Buffer.concat([toLatin1Bytes('\xff\x0a'), Buffer.alloc(100)]),
    'a JPEG 2000': toLatin1Bytes('\0\0\0\x0cjP  \r\n\x87\n'),
    'a Radiance file': '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n',
    'an OpenEXR file': Buffer.concat([toLatin1Bytes('v/1\x01\x02\0\0\0'), Buffer.alloc(100)]),
    'a FITS file': 'SIMPLE  =                    T',
    'a portable pixmap': 'P6 1 1 255 abc',
    'an ImageMagick script': 'push graphic-context\nfill url(https://example.com/"|ls")\npop',
    'a PostScript file': '%!PS-Adobe-3.0\n(%pipe%id) (r) file',
    'a TrueType font': Buffer.concat([toLatin1Bytes('\0\x01\0\0'), Buffer.alloc(50)]),
    'a program': Buffer.concat([toLatin1Bytes('\x7fELF'), Buffer.alloc(100)]),
    'a shell script': '#!/bin/sh\nid',
    'a ZIP bomb': createZipBomb(4),
    'a gzip bomb': gzipSync(Buffer.alloc(4 * MEGABYTE)),
    'a sound': Buffer.concat([toLatin1Bytes('RIFF'), encodeUint32(0), toLatin1Bytes('WAVEfmt ')]),
    zeros: Buffer.alloc(1000),
    'one byte': Buffer.from([0xff]),
    'two magic bytes': Buffer.from([0xff, 0xd8]),
    'a page before a JPEG': Buffer.concat([toLatin1Bytes(HTML_SCRIPT), jpeg]),
    'the first bytes of a JPEG before an SVG': `\xff\xd8\xff\xe0${SVG_WITH_SCRIPT}`,
    'the first bytes of a PNG before a page': Buffer.concat([
      PNG_SIGNATURE,
      toLatin1Bytes(HTML_SCRIPT),
    ]),
    'the first bytes of a WebP before a page': buildWebP(toLatin1Bytes(HTML_SCRIPT)),
    'a WebP without chunks': buildWebP(),
    'a PNG without chunks': PNG_SIGNATURE,
    'a JPEG without segments': toLatin1Bytes('\xff\xd8\xff\xd9'),
    'a GIF': await pixels.clone().gif().toBuffer(),
    'a TIFF': await pixels.clone().tiff().toBuffer(),
    'an AVIF': await pixels.clone().avif({ effort: 0 }).toBuffer(),
  }
}

/** Encodes text as Latin-1, one byte per character. */
export function toLatin1Bytes(text: BytesOrText): Buffer {
  return typeof text === 'string' ? Buffer.from(text, 'latin1') : text
}

export function createZipBomb(megabytes: number): Buffer {
  const data = deflateSync(Buffer.alloc(megabytes * MEGABYTE), { level: 9 })
  return Buffer.concat([toLatin1Bytes('PK\x03\x04\x14\0\0\0\x08\0'), Buffer.alloc(20), data])
}

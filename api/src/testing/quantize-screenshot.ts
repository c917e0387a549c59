import sharp from 'sharp'

const PALETTE_SIZE = 256

/** A picture of a screen in half the bytes: of its colours only the nearest ones are kept, its size and edges stay. */
export async function quantizeScreenshot(png: Buffer): Promise<Buffer> {
  return sharp(png)
    .removeAlpha()
    .png({ colours: PALETTE_SIZE, dither: 0, compressionLevel: 9 })
    .toBuffer()
}

/** Whether it has been made small already: its header says that colours are looked up. */
export function isQuantizedScreenshot(png: Buffer): boolean {
  return png[COLOR_TYPE_OFFSET] === INDEXED_COLOR_TYPE
}

const COLOR_TYPE_OFFSET = 25
const INDEXED_COLOR_TYPE = 3

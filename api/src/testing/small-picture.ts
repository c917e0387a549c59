import sharp from 'sharp'

const COLOURS = 256

/** A picture of a screen in half the bytes: of its colours only the nearest ones are kept, its size and edges stay. */
export async function smallPicture(png: Buffer): Promise<Buffer> {
  return sharp(png)
    .removeAlpha()
    .png({ colours: COLOURS, dither: 0, compressionLevel: 9 })
    .toBuffer()
}

/** Whether it has been made small already: its header says that colours are looked up. */
export function isSmallPicture(png: Buffer): boolean {
  return png[COLOUR_TYPE_AT] === LOOKED_UP
}

const COLOUR_TYPE_AT = 25
const LOOKED_UP = 3

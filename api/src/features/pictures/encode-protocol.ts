/** What encode-child.ts and the process that starts it share. */

export const PIXELS_MAX = 24_000_000

/** Node's own exit codes are lower. */
export const EXIT_CODES = { tooManyPixels: 20, unreadable: 21 } as const

/** The output begins with the length of the large file, its width and its height. */
export const OUTPUT_HEADER_BYTES = 8

/**
 * `crop`: the middle of the picture in the proportions of `width` and `height`, scaled to exactly that size.
 * `fit`: the whole picture, scaled down until it fits; a small one stays as it is.
 * A picture that becomes wider than `smallWidth` gets a second file of that width.
 */
export interface PictureLayout {
  mode: 'crop' | 'fit'
  width: number
  height: number
  smallWidth: number
}

export function serializeLayout({ mode, width, height, smallWidth }: PictureLayout): string[] {
  return [mode, String(width), String(height), String(smallWidth)]
}

export function parseLayout([mode, ...sizes]: string[]): PictureLayout {
  const [width = 0, height = 0, smallWidth = 0] = sizes.map(Number)
  return { mode: mode === 'fit' ? 'fit' : 'crop', width, height, smallWidth }
}

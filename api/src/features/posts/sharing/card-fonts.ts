import { readFileSync } from 'node:fs'

/** The font of the product in the two files that divide its letters between them, each a family of its own: the second is the fallback. */
const FILES = {
  Latin: {
    500: import.meta
      .resolve('@fontsource/instrument-sans/files/instrument-sans-latin-500-normal.woff'),
    600: import.meta
      .resolve('@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff'),
  },
  LatinExtended: {
    500: import.meta
      .resolve('@fontsource/instrument-sans/files/instrument-sans-latin-ext-500-normal.woff'),
    600: import.meta
      .resolve('@fontsource/instrument-sans/files/instrument-sans-latin-ext-600-normal.woff'),
  },
}

export const CARD_FONT_FAMILY = Object.keys(FILES).join(', ')

export const CARD_FONTS = Object.entries(FILES).flatMap(([name, files]) =>
  ([500, 600] as const).map((weight) => ({
    name,
    weight,
    style: 'normal' as const,
    data: readFileSync(new URL(files[weight])),
  })),
)

import { fileURLToPath } from 'node:url'
import { openSync, type Font, type Glyph } from 'fontkit'

/** One weight of the font of the product, in the two files that divide its letters between them. */
export interface CardFont {
  files: Font[]
}

const FONT_FILES = {
  500: [
    import.meta.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-500-normal.woff'),
    import.meta
      .resolve('@fontsource/instrument-sans/files/instrument-sans-latin-ext-500-normal.woff'),
  ],
  600: [
    import.meta.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff'),
    import.meta
      .resolve('@fontsource/instrument-sans/files/instrument-sans-latin-ext-600-normal.woff'),
  ],
}

export function openCardFont(weight: keyof typeof FONT_FILES): CardFont {
  const files = FONT_FILES[weight].map((url) => {
    const font = openSync(fileURLToPath(url))
    if (!('layout' in font)) throw new Error(`${url} is not one font`)
    return font
  })
  return { files }
}

/** Whether the font has every letter of a text; it has none of the Japanese or Arabic script, and no emoji. */
export function hasLetters(font: CardFont, text: string): boolean {
  return [...text].every((letter) => findFile(font, letter) !== undefined)
}

export function measureText(font: CardFont, text: string, size: number): number {
  return layOut(font, text, size).width
}

/** A text as the data of an SVG path: it holds numbers only, so that no text of a member is ever part of the document. */
export function drawText(
  font: CardFont,
  text: string,
  { x, y, size }: { x: number; y: number; size: number },
): string {
  return layOut(font, text, size)
    .glyphs.map(({ glyph, left, scale }) =>
      glyph.path
        .scale(scale, -scale)
        .translate(x + left, y)
        .toSVG(),
    )
    .join('')
}

interface PlacedGlyph {
  glyph: Glyph
  left: number
  scale: number
}

function layOut(font: CardFont, text: string, size: number) {
  const glyphs: PlacedGlyph[] = []
  let width = 0
  for (const { file, letters } of splitRuns(font, text)) {
    const scale = size / file.unitsPerEm
    const run = file.layout(letters)
    for (const [index, glyph] of run.glyphs.entries()) {
      const position = run.positions[index]
      glyphs.push({ glyph, left: width + (position?.xOffset ?? 0) * scale, scale })
      width += (position?.xAdvance ?? 0) * scale
    }
  }
  return { glyphs, width }
}

/** Parts of a text whose letters are in the same file. Letters that no file has are left out. */
function splitRuns(font: CardFont, text: string): { file: Font; letters: string }[] {
  const runs: { file: Font; letters: string }[] = []
  for (const letter of text) {
    const last = runs.at(-1)
    const file = findFile(font, letter)
    if (last && last.file === file) last.letters += letter
    else if (file) runs.push({ file, letters: letter })
  }
  return runs
}

function findFile({ files }: CardFont, letter: string): Font | undefined {
  const codePoint = letter.codePointAt(0) ?? 0
  return files.find((file) => file.hasGlyphForCodePoint(codePoint))
}

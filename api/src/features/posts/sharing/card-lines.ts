const ELLIPSIS = '…'

interface LineBox {
  width: number
  linesMax: number
  measure: (text: string) => number
}

/** Breaks a text between words into lines that fit, and inside a word that is wider than a line; the last line ends with `…` if it is cut. */
export function breakLines(text: string, { width, linesMax, measure }: LineBox): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const extended = line === '' ? word : `${line} ${word}`
    if (measure(extended) <= width) {
      line = extended
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = breakWord(word, width, measure)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  if (line !== '') lines.push(line)
  if (lines.length <= linesMax) return lines
  return [...lines.slice(0, linesMax - 1), cutLine(lines[linesMax - 1] ?? '', width, measure)]
}

function breakWord(word: string, width: number, measure: LineBox['measure']): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece !== '' && measure(piece + letter) > width) {
      pieces.push(piece)
      piece = letter
    } else piece += letter
  }
  return [...pieces, piece]
}

function cutLine(line: string, width: number, measure: LineBox['measure']): string {
  let letters = [...line]
  while (letters.length > 0 && measure(letters.join('').trimEnd() + ELLIPSIS) > width)
    letters = letters.slice(0, -1)
  return letters.join('').trimEnd() + ELLIPSIS
}

import { fold } from '@dolph/contract/fold'

/** A piece of text, and whether a search found it. */
export interface Piece {
  text: string
  isMatch: boolean
}

/** `text` in pieces, those that `q` found marked as such. */
export function piecesOf(text: string, q: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of matchesOf(text, q)) {
    if (match.start > end) pieces.push({ text: text.slice(end, match.start), isMatch: false })
    pieces.push({ text: text.slice(match.start, match.end), isMatch: true })
    end = match.end
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false })
  return pieces
}

/** About as much as three lines of a narrow card hold. */
const SEEN = 100
const BEFORE = 40

/** `text`, or what stands around the first match where the match would be out of sight. */
export function excerptOf(text: string, q: string): string {
  const [first] = matchesOf(text, q)
  if (!first || first.end <= SEEN || first.start <= BEFORE) return text
  // Starts with a whole word, unless the word is longer than that.
  const from = first.start - BEFORE
  const space = text.indexOf(' ', from)
  return `… ${text.slice(space >= 0 && space < first.start ? space + 1 : first.start).trimStart()}`
}

interface Match {
  start: number
  end: number
}

/** Where in `text` the search finds `q`: never half a character, even where folding changes lengths. */
function matchesOf(text: string, q: string): Match[] {
  const [folded, wanted] = [fold(text), fold(q)]
  if (wanted === '' || !folded.includes(wanted)) return []
  const characters = charactersOf(text)
  if (characters.at(-1)?.foldedEnd !== folded.length) return []

  const matches: Match[] = []
  let index = 0
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    while ((characters[index]?.foldedEnd ?? Infinity) <= at) index += 1
    const start = characters[index]?.start ?? 0
    while ((characters[index]?.foldedEnd ?? Infinity) < at + wanted.length) index += 1
    const end = characters[index]?.end ?? text.length
    const last = matches.at(-1)
    if (last && start < last.end) last.end = end
    else matches.push({ start, end })
  }
  return matches
}

interface Character extends Match {
  /** Where its folded form ends in the folded text. */
  foldedEnd: number
}

/** Made when it is first needed: it is heavy, and most pages are read without a search. */
let graphemes: Intl.Segmenter | undefined

function charactersOf(text: string): Character[] {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let foldedEnd = 0
  return Array.from(graphemes.segment(text), ({ segment, index }) => {
    foldedEnd += fold(segment).length
    return { start: index, end: index + segment.length, foldedEnd }
  })
}

import { foldCase } from '@dolph/contract/fold-case'

/** A piece of text, and whether a search found it. */
export interface HighlightSegment {
  text: string
  isMatch: boolean
}

/** `text` in pieces, those that `q` found marked as such. */
export function splitByMatches(text: string, q: string): HighlightSegment[] {
  const pieces: HighlightSegment[] = []
  let end = 0
  for (const match of findMatches(text, q)) {
    if (match.start > end) pieces.push({ text: text.slice(end, match.start), isMatch: false })
    pieces.push({ text: text.slice(match.start, match.end), isMatch: true })
    end = match.end
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false })
  return pieces
}

/** About as much as three lines of a narrow card hold. */
const VISIBLE_LENGTH = 100
const CONTEXT_LENGTH = 40

/** `text`, or what stands around the first match where the match would be out of sight. */
export function extractExcerpt(text: string, q: string): string {
  const [first] = findMatches(text, q)
  if (!first || first.end <= VISIBLE_LENGTH || first.start <= CONTEXT_LENGTH) return text
  // Starts with a whole word, unless the word is longer than that.
  const from = first.start - CONTEXT_LENGTH
  const space = text.indexOf(' ', from)
  return `… ${text.slice(space >= 0 && space < first.start ? space + 1 : first.start).trimStart()}`
}

interface TextRange {
  start: number
  end: number
}

/** Where in `text` the search finds `q`: never half a character, even where folding changes lengths. */
function findMatches(text: string, q: string): TextRange[] {
  const [folded, wanted] = [foldCase(text), foldCase(q)]
  if (wanted === '' || !folded.includes(wanted)) return []
  const characters = splitGraphemes(text)
  if (characters.at(-1)?.foldedEnd !== folded.length) return []

  const matches: TextRange[] = []
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

interface Grapheme extends TextRange {
  /** Where its folded form ends in the folded text. */
  foldedEnd: number
}

/** Made when it is first needed: it is heavy, and most pages are read without a search. */
let graphemeSegmenter: Intl.Segmenter | undefined

function splitGraphemes(text: string): Grapheme[] {
  graphemeSegmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let foldedEnd = 0
  return Array.from(graphemeSegmenter.segment(text), ({ segment, index }) => {
    foldedEnd += foldCase(segment).length
    return { start: index, end: index + segment.length, foldedEnd }
  })
}

import { foldSearchText } from '@dolph/contract/fold-search-text'

/** A part of a text, and whether it matches the search. */
export interface HighlightSegment {
  text: string
  isMatch: boolean
}

/** Splits `text` into matches of `q` and the text between them. */
export function splitByMatches(text: string, q: string): HighlightSegment[] {
  return splitByRanges(text, findMatches(text, q))
}

/** Splits `text` like `splitByMatches`, with those matches only that begin a word. */
export function splitByWordStarts(text: string, q: string): HighlightSegment[] {
  return splitByRanges(text, findWordStarts(text, q))
}

/** Whether a word of `text` starts with `q`. */
export function hasWordStart(text: string, q: string): boolean {
  return findWordStarts(text, q).length > 0
}

function splitByRanges(text: string, ranges: readonly TextRange[]): HighlightSegment[] {
  const segments: HighlightSegment[] = []
  let end = 0
  for (const match of ranges) {
    if (match.start > end) segments.push({ text: text.slice(end, match.start), isMatch: false })
    segments.push({ text: text.slice(match.start, match.end), isMatch: true })
    end = match.end
  }
  if (end < text.length) segments.push({ text: text.slice(end), isMatch: false })
  return segments
}

/** About the length of three lines of a narrow card. */
const VISIBLE_LENGTH = 100
const CONTEXT_LENGTH = 40

/** `text`, cut to start shortly before the first match if the match would be out of sight. */
export function extractExcerpt(text: string, q: string): string {
  const [first] = findMatches(text, q)
  if (!first || first.end <= VISIBLE_LENGTH || first.start <= CONTEXT_LENGTH) return text
  // Starts with a whole word, unless that word is longer than the context.
  const from = first.start - CONTEXT_LENGTH
  const space = text.indexOf(' ', from)
  return `… ${text.slice(space >= 0 && space < first.start ? space + 1 : first.start).trimStart()}`
}

interface TextRange {
  start: number
  end: number
}

/** The ranges of `text` that match `q`, in whole graphemes, even where folding changes lengths. */
function findMatches(text: string, q: string): TextRange[] {
  const [folded, foldedQuery] = [foldSearchText(text), foldSearchText(q)]
  if (foldedQuery === '' || !folded.includes(foldedQuery)) return []
  const graphemes = splitGraphemes(text)
  if (graphemes.at(-1)?.foldedEnd !== folded.length) return []

  const matches: TextRange[] = []
  let index = 0
  for (
    let at = folded.indexOf(foldedQuery);
    at >= 0;
    at = folded.indexOf(foldedQuery, at + foldedQuery.length)
  ) {
    while ((graphemes[index]?.foldedEnd ?? Infinity) <= at) index += 1
    const start = graphemes[index]?.start ?? 0
    while ((graphemes[index]?.foldedEnd ?? Infinity) < at + foldedQuery.length) index += 1
    const end = graphemes[index]?.end ?? text.length
    const last = matches.at(-1)
    if (last && start < last.end) last.end = end
    else matches.push({ start, end })
  }
  return matches
}

function findWordStarts(text: string, q: string): TextRange[] {
  return findMatches(text, q).filter(
    ({ start }) =>
      !ENDS_IN_WORD.test(text.slice(Math.max(0, start - 2), start)) ||
      UNSPACED.test(text.slice(start, start + 2)),
  )
}

const ENDS_IN_WORD = /[\p{L}\p{N}\p{M}]$/u
/** Scripts that write no spaces between words: each character may begin one. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u

interface Grapheme extends TextRange {
  /** The end of its folded form in the folded text. */
  foldedEnd: number
}

/** Created on first use: it is expensive, and most pages are read without a search. */
let graphemeSegmenter: Intl.Segmenter | undefined

function splitGraphemes(text: string): Grapheme[] {
  graphemeSegmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let foldedEnd = 0
  let isAfterSpace = false
  // A text has few different graphemes, and folding each of them again costs most of the time.
  const foldedBySegment = new Map<string, string>()
  return Array.from(graphemeSegmenter.segment(text), ({ segment, index }) => {
    const folded = foldedBySegment.get(segment) ?? foldSearchText(segment)
    foldedBySegment.set(segment, folded)
    const isSpace = folded === ' '
    if (!isSpace || !isAfterSpace) foldedEnd += folded.length
    isAfterSpace = isSpace
    return { start: index, end: index + segment.length, foldedEnd }
  })
}

/** How far after the cut the text is looked at, to know where the word or grapheme at the cut ends. */
const LOOKAHEAD = 64

/**
 * The beginning of a text: at most `max` characters (code points), and an ellipsis if something is missing. It is cut between
 * words. Only where the first word is longer than `max` it is cut inside, but not inside a grapheme or an entity.
 */
export function truncateText(text: string, max: number): string {
  const limit = getOffset(text, max)
  if (limit === text.length) return text
  const sample = text.slice(0, limit + LOOKAHEAD)
  const graphemeStarts = new Set(findStarts(sample, limit, 'grapheme'))
  const end =
    findStarts(sample, limit, 'word').findLast(
      (at) => graphemeStarts.has(at) && !isInsideToken(sample, at),
    ) ??
    [...graphemeStarts].findLast((at) => !isInsideEntity(sample, at)) ??
    0
  return `${text.slice(0, end).trimEnd()}…`
}

/** The offset in UTF-16 units after `count` code points, or the end of the text. */
function getOffset(text: string, count: number): number {
  let offset = 0
  for (const character of text.slice(0, count * 2)) {
    if (count === 0) break
    count -= 1
    offset += character.length
  }
  return offset
}

/** Created on first use: it is expensive. */
const segmenters: { word?: Intl.Segmenter; grapheme?: Intl.Segmenter } = {}

/** Where words or graphemes start, from the second one up to the limit. */
function findStarts(text: string, limit: number, granularity: 'word' | 'grapheme'): number[] {
  const segments = (segmenters[granularity] ??= new Intl.Segmenter('en', { granularity })).segment(
    text,
  )
  return Array.from(segments, ({ index }) => index).filter((at) => at > 0 && at <= limit)
}

const PUNCTUATION_START = /^[\p{P}\p{Sm}\p{Sc}\p{Sk}]/u
const PUNCTUATION_END = /[\p{P}\p{Sm}\p{Sc}\p{Sk}]$/u

/** Whether punctuation joins both sides: in an address, an entity, a version or before a comma. */
function isInsideToken(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at, at + 2)]
  if (/\s$/.test(before) || /^\s/.test(after)) return false
  return PUNCTUATION_END.test(before) || PUNCTUATION_START.test(after)
}

/** Whether this is inside a text such as `&copy;`. */
function isInsideEntity(text: string, at: number): boolean {
  return (
    /&#?\w{0,32}$/.test(text.slice(Math.max(0, at - 34), at)) && /^#?\w{0,32};/.test(text.slice(at))
  )
}

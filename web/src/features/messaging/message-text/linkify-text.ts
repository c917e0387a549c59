/** A part of a text; with `href` it is a link. */
export interface TextPart {
  text: string
  href?: string
}

/** Excludes bidirectional control characters, which could make a URL look like another one. */
const URL_PATTERN = /\bhttps?:\/\/[^\s<>"`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu
const TRAILING_PUNCTUATION: ReadonlySet<string> = new Set(`.,;:!?'’”»*_~)]}`)
const BRACKET_PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Splits a text into its web URLs and the text between them. */
export function linkifyText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(URL_PATTERN)) {
    const url = trimTrailingPunctuation(match)
    const href = parseWebUrl(url)
    if (href === null) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: url, href })
    end = index + url.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Removes the punctuation of the sentence around a URL; a closing bracket stays if it was opened inside the URL. */
function trimTrailingPunctuation(match: string): string {
  let end = match.length
  const surplusByBracket = new Map(
    Object.entries(BRACKET_PAIRS).map(([close, open]) => [
      close,
      countOccurrences(match, close) - countOccurrences(match, open),
    ]),
  )
  for (; end > 0 && TRAILING_PUNCTUATION.has(match.charAt(end - 1)); end -= 1) {
    const last = match.charAt(end - 1)
    const surplus = surplusByBracket.get(last)
    if (surplus === undefined) continue
    if (surplus <= 0) break
    surplusByBracket.set(last, surplus - 1)
  }
  return match.slice(0, end)
}

function countOccurrences(text: string, character: string): number {
  return text.split(character).length - 1
}

function parseWebUrl(text: string): string | null {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  // https://dolph.example@evil.example leads to evil.example.
  return url.username === '' && url.password === '' ? url.href : null
}

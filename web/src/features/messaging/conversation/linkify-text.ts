/** A part of a text; with `href`, one that leads somewhere. */
export interface TextPart {
  text: string
  href?: string
}

/** Marks that turn the direction of what follows could make an address look like another one. */
const URL_PATTERN = /\bhttps?:\/\/[^\s<>"`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu
const TRAILING_PUNCTUATION = new Set(`.,;:!?'’”»*_~)]}`)
const BRACKET_PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** A text in parts: the addresses of web pages in it, and what stands between them. */
export function linkifyText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(URL_PATTERN)) {
    const address = trimTrailingPunctuation(found)
    const href = parseWebUrl(address)
    if (href === null) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: address, href })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** What ends the sentence around an address is not part of it; a bracket is, when it was opened there. */
function trimTrailingPunctuation(found: string): string {
  let end = found.length
  const unopened = new Map(
    Object.entries(BRACKET_PAIRS).map(([close, open]) => [
      close,
      countOccurrences(found, close) - countOccurrences(found, open),
    ]),
  )
  for (; end > 0 && TRAILING_PUNCTUATION.has(found.charAt(end - 1)); end -= 1) {
    const last = found.charAt(end - 1)
    const left = unopened.get(last)
    if (left === undefined) continue
    if (left <= 0) break
    unopened.set(last, left - 1)
  }
  return found.slice(0, end)
}

function countOccurrences(text: string, sign: string): number {
  return text.split(sign).length - 1
}

function parseWebUrl(address: string): string | null {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  // https://dolph.example@evil.example leads to evil.example.
  return url.username === '' && url.password === '' ? url.href : null
}

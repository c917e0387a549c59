/** Enough for any excerpt, with the addresses of links that are left out of it. */
const BEGINNING_MAX = 2_000

/** The beginning of a text without Markdown syntax, for places that show an excerpt. */
export function stripBeginning(markdown: string): string {
  return stripMarkdown(markdown.slice(0, BEGINNING_MAX).toWellFormed())
}

/**
 * Removes Markdown syntax, for places that show plain text. The length of each match is bounded, and no two quantifiers of a
 * pattern can match the same characters: a text full of marks or spaces would otherwise take quadratic time. `pnpm fuzz texts`
 * measures it.
 */
export function stripMarkdown(markdown: string): string {
  const text = markdown
    .replaceAll(/```\w*\n?/g, '')
    .replaceAll(IMAGE, '$1')
    .replaceAll(LINK, '$1')
    .replaceAll(/^ {0,3}(\S.{0,300})\n {0,3}(?:={2,200}|-{2,200})[ \t]*$/gm, '# $1')
    .replaceAll(/^ {0,3}(?:-{3,200}|\*{3,200}|_{3,200})[ \t]*$/gm, '')
  return endHeadings(text)
    .replaceAll(/^\s{0,3}(#{1,6}|>|[-*+]|\d{1,9}\.)\s+/gm, '')
    .replaceAll(/(\*\*|__|`)(.{1,200}?)\1/g, '$2')
    .replaceAll(/(?<!\w)([*_])(\S.{0,200}?)\1(?!\w)/g, '$2')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, decodeEntity)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** An address in parentheses, which may contain escaped, paired or, between angle brackets, any parentheses. */
const ADDRESS = String.raw`\((?:<[^<>\n]{0,500}>[^()]{0,200}|(?:\\.|[^()\\]|\([^()]{0,200}\)){0,500})\)`
const LINK = new RegExp(String.raw`\[((?:[^[\]]|\[[^[\]]{0,100}\]){0,300})\]${ADDRESS}`, 'g')
const IMAGE = new RegExp(String.raw`!\[([^[\]]{0,300})\]${ADDRESS}`, 'g')

/** Ends headings like sentences, so that they do not run into the text below them. */
function endHeadings(text: string): string {
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/)
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return lines.map((line, index) => (index < last ? endHeading(line) : line)).join('\n')
}

function endHeading(line: string): string {
  const start = /^ {0,3}#{1,6}[ \t]+/.exec(line)?.[0]
  if (start === undefined) return line
  let end = line.length
  while (end > start.length && HEADING_ENDS.has(line.charAt(end - 1))) end -= 1
  const heading = line.slice(start.length, end)
  // Marks of emphasis and code, removed later, may follow the punctuation.
  const isSentence = heading === '' || /[.!?:;,…。！？：；，][*_`]{0,3}$/.test(heading.slice(-4))
  return isSentence ? heading : `${heading}.`
}

const HEADING_ENDS: ReadonlySet<string> = new Set(' \t#')

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

function decodeEntity(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
  return isCharacter ? String.fromCodePoint(code) : '\u{FFFD}'
}

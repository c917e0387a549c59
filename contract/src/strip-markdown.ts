/**
 * Removes Markdown syntax, for places that show a few lines of plain text.
 * The length of each match is bounded: a text full of opening marks would otherwise take quadratic time.
 */
export function stripMarkdown(markdown: string): string {
  return markdown
    .replaceAll(/```\w*\n?/g, '')
    .replaceAll(IMAGE, '$1')
    .replaceAll(LINK, '$1')
    .replaceAll(/^ {0,3}(\S.{0,300})\n {0,3}(?:={2,200}|-{2,200})[ \t]*$/gm, '# $1')
    .replaceAll(/^ {0,3}(?:-{3,200}|\*{3,200}|_{3,200})[ \t]*$/gm, '')
    .replaceAll(/^ {0,3}#{1,6}[ \t]+(.{1,300}?)[ \t#]{0,100}$(?=\s+\S)/gm, endHeading)
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

/** Ends a heading like a sentence, so that it does not run into the text below it. */
function endHeading(_: string, heading: string): string {
  const text = heading.trim()
  // Marks of emphasis and code, removed later, may follow the punctuation.
  return /[.!?:;,…。！？：；，][*_`]{0,3}$/.test(text) ? text : `${text}.`
}

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

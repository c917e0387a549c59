/** A token up to this length is one word; a longer one is stored as overlapping pieces of this length. */
const WORD_LENGTH_MAX = 40
/** Every substring of a token up to this length is contained in one of its pieces. */
export const SUBSTRING_MAX = WORD_LENGTH_MAX / 2

/** A sequence of characters of one kind, and what separates it from the token before: nothing or a space; null for the first one. */
export interface Token {
  text: string
  gap: '' | ' ' | null
}

// In scripts without spaces every character is a token. Characters that are neither letter, digit nor space form tokens of
// their own, so that "c++", "->" and an emoji can be found.
const STANDALONE_CHARACTER =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/v
const TOKEN_PATTERN = new RegExp(
  `${STANDALONE_CHARACTER.source}|[[\\p{L}\\p{N}\\p{M}]--${STANDALONE_CHARACTER.source}]+|[[^\\p{L}\\p{N}\\p{M}\\s]--${STANDALONE_CHARACTER.source}]+`,
  'gv',
)

/** Splits folded text into tokens, separated by spaces or by a change of the kind of character. */
export function tokenizeText(folded: string): Token[] {
  const tokens: Token[] = []
  let end: number | null = null
  for (const { 0: text, index } of folded.matchAll(TOKEN_PATTERN)) {
    tokens.push({ text, gap: end === null ? null : index === end ? '' : ' ' })
    end = index + text.length
  }
  return tokens
}

/** Tells whether a token is a single character of a script without spaces, which is never part of a longer token. */
export function isStandaloneToken(token: string): boolean {
  return STANDALONE_CHARACTER.test(token)
}

/** The words that the index stores for a token. */
export function splitIntoWords(token: string): string[] {
  if (token.length <= WORD_LENGTH_MAX) return [token]
  const characters = [...token]
  const words: string[] = []
  for (
    let start = 0;
    start === 0 || start + SUBSTRING_MAX < characters.length;
    start += SUBSTRING_MAX
  ) {
    words.push(characters.slice(start, start + WORD_LENGTH_MAX).join(''))
  }
  return words
}

/** The boundary of two neighboring tokens: the last two characters of one and the first two of the next. */
export function buildBoundaryKey(left: string, gap: ' ' | '', right: string): string {
  const end = SURROGATE.test(left) ? [...left].slice(-2).join('') : left.slice(-2)
  const start = SURROGATE.test(right) ? [...right].slice(0, 2).join('') : right.slice(0, 2)
  return `${end}${gap || '\n'}${start}`
}

/** Half of a character that takes two units of a string. */
const SURROGATE = /[\ud800-\udfff]/

/** A run this long or shorter is one word; a longer one is kept as overlapping pieces of this length. */
const WORD_LENGTH_MAX = 40
/** Any part of a run up to this length lies whole in one of its pieces. */
export const SUBSTRING_MAX = WORD_LENGTH_MAX / 2

/** A stretch of one kind of character, and what stands between it and the run before: nothing, one space, or more. */
export interface Token {
  text: string
  gap: '' | ' ' | null
}

// Scripts that write without spaces count every character as a word. Whatever is neither letter, digit nor
// space is a word of its own kind, so that "c++", "->" and an emoji can be found.
const STANDALONE_CHARACTER =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/v
const TOKEN_PATTERN = new RegExp(
  `${STANDALONE_CHARACTER.source}|[[\\p{L}\\p{N}\\p{M}]--${STANDALONE_CHARACTER.source}]+|[^\\p{L}\\p{N}\\p{M}\\s]+`,
  'gv',
)

/** Folded text as its runs. Spaces only separate. */
export function tokenizeText(folded: string): Token[] {
  const runs: Token[] = []
  let end = -2
  for (const { 0: text, index } of folded.matchAll(TOKEN_PATTERN)) {
    const isNear = index === end + 1 && folded[end] === ' '
    runs.push({ text, gap: index === end ? '' : isNear ? ' ' : null })
    end = index + text.length
  }
  return runs
}

/** Whether text can hold this run only as it is, never as part of a longer one. */
export function isStandaloneToken(run: string): boolean {
  return STANDALONE_CHARACTER.test(run)
}

/** The words a run is kept as. */
export function splitIntoWords(run: string): string[] {
  if (run.length <= WORD_LENGTH_MAX) return [run]
  const characters = [...run]
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

/** How two neighbouring runs meet: the last two characters of one and the first two of the next. */
export function buildBoundaryKey(left: string, gap: ' ' | '', right: string): string {
  const end = [...left.slice(-4)].slice(-2).join('')
  const start = [...right.slice(0, 4)].slice(0, 2).join('')
  return `${end}${gap || '\n'}${start}`
}

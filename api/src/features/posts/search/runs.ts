/** A run this long or shorter is one word; a longer one is kept as overlapping pieces of this length. */
const WORD_MAX = 40
/** Any part of a run up to this length lies whole in one of its pieces. */
export const PART_MAX = WORD_MAX / 2

/** A stretch of one kind of character, and what stands between it and the run before: nothing, one space, or more. */
export interface Run {
  text: string
  gap: '' | ' ' | null
}

// Scripts that write without spaces count every character as a word. Whatever is neither letter, digit nor
// space is a word of its own kind, so that "c++", "->" and an emoji can be found.
const ALONE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/v
const RUN = new RegExp(
  `${ALONE.source}|[[\\p{L}\\p{N}\\p{M}]--${ALONE.source}]+|[^\\p{L}\\p{N}\\p{M}\\s]+`,
  'gv',
)

/** Folded text as its runs. Spaces only separate. */
export function runsOf(folded: string): Run[] {
  const runs: Run[] = []
  let end = -2
  for (const { 0: text, index } of folded.matchAll(RUN)) {
    const isNear = index === end + 1 && folded[end] === ' '
    runs.push({ text, gap: index === end ? '' : isNear ? ' ' : null })
    end = index + text.length
  }
  return runs
}

/** Whether text can hold this run only as it is, never as part of a longer one. */
export function isAlone(run: string): boolean {
  return ALONE.test(run)
}

/** The words a run is kept as. */
export function wordsOf(run: string): string[] {
  if (run.length <= WORD_MAX) return [run]
  const characters = [...run]
  const words: string[] = []
  for (let start = 0; start === 0 || start + PART_MAX < characters.length; start += PART_MAX) {
    words.push(characters.slice(start, start + WORD_MAX).join(''))
  }
  return words
}

/** How two neighbouring runs meet: the last two characters of one and the first two of the next. */
export function seamOf(left: string, gap: ' ' | '', right: string): string {
  const end = [...left.slice(-4)].slice(-2).join('')
  const start = [...right.slice(0, 4)].slice(0, 2).join('')
  return `${end}${gap || '\n'}${start}`
}

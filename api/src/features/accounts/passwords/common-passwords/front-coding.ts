const RADIX = 36
const LONGEST_SHARED_PREFIX = RADIX - 1

/** Writes sorted words a line each: how many characters it shares with the word before (one digit to base 36), and the rest. */
export function encodeFrontCoding(sortedWords: readonly string[]): string {
  return sortedWords
    .map((word, index) => {
      const shared = countSharedCharacters(sortedWords[index - 1] ?? '', word)
      return `${shared.toString(RADIX)}${word.slice(shared)}\n`
    })
    .join('')
}

export function decodeFrontCoding(text: string): string[] {
  let word = ''
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      word = word.slice(0, Number.parseInt(line.charAt(0), RADIX)) + line.slice(1)
      return word
    })
}

function countSharedCharacters(previous: string, word: string): number {
  const longest = Math.min(previous.length, word.length, LONGEST_SHARED_PREFIX)
  let shared = 0
  while (shared < longest && previous[shared] === word[shared]) shared += 1
  return shared
}

/** Used where SECRET is not set; production refuses it. */
export const DEVELOPMENT_SECRET = 'known to everybody, and refused in production'

/** 32 random hexadecimal digits have 14 different ones on average, and fewer than 8 once in 28 million secrets. */
const MIN_DISTINCT_CHARACTERS = 8
/** Words of examples and placeholders, those of our own documents included. */
const PLACEHOLDER_WORDS =
  /change.?me|default|develop|everybody|example|insecure|passwor[dt]|placeholder|production|replace|secret|testing|test.?only/i

/** Whether a secret is an example or too regular to be random; its length is checked elsewhere. */
export function isWeakSecret(secret: string): boolean {
  return (
    PLACEHOLDER_WORDS.test(secret) ||
    new Set(secret).size < MIN_DISTINCT_CHARACTERS ||
    measurePeriod(secret) <= secret.length / 2 ||
    countNeighborSteps(secret) > secret.length / 2
  )
}

/** The length of the shortest beginning that, repeated, gives the whole text: 3 for `abcabcab`. */
function measurePeriod(text: string): number {
  let period = 1
  while (!text.startsWith(text.slice(period))) period++
  return period
}

/** How often a character equals the one before it or is next to it in the alphabet, as in `12345` and `aaaa`. */
function countNeighborSteps(text: string): number {
  return [...text.slice(1)].filter(
    (character, index) =>
      Math.abs((character.codePointAt(0) ?? 0) - (text.codePointAt(index) ?? 0)) <= 1,
  ).length
}

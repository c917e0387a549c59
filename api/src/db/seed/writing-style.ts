import { createSeededRandom } from './seeded-random.ts'

/** Gives each member a style of writing: some use contractions, some no capital letters. */
export function applyWritingStyle(username: string, text: string): string {
  const random = createSeededRandom(`voice of ${username}`)
  const usesContractions = random.nextBoolean(0.6)
  const isCasual = random.nextBoolean(0.1)
  const styled = usesContractions ? applyContractions(text) : text
  return isCasual ? lowercaseSentences(styled) : styled
}

const CONTRACTIONS: [RegExp, string][] = [
  [/\b(I) am\b(?! [.,])/g, "$1'm"],
  [/\b(I) have (?=been|seen|done|written|read|spent|collected|tried|lost)/g, "$1've "],
  [/\b(I|You|you|We|we|they|They) would\b/g, "$1'd"],
  [/\b(I|We|we|you|You) will\b/g, "$1'll"],
  [/\b(do|does|did|is|are|was|has|have|would|could|should|must) not\b/gi, "$1n't"],
  [/\bcannot\b/g, "can't"],
  [/\b(It|it|That|that|There|there|What|what) is (?=[a-z])/g, "$1's "],
  [/\b(we|We|you|You|they|They) are (?=[a-z])/g, "$1're "],
]

function applyContractions(text: string): string {
  return CONTRACTIONS.reduce((styled, [long, short]) => styled.replace(long, short), text)
}

function lowercaseSentences(text: string): string {
  return text
    .replace(/\bI\b(?=[ '])/g, 'i')
    .replace(
      /(^|[.!?:]\s+|\n+(?:- )?)([A-Z])(?=[a-z']*[\s.,])/g,
      (_whole, before: string, letter: string) => before + letter.toLowerCase(),
    )
}

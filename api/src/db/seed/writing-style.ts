import { createSeededRandom } from './seeded-random.ts'

/** People write differently: some contract their words, some never use a capital letter. */
export function applyWritingStyle(username: string, text: string): string {
  const chance = createSeededRandom(`voice of ${username}`)
  const contracts = chance.nextBoolean(0.6)
  const isCasual = chance.nextBoolean(0.1)
  const spoken = contracts ? applyContractions(text) : text
  return isCasual ? lowercaseSentences(spoken) : spoken
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
  return CONTRACTIONS.reduce((spoken, [long, short]) => spoken.replace(long, short), text)
}

function lowercaseSentences(text: string): string {
  return text
    .replace(/\bI\b(?=[ '])/g, 'i')
    .replace(
      /(^|[.!?:]\s+|\n+(?:- )?)([A-Z])(?=[a-z']*[\s.,])/g,
      (_whole, before: string, letter: string) => before + letter.toLowerCase(),
    )
}

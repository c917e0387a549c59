import type { RandomSource } from './random-source.ts'

const SYLLABLES =
  'ba be bi bo da de di do fa fi ga go ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe'.split(
    ' ',
  )
const COMMON_WORDS =
  'the a to for with and of in my it is on that this from runs tool app small fast data server client'.split(
    ' ',
  )
const VOCABULARY_SIZE = 30_000
/** One word in fifty comes from these rare words, such as names and typos that a few dozen posts share. */
const RARE_VOCABULARY_SIZE = 60_000

/** Generates text with a realistic word distribution: a few words everywhere, most of them rare. */
export function createTextSource(random: RandomSource) {
  const known = new Set(COMMON_WORDS)
  const vocabulary = [...COMMON_WORDS, ...generateWords(VOCABULARY_SIZE - COMMON_WORDS.length, 2)]
  const rare = generateWords(RARE_VOCABULARY_SIZE, 5)

  /** Generates new words of `syllablesMin` to `syllablesMin + 2` syllables. */
  function generateWords(count: number, syllablesMin: number): string[] {
    const generated: string[] = []
    while (generated.length < count) {
      const syllables = Array.from({ length: syllablesMin + random.below(3) })
      const word = syllables.map(() => SYLLABLES[random.below(SYLLABLES.length)]).join('')
      if (!known.has(word)) generated.push(word)
      known.add(word)
    }
    return generated
  }

  function pickWord(): string | undefined {
    if (random.below(50) === 0) return rare[random.below(RARE_VOCABULARY_SIZE)]
    return vocabulary[random.heavyTail(VOCABULARY_SIZE, 4)]
  }

  function words(count: number): string {
    let text = ''
    for (let index = 0; index < count; index += 1) {
      text += (index > 0 ? ' ' : '') + pickWord()
    }
    return text
  }

  return { words, vocabulary, rare }
}

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
/** One word in fifty is one of these: names and slips that a few dozen posts share. */
const RARE_VOCABULARY_SIZE = 60_000

/** Text whose words fall like real ones: a few everywhere, most of them rare. */
export function createTextSource(random: RandomSource) {
  const known = new Set(COMMON_WORDS)
  const vocabulary = [...COMMON_WORDS, ...coin(VOCABULARY_SIZE - COMMON_WORDS.length, 2)]
  const rare = coin(RARE_VOCABULARY_SIZE, 5)

  /** New words of `shortest` to `shortest + 2` syllables. */
  function coin(count: number, shortest: number): string[] {
    const coined: string[] = []
    while (coined.length < count) {
      const syllables = Array.from({ length: shortest + random.below(3) })
      const made = syllables.map(() => SYLLABLES[random.below(SYLLABLES.length)]).join('')
      if (!known.has(made)) coined.push(made)
      known.add(made)
    }
    return coined
  }

  function word(): string | undefined {
    if (random.below(50) === 0) return rare[random.below(RARE_VOCABULARY_SIZE)]
    return vocabulary[random.heavyTail(VOCABULARY_SIZE, 4)]
  }

  function words(count: number): string {
    let text = ''
    for (let index = 0; index < count; index += 1) {
      text += (index > 0 ? ' ' : '') + word()
    }
    return text
  }

  return { words, vocabulary, rare }
}

import type { RandomSource } from './random.ts'

const SYLLABLES =
  'ba be bi bo da de di do fa fi ga go ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe'.split(
    ' ',
  )
const COMMON =
  'the a to for with and of in my it is on that this from runs tool app small fast data server client'.split(
    ' ',
  )
const VOCABULARY_SIZE = 30_000

/** Text whose words fall like real ones: a few everywhere, most of them rare. */
export function textSource(random: RandomSource) {
  const vocabulary = [...COMMON]
  const known = new Set(vocabulary)
  while (vocabulary.length < VOCABULARY_SIZE) {
    const word = Array.from(
      { length: 2 + random.below(3) },
      () => SYLLABLES[random.below(30)],
    ).join('')
    if (!known.has(word)) vocabulary.push(word)
    known.add(word)
  }

  function words(count: number): string {
    let text = ''
    for (let index = 0; index < count; index += 1) {
      text += (index > 0 ? ' ' : '') + vocabulary[random.heavyTail(VOCABULARY_SIZE, 4)]
    }
    return text
  }

  return { words }
}

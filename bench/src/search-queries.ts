import { createRandomSource } from './load/random-source.ts'
import { SEED } from './load/rows.ts'
import { createTextSource } from './load/text-source.ts'

const TEXT_SCOPE = 'text'
const AUTHOR_SCOPE = 'text-and-author'

/** Sixty search queries, grouped by what makes them expensive. */
export function buildSearchQueries(): {
  kind: string
  scope: typeof TEXT_SCOPE | typeof AUTHOR_SCOPE
  q: string
}[] {
  const { vocabulary, rare } = createTextSource(createRandomSource(SEED))
  const pickWords = (words: (string | undefined)[], indexes: number[]) =>
    indexes.map((index) => words[index] ?? '')
  const kinds: Record<string, string[]> = {
    rare: pickWords(rare, [0, 1, 999, 5_000, 20_000, 40_000, 59_999]),
    middling: pickWords(vocabulary, [400, 1_000, 2_500, 5_000, 10_000, 20_000, 29_999]),
    common: ['the', 'data', 'server', 'Client', ...pickWords(vocabulary, [23, 40, 100])],
    'part of a word': ['e', 'st', 'bab', 'koma', 'lipe', 'nodag', 'erve', 'PEPE'],
    absent: ['zzz', 'quokka', 'xylophone', '🦑', 'fjord-9', 'c++'],
    // Every trigram of these words is frequent, but the whole word is rare or absent.
    'false trigrams': [
      'babebibobadebidofa',
      'konenikelekimabo',
      'theserverdata',
      'dadadadada',
      'lalelilolale',
    ],
    'two words': [
      'the data',
      'data server',
      'ata serv',
      'client the small',
      'server zzz',
      `tool ${rare[7]}`,
      `${vocabulary[3_000]} ${vocabulary[4_000]}`,
      `${vocabulary[60]} ${vocabulary[80]}`,
      'the the the',
      'a b',
    ],
  }
  const names = [
    'member_1',
    'member_777',
    'ember_12',
    'MEMBER_19999',
    '_123',
    '99',
    'nobody_here',
    'data',
    'r_5',
    'member',
  ]
  return [
    ...Object.entries(kinds).flatMap(([kind, words]) =>
      words.map((q) => ({ kind, scope: TEXT_SCOPE, q }) as const),
    ),
    ...names.map((q) => ({ kind: 'user names', scope: AUTHOR_SCOPE, q }) as const),
  ]
}

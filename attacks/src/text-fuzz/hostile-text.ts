import type { RandomSource } from '@dolph/bench/load/random-source'

/** A text that is `run` over and over, up to a length, between `prefix` and `suffix`. */
export interface HostileText {
  prefix: string
  run: string
  suffix: string
}

const RUNS = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\u00A0',
  '\u2028',
  'a',
  '0',
  '_',
  'é',
  'e\u0301',
  '\u0301',
  '東',
  'ς',
  '🐬',
  '👩\u200D',
  '\u{1F1F3}',
  '#',
  '*',
  '**',
  '`',
  '```\n',
  '~',
  '-',
  '=',
  '+',
  '>',
  '|',
  '[',
  ']',
  '(',
  ')',
  '![',
  '[a](',
  '[![a](b)](',
  '<',
  '<!--',
  '<a ',
  '<img ',
  '</',
  '@',
  '@a',
  '/',
  '\\',
  '.',
  ',',
  ':',
  ';',
  '&',
  '&#',
  '"',
  "'",
  '!',
  '?',
  '%',
  '{',
  '}',
  '$',
  '://',
  'https://',
  'www.',
  '- ',
  '? ',
  '1. ',
  'a: ',
]
const PREFIXES = [
  '',
  'a',
  ' ',
  '# ',
  '- ',
  '> ',
  '[',
  '[a](',
  '![',
  '`',
  '```\n',
  '*',
  '<',
  '<!--',
  '<img ',
  '"',
  '@',
  'https://',
  '---\n',
  'dolph: 1\n',
  '&',
  '(',
]
const SUFFIXES = ['', 'x', ' ', '\n\ny', ']', ')', '`', '!', '\u0301', ';']

/** Texts that were slow once. They are always tried. */
export const ONCE_SLOW_TEXTS: readonly HostileText[] = [
  { prefix: '# ', run: ' ', suffix: 'x' },
  { prefix: '', run: ']', suffix: '' },
  { prefix: '[', run: '@a', suffix: '' },
  { prefix: '', run: '**a*', suffix: '' },
  { prefix: '> a\n', run: 'b\n', suffix: '' },
  { prefix: '', run: 'a\n=\n', suffix: '' },
  { prefix: '', run: 'a\n\n', suffix: '' },
  { prefix: '', run: '[a](https://github.com/a/b)', suffix: '' },
  { prefix: '', run: '\\`` ', suffix: '' },
]

/** Every run of the alphabet between every prefix and suffix. */
export function* listHostileTexts(): Generator<HostileText> {
  for (const run of RUNS)
    for (const prefix of PREFIXES) for (const suffix of SUFFIXES) yield { prefix, run, suffix }
}

/** A run of two to four parts of the alphabet. */
export function createHostileText(random: RandomSource): HostileText {
  const pick = (list: readonly string[]) => list[random.below(list.length)] ?? ''
  const run = Array.from({ length: 2 + random.below(3) }, () => pick(RUNS)).join('')
  return { prefix: pick(PREFIXES), run, suffix: pick(SUFFIXES) }
}

export function buildHostileText({ prefix, run, suffix }: HostileText, length: number): string {
  const room = length - prefix.length - suffix.length
  return (
    prefix +
    run
      .repeat(Math.ceil(room / run.length))
      .slice(0, room)
      .toWellFormed() +
    suffix
  )
}

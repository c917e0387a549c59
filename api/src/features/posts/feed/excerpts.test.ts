import { stripMarkdown } from '@dolph/contract/strip-markdown'
import { truncateText } from '@dolph/contract/truncate-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const WORDS = [
  'Tide',
  'clock,',
  'naïve',
  '&copy;',
  '👩‍👩‍👧‍👦',
  '🐬🐬',
  '東京',
  'ສະບາຍດີ',
  'e\u0301te\u0301',
  '3.5',
  'a_(b)',
]
const word = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 9 }),
)
const text = fc
  .array(word, { maxLength: 30 })
  .map((words) => words.join(' ').replaceAll(/\s+/g, ' ').trim())

test('a truncated text is a beginning of the text, within its bound, and never cut inside a word, entity or grapheme', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 10, max: 120 }), (whole, max) => {
      fc.pre([...whole].length > max)
      const truncated = truncateText(whole, max)
      expect(truncated.endsWith('…')).toBe(true)
      const kept = truncated.slice(0, -1)
      expect([...kept].length).toBeLessThanOrEqual(max)
      expect(whole.startsWith(kept)).toBe(true)
      expect(kept.isWellFormed()).toBe(true)
      // The cut, or the space after it, is where a grapheme starts.
      const rest = whole.slice(kept.length)
      const cut = kept.length + (rest.length - rest.trimStart().length)
      const starts = Array.from(graphemes.segment(whole), ({ index }) => index)
      expect(starts.some((at) => at >= kept.length && at <= cut)).toBe(true)
      const isSpace = kept === '' || /^\s/.test(rest)
      const [first = ''] = whole.split(' ')
      // Latin letters and entities are only cut where the first word is longer than the bound.
      const isInsideWord = /[a-z]$/i.test(kept) && /^[a-z]/i.test(rest)
      const isInsideEntity = /&\w*$/.test(kept) && /^\w*;/.test(rest)
      const mayCut = isSpace || [...first].length > max
      expect(mayCut || !(isInsideWord || isInsideEntity)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

const label = fc.stringMatching(/^[a-zA-Z][a-zA-Z ]{0,20}[a-zA-Z]$/)
const address = fc.stringMatching(/^[a-z/]{1,20}(\([a-z]{1,9}\)){0,3}[a-z/]{0,5}$/)

test('headings, links and images with any address leave only their words, and a heading ends like a sentence', () => {
  fc.assert(
    fc.property(label, label, label, address, (heading, link, rest, path) => {
      const url = `https://a.example/${path}`
      const markdown = `## ${heading}\n\n[${link}](${url}) ![${link}](${url}) [![${link}](${url})](${url}) ${rest}`
      const line = `${heading}. ${link} ${link} ${link} ${rest}`
      expect(stripMarkdown(markdown)).toBe(line.replaceAll(/\s+/g, ' '))
    }),
    { numRuns: 1_000 },
  )
})

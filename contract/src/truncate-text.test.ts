import { expect, test } from 'vitest'
import { truncateText } from './truncate-text.ts'

test.each([
  ['A tide clock', 20, 'A tide clock'],
  ['A tide clock', 12, 'A tide clock'],
  ['A tide clock', 11, 'A tide…'],
  ['A tide clock', 7, 'A tide…'],
  ['A tide, a clock', 6, 'A…'],
  ['A tide, a clock', 7, 'A tide,…'],
  ['See https://tide.example/a/b for more', 20, 'See…'],
  ['Antidisestablishmentarianism', 4, 'Anti…'],
  ['It costs&copy;', 10, 'It…'],
  ['&copy;&copy;&copy;', 8, '&copy;…'],
  ['Ticks 🐬🐬🐬', 8, 'Ticks 🐬🐬…'],
  ['Hi 👩‍👩‍👧‍👦 family', 5, 'Hi…'],
  ['🇩🇪🇫🇷🇮🇹', 3, '🇩🇪…'],
  ['e\u0301e\u0301e\u0301', 3, 'e\u0301…'],
])('%j, at most %i characters, is %j', (text, max, expected) => {
  expect(truncateText(text, max)).toBe(expected)
})

test('a text without spaces is cut between words where its script has them', () => {
  expect(truncateText('私は東京で時計を作りました', 6)).toMatch(/^私は東京で?…$/)
})

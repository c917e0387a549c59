import { expect, test } from 'vitest'
import {
  extractExcerpt,
  splitByMatches,
  splitByWordStarts,
  type HighlightSegment,
} from './search-highlight.ts'

test.each([
  ['Tide', 'tide', '[Tide]'],
  ['A TIDE clock, tideless', 'tide', 'A [TIDE] clock, [tide]less'],
  ['nothing here', 'tide', 'nothing here'],
  ['aaaa', 'aa', '[aa][aa]'],
  ['Straße nach İzmir, izmir', 'zmir', 'Straße nach İ[zmir], i[zmir]'],
  ['İzmir', 'i', '[İ]zm[i]r'],
  ['ΟΔΟΣ και οδος', 'οδος', '[ΟΔΟΣ] και [οδος]'],
  ['Cafe\u0301 Re\u0301sume\u0301', 'café', '[Cafe\u0301] Re\u0301sume\u0301'],
  ['École, ecole', 'ecole', '[École], [ecole]'],
  ['a tide \n\n clock', 'tide clock', 'a [tide \n\n clock]'],
  ['Pair of 👩‍💻 and 👩', '👩', 'Pair of [👩‍💻] and [👩]'],
  ['שעון גאות', 'גאות', 'שעון [גאות]'],
  ['潮汐时钟', '时钟', '潮汐[时钟]'],
])('in %j the search for %j highlights %s', (text, q, marked) => {
  const segments = splitByMatches(text, q)
  expect(markSegments(segments)).toBe(marked)
  expect(segments.map((segment) => segment.text).join('')).toBe(text)
})

test.each([
  ['All about bots', 'bo', 'All about [bo]ts'],
  ['bob_bobson, "Bob"', 'bob', '[bob]_[bob]son, "[Bob]"'],
  ['Rebecca ébauche', 'b', 'Rebecca ébauche'],
  ['潮汐时钟', '时钟', '潮汐[时钟]'],
])('in %j the words that start with %j are %s', (text, q, marked) => {
  expect(markSegments(splitByWordStarts(text, q))).toBe(marked)
})

function markSegments(segments: readonly HighlightSegment[]): string {
  return segments.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')
}

const LONG_TEXT = `${'All sorts of words before it. '.repeat(10)}Then the tide comes in.`

test('an excerpt starts shortly before a match that would be out of sight, at a whole word', () => {
  expect(extractExcerpt(LONG_TEXT, 'TIDE')).toBe(
    '… All sorts of words before it. Then the tide comes in.',
  )
})

test('a text with a visible match, or none, is not cut', () => {
  expect(extractExcerpt(LONG_TEXT, 'sorts')).toBe(LONG_TEXT)
  expect(extractExcerpt(LONG_TEXT, 'moon')).toBe(LONG_TEXT)
})

test('a very long word is cut where the match starts', () => {
  expect(extractExcerpt(`${'a'.repeat(300)}tide`, 'tide')).toBe('… tide')
})

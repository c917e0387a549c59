import { expect, test } from 'vitest'
import { foldSearchText } from './fold-search-text.ts'

test.each([
  ['École', 'ecole'],
  ['Cafe\u0301', 'cafe'],
  ['Tiếng Việt', 'tieng viet'],
  ['İzmir', 'izmir'],
  ['Άλφα', 'αλφα'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['ΟΔΟΣΗΜΑ', 'οδοσημα'],
  ['Ångström', 'angstrom'],
  ['a  b\n\n c\td', 'a b c d'],
  ['non\u00A0breaking', 'non breaking'],
  ['Йод', 'йод'],
  ['が', 'が'],
  ['हिन्दी', 'हिन्दी'],
  ['한국어', '한국어'],
  ['Straße', 'straße'],
])('%j is searched as %j', (text, folded) => {
  expect(foldSearchText(text)).toBe(folded)
  expect(foldSearchText(folded)).toBe(folded)
})

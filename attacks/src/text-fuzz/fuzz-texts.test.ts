import { expect, test } from 'vitest'
import { findSlowFunctions } from './fuzz-texts.ts'
import { TEXT_FUNCTIONS } from './text-functions.ts'

test('no function that reads text from people is slow with texts built to be slow', () => {
  expect(findSlowFunctions(TEXT_FUNCTIONS, { every: 199, mixed: 20, seed: 1 })).toEqual([])
})

test('a pattern that tries each space of a heading anew is found', () => {
  const heading = /^ {0,3}#{1,6}[ \t]+(.{1,300}?)[ \t#]{0,100}$(?=\s+\S)/gm
  const planted = { stripHeadings: (text: string) => text.replaceAll(heading, '$1') }
  const slow = findSlowFunctions(planted, { every: 1, mixed: 0, seed: 1 })
  expect(slow).toMatchObject([{ name: 'stripHeadings', text: { prefix: '# ', run: ' ' } }])
})

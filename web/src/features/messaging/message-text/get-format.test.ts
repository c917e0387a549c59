import { expect, test } from 'vitest'
import { endsInCode, getFormat } from './get-format.ts'

test.each([
  'Try `pnpm test`',
  '```ts\nconst tide = 1\n```',
  'This is **it**',
  '~~no~~',
  'See [the docs](https://dolph.example)',
  'You said:\n> low tide',
  '- one\n- two',
  '1. first',
])('%j is sent as Markdown', (text) => expect(getFormat(text)).toBe('markdown'))

test.each([
  'Hello',
  'ANDROID_NDK_ROOT and *one* star',
  '2 * 3 - 1 > 4',
  '>_<',
  '-1 degree',
  '#1',
  'https://dolph.example/a_b_c',
])('%j is sent as it is', (text) => expect(getFormat(text)).toBeUndefined())

test('a block of code is open until its own fence closes it', () => {
  expect(endsInCode('```ts\nconst a = 1')).toBe(true)
  expect(endsInCode('```ts\nconst a = 1\n```')).toBe(false)
  expect(endsInCode('````\n```\n')).toBe(true)
  expect(endsInCode('~~~\n```')).toBe(true)
  expect(endsInCode('no `code` here')).toBe(false)
})

import { expect, test } from 'vitest'
import { stripMarkdown } from './strip-markdown.ts'

test.each([
  ['**Tide** is a *clock*', 'Tide is a clock'],
  ['## So far\n\n- works\n- `tide --now`', 'So far works tide --now'],
  ['See [the docs](https://a.example/x) > 3', 'See the docs > 3'],
  ['```ts\nconst a = 1\n```', 'const a = 1'],
  ['1. first\n2. second', 'first second'],
  ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
])('%j reads as %j on a card', (markdown, text) => {
  expect(stripMarkdown(markdown)).toBe(text)
})

test.each(['[', '*a ', '(*a', '[](', '`a', '\n- '])(
  'a long text of only %j is stripped in linear time',
  (mark) => {
    expect(stripMarkdown(mark.repeat(50_000)).length).toBeLessThan(mark.length * 50_000 + 1)
  },
)

import { expect, test } from 'vitest'
import { stripBeginning, stripMarkdown } from './strip-markdown.ts'

test.each([
  ['**Tide** is a *clock*', 'Tide is a clock'],
  ['## So far\n\n- works\n- `tide --now`', 'So far. works tide --now'],
  ['# Why?\nFor sailors', 'Why? For sailors'],
  ['## **Setup:** ##\r\nRun it', 'Setup: Run it'],
  ['# One\n## Two\nText', 'One. Two. Text'],
  ['# Only a heading', 'Only a heading'],
  ['Tide clock\n==========\nIt ticks', 'Tide clock. It ticks'],
  ['One\n\n---\n\nTwo', 'One Two'],
  ['See [l](https://a.example/wiki/Tide_(sea)) ok', 'See l ok'],
  ['See [l](https://a.example/a\\)b) ok', 'See l ok'],
  ['See [l](<https://a.example/a)b> "t") ok', 'See l ok'],
  ['[![CI](https://a.example/b_(1).svg)](https://a.example) Tide', 'CI Tide'],
  ['[array[0]](https://a.example) is first', 'array[0] is first'],
  ['Tom &amp; Jerry &lt;3 &#x1F42C; &#8211; &copy; &#0;', 'Tom & Jerry <3 🐬 – &copy; \u{FFFD}'],
  ['See [the docs](https://a.example/x) > 3', 'See the docs > 3'],
  ['```ts\nconst a = 1\n```', 'const a = 1'],
  ['1. first\n2. second', 'first second'],
  ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
])('%j reads as %j on a card', (markdown, text) => {
  expect(stripMarkdown(markdown)).toBe(text)
})

test.each([
  '[',
  '*a ',
  '(*a',
  '[](',
  '[]((b)',
  '[](<a',
  '[[](',
  '`a',
  '\n- ',
  '\n# a',
  '\na\n-',
  '&#1',
  '\n# ##',
])('a long text of only %j is stripped in linear time', (mark) => {
  expect(stripMarkdown(mark.repeat(50_000)).length).toBeLessThan(mark.length * 50_000 + 1)
})

test.each([
  ['spaces', `# ${' '.repeat(4_990)}x`],
  ['tabs', `#\t${'\t'.repeat(4_990)}x`],
  ['spaces in every heading', `# ${' '.repeat(500)}x\n`.repeat(9)],
])('a heading with thousands of %s is stripped in a moment', (_, markdown) => {
  const before = process.threadCpuUsage()
  stripMarkdown(markdown)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(20)
})

test('an excerpt is made from the beginning of a text, without half a character', () => {
  expect(stripBeginning(`**Tide** ${'🐬'.repeat(5_000)}`)).toMatch(/^Tide 🐬+\u{FFFD}$/u)
  expect(stripBeginning('a '.repeat(5_000)).length).toBeLessThan(2_000)
})

import { expect, test } from 'vitest'
import { findMentionedNames, splitAtMentions } from './mentions.ts'

test.each([
  ['@ada', ['ada']],
  ['Thanks @Ada, and @bob_2!', ['ada', 'bob_2']],
  ['(@ada) *@bob* "@cleo" cc:@dan-x.', ['ada', 'bob', 'cleo', 'dan-x']],
  ['@ada @ADA @Ada', ['ada']],
  ['你好@ada，再见', ['ada']],
  ['> quoting @ada\n- and @bob', ['ada', 'bob']],
  ['Done.\n@ada?', ['ada']],
])('%j names %j', (text, names) => {
  expect(findMentionedNames(text)).toEqual(names)
})

test.each([
  'Mail ada@example.com',
  'ada+tag@example.com',
  'the domain @example.com',
  '@@ada',
  '@ada@social.example',
  'https://social.example/@ada',
  'import x from "@ada/tools"',
  String.raw`\@ada`,
  '@ab',
  `@${'a'.repeat(31)}`,
  '`@ada`',
  '``x ` @ada``',
  '`spans\n@ada lines`',
  '```\n@ada\n```',
  '```ts\n@ada\n\n@bob\n```',
  '~~~~\n@ada\n~~~\n@bob\n~~~~',
  '```\nnever closed @ada',
  '> ```\n> @ada\n> ```',
  '- ```\n  @ada\n  ```',
  'Text\n\n    @ada\n    @bob',
  '\t@ada',
  '',
])('%j names nobody', (text) => {
  expect(findMentionedNames(text)).toEqual([])
})

test('text after code is not code any more', () => {
  expect(findMentionedNames('```\n@ada\n```\n@bob and `@cleo` @dan')).toEqual(['bob', 'dan'])
  expect(findMentionedNames('    @ada\n\n@bob')).toEqual(['bob'])
})

test('of fifty names, twenty are looked up', () => {
  const text = Array.from({ length: 50 }, (_, index) => `@member${index}`).join(' ')
  expect(findMentionedNames(text)).toHaveLength(20)
})

test('a long text full of marks is read at once', () => {
  const start = process.threadCpuUsage()
  for (const part of ['`', '` ``', '@', '@a', '> ', '- ```\n', '\\', '1.'])
    findMentionedNames(`${part.repeat(2_000).slice(0, 2_000)}@ada`)
  expect(process.threadCpuUsage(start).user).toBeLessThan(1_000_000)
})

test('plain text is cut at its mentions', () => {
  expect(splitAtMentions('Hi @ada, mail bob@x.org')).toEqual([
    { text: 'Hi ' },
    { text: '@ada', name: 'ada' },
    { text: ', mail bob@x.org' },
  ])
  expect(splitAtMentions('@ada')).toEqual([{ text: '@ada', name: 'ada' }])
})

import { describe, expect, test } from 'vitest'
import { MARKDOWN_EDITS } from './markdown-edits.ts'

/** Runs an edit on a text in which `|` marks the ends of the selection, and shows the result in the same way. */
function runEdit(action: keyof typeof MARKDOWN_EDITS, marked: string): string {
  const start = marked.indexOf('|')
  const text = marked.replaceAll('|', '')
  const end = Math.max(start, marked.lastIndexOf('|') - 1)
  const { from, to, insert, select } = MARKDOWN_EDITS[action]({ text, start, end })
  const [first, last] = [from + select[0], from + select[1]]
  const result = text.slice(0, from) + insert + text.slice(to)
  return `${result.slice(0, first)}|${result.slice(first, last)}|${result.slice(last)}`
}

describe('the toolbar', () => {
  test.each([
    ['bold', 'a |tide| clock', 'a **|tide|** clock'],
    ['bold', 'a **|tide|** clock', 'a |tide| clock'],
    ['bold', 'a |**tide**| clock', 'a |tide| clock'],
    ['bold', 'a |', 'a **|bold text|**'],
    ['italic', '|tide|', '_|tide|_'],
    ['italic', '**|tide|**', '**_|tide|_**'],
    ['heading', 'one\ntw|o', 'one\n## two||'],
    ['heading', '## t|wo', 'two||'],
    ['heading', '|', '## ||'],
    ['heading', '|\ntwo', '## ||\ntwo'],
    ['quote', '|\ntwo|', '|> \n> two|'],
    ['list', 'one\n|two\nthree|\nfour', 'one\n|- two\n- three|\nfour'],
    ['list', '|- two\n- three|', '|two\nthree|'],
    ['list', '|two\n|three', '- two||\nthree'],
    ['quote', '|two\n\nthree|', '|> two\n> \n> three|'],
    ['code', 'the |tide()| call', 'the `|tide()|` call'],
    ['code', '|a\nb|', '```||\na\nb\n```'],
    ['code', 'x |a\nb| y', 'x \n```||\na\nb\n```\n y'],
    ['link', 'the |clock|', 'the [clock](|https://|)'],
    ['link', '|https://a.example|', '[|link text|](https://a.example)'],
    ['link', '|', '[|link text|](https://)'],
  ] as const)('%s makes %j to %j', (action, before, after) => {
    expect(runEdit(action, before)).toBe(after)
  })
})

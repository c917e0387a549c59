import { expect, test } from 'vitest'
import { busySince } from '../../../testing/busy-since.ts'
import { linkifyText } from './linkify-text.ts'

test.each([
  ['https://dolph.example', '[https://dolph.example]'],
  ['see https://dolph.example/a?b=c#d now', 'see [https://dolph.example/a?b=c#d] now'],
  ['(http://dolph.example)', '([http://dolph.example])'],
  ['https://dolph.example/a_(b).', '[https://dolph.example/a_(b)].'],
  [
    'https://dolph.example, https://dolph.example!',
    '[https://dolph.example], [https://dolph.example]!',
  ],
  ['HTTPS://DOLPH.EXAMPLE', '[HTTPS://DOLPH.EXAMPLE]'],
  ['"https://dolph.example"', '"[https://dolph.example]"'],
  ['<https://dolph.example>', '<[https://dolph.example]>'],
  ['one\nhttps://dolph.example\ntwo', 'one\n[https://dolph.example]\ntwo'],
])('web URLs in %j become links', (text, expected) => {
  expect(bracketLinks(text)).toBe(expected)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'ftp://dolph.example',
  'mailto:ada@dolph.example',
  'nothttps://dolph.example',
  'https://',
  'https://dolph.example@evil.example/',
  'https://a:b@evil.example/',
  '<a href="x">x</a>',
])('%j contains no link', (text) => {
  expect(linkifyText(text)).toEqual([{ text }])
})

test('a URL ends before a bidirectional control character', () => {
  expect(bracketLinks('https://dolph.example/\u202egnp.exe')).toBe(
    '[https://dolph.example/]\u202egnp.exe',
  )
})

test('nothing of the text is lost or repeated', () => {
  const text = 'a https://dolph.example/)))... b http://x.example?y=(z) https:// c'
  expect(
    linkifyText(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test('a long text built to be slow is processed quickly', () => {
  const start = process.threadCpuUsage()
  linkifyText(`https://dolph.example/${')'.repeat(5000)}`)
  linkifyText('https://'.repeat(600))
  expect(busySince(start)).toBeLessThan(200)
})

function bracketLinks(text: string): string {
  return linkifyText(text)
    .map((part) => (part.href === undefined ? part.text : `[${part.text}]`))
    .join('')
}

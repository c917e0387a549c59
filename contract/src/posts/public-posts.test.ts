import { expect, test } from 'vitest'
import { buildPublicPostPath } from './public-posts.ts'

const ID = '01932dad-55f0-7c01-9923-d974d6c5fc09'

test.each([
  ['Tide clock', '/tide-clock'],
  ['  C++ & Röntgen: naïve? ', '/c-rontgen-naive'],
  ['ＴＩＤＥ ①', '/tide-1'],
  ['潮時計', ''],
  ['🐬', ''],
  ['<script>alert("1")</script>', '/script-alert-1-script'],
  ['../../etc/passwd', '/etc-passwd'],
  ['%2e%2e/?next=//evil.example#x', '/2e-2e-next-evil-example-x'],
  ['a'.repeat(100), `/${'a'.repeat(60)}`],
  [`${'a'.repeat(60)} b`, `/${'a'.repeat(60)}`],
  [`${'a'.repeat(59)} bc`, `/${'a'.repeat(59)}`],
])('the address of %j ends with %j', (title, slug) => {
  expect(buildPublicPostPath({ _id: ID, title })).toBe(`/p/${ID}${slug}`)
})

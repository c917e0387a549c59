import { expect, test } from 'vitest'
import { initialsOf } from './avatar.tsx'
import { toneOfName } from './tone.ts'

test.each([
  ['ada-lovelace', 'AL'],
  ['Grace Brewster Hopper', 'GH'],
  ['zoe', 'Z'],
  ['🐬 team', '🐬T'],
  ['', ''],
])('the initials of «%s» are «%s»', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a name keeps its colour whatever the case it is written in', () => {
  expect(toneOfName('Ada')).toBe(toneOfName('ada'))
})

test('names spread over the colours', () => {
  const tones = Array.from({ length: 200 }, (_, index) => toneOfName(`member-${index}`))
  expect(new Set(tones).size).toBe(8)
})

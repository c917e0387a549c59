import { expect, test } from 'vitest'
import { getInitials } from './avatar.tsx'
import { getToneForName } from './tone.ts'

test.each([
  ['ada-lovelace', 'AL'],
  ['Grace Brewster Hopper', 'GH'],
  ['zoe', 'Z'],
  ['🐬 team', '🐬T'],
  ['', ''],
])('the initials of «%s» are «%s»', (name, initials) => {
  expect(getInitials(name)).toBe(initials)
})

test('the colour of a name does not depend on its case', () => {
  expect(getToneForName('Ada')).toBe(getToneForName('ada'))
})

test('names are spread over all colours', () => {
  const tones = Array.from({ length: 200 }, (_, index) => getToneForName(`member-${index}`))
  expect(new Set(tones).size).toBe(8)
})

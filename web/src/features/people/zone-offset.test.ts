import { expect, test } from 'vitest'
import { formatZoneOffset } from './zone-offset.ts'

const WINTER = new Date('2026-12-01T12:00:00Z')

test.each([
  ['Asia/Kolkata', 'UTC+5:30'],
  ['America/New_York', 'UTC−5'],
  ['America/St_Johns', 'UTC−3:30'],
  ['Europe/London', 'UTC'],
])('%s is %s', (zone, text) => {
  expect(formatZoneOffset(zone, WINTER)).toBe(text)
})

test('an offset follows summer time', () => {
  expect(formatZoneOffset('Europe/London', new Date('2026-07-01T12:00:00Z'))).toBe('UTC+1')
})

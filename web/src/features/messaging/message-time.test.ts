import { expect, test } from 'vitest'
import { formatDay, formatMessageTime } from './message-time.ts'

const NOW = new Date(2026, 2, 15, 10, 30)

test.each([
  ['just now', at(15, 10, 30), '10:30'],
  ['the evening before, not a day ago', at(14, 23, 5), '23:05'],
  ['a minute short of a day', at(14, 10, 31), '10:31'],
  ['a day ago', at(14, 10, 30), 'Yesterday 10:30'],
  ['a minute short of two days', at(13, 10, 31), 'Yesterday 10:31'],
  ['two days ago', at(13, 10, 30), '13 Mar 10:30'],
  ['long ago', new Date(2025, 11, 1, 9, 5).toISOString(), '1 Dec 09:05'],
  ['by a clock that is ahead', at(15, 10, 45), '10:45'],
])('the time of a message sent %s', (_, then, expected) => {
  expect(formatMessageTime(then, NOW)).toBe(expected)
})

test.each([
  [at(15, 0, 0), 'Today'],
  [at(14, 23, 59), 'Yesterday'],
  [at(13, 23, 59), 'Friday 13 March'],
  [new Date(2025, 2, 15, 10, 30).toISOString(), '15 March 2025'],
])('the day of %s is %s', (then, expected) => {
  expect(formatDay(then, NOW)).toBe(expected)
})

/** A time in the month of NOW, in the local time zone. */
function at(day: number, hour: number, minute: number): string {
  return new Date(2026, 2, day, hour, minute).toISOString()
}

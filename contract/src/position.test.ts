import { expect, test } from 'vitest'
import { formatPosition, parsePosition, pickLaterPosition, Position } from './position.ts'

test('a position names its cluster and its place', () => {
  expect(formatPosition(4711)).toBe('0.4711')
  expect(parsePosition(formatPosition(4711))).toBe(4711)
  expect(Position.safeParse(formatPosition(Number.MAX_SAFE_INTEGER)).success).toBe(true)
})

test.each([undefined, '', '0.', '1.4711', '0.47 11', '0.-1', '0.1e9', `0.${'9'.repeat(17)}`])(
  '%o asks for nothing',
  (text) => expect(parsePosition(text)).toBe(0),
)

test('the later of two positions has the higher number, not the longer text', () => {
  expect(pickLaterPosition('0.9', '0.10')).toBe('0.10')
  expect(pickLaterPosition('0.10', '0.9')).toBe('0.10')
  expect(pickLaterPosition(undefined, '0.1')).toBe('0.1')
  expect(pickLaterPosition('0.1', undefined)).toBe('0.1')
  expect(pickLaterPosition(undefined, undefined)).toBeUndefined()
})

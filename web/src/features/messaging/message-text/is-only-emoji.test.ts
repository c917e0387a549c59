import { expect, test } from 'vitest'
import { busySince } from '../../../testing/busy-since.ts'
import { isOnlyEmoji } from './is-only-emoji.ts'

test.each(['👍', '🐬🐬🐬', '❤️ 🌊', '👋🏽', '👩‍💻', '🇳🇴🇸🇪', '🏴‍☠️\n'])('%j is only emoji', (content) => {
  expect(isOnlyEmoji(content)).toBe(true)
})

test.each(['', ' ', '👍 ok', '🐬🐬🐬🐬', '12', '#1', ':-)', 'A', '\u200D'])(
  '%j is a text',
  (content) => {
    expect(isOnlyEmoji(content)).toBe(false)
  },
)

test('a long text that only starts with emoji is rejected quickly', () => {
  const content = `${'👩‍'.repeat(2500)}x`
  const start = process.threadCpuUsage()
  expect(isOnlyEmoji(content)).toBe(false)
  expect(busySince(start)).toBeLessThan(100)
})

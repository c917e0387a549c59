import { expect, test } from 'vitest'
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
  const start = performance.now()
  expect(isOnlyEmoji(content)).toBe(false)
  expect(performance.now() - start).toBeLessThan(100)
})

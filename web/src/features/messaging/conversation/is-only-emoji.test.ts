import { expect, test } from 'vitest'
import { isOnlyEmoji } from './is-only-emoji.ts'

test.each(['👍', '🐬🐬🐬', '❤️ 🌊', '👋🏽', '👩‍💻', '🇳🇴🇸🇪', '🏴‍☠️\n'])('%j is a gesture', (content) => {
  expect(isOnlyEmoji(content)).toBe(true)
})

test.each(['', ' ', '👍 ok', '🐬🐬🐬🐬', '12', '#1', ':-)', 'A', '\u200D'])(
  '%j is a text',
  (content) => {
    expect(isOnlyEmoji(content)).toBe(false)
  },
)

test('a text that only begins as a gesture is seen through at once', () => {
  const content = `${'👩‍'.repeat(2500)}x`
  const start = performance.now()
  expect(isOnlyEmoji(content)).toBe(false)
  expect(performance.now() - start).toBeLessThan(100)
})

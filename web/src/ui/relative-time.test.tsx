import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { RelativeTime } from './relative-time.tsx'

afterEach(() => void vi.useRealTimers())

const NOW = Date.parse('2026-11-17T12:00:00Z')
const english = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [MINUTE, english.format(-1, 'minute')],
  [59 * MINUTE, english.format(-59, 'minute')],
  [HOUR, english.format(-1, 'hour')],
  [23 * HOUR, english.format(-23, 'hour')],
  [DAY, english.format(-1, 'day')],
  [6 * DAY, english.format(-6, 'day')],
  [7 * DAY, english.format(-1, 'week')],
  [29 * DAY, english.format(-4, 'week')],
  [30 * DAY, english.format(-1, 'month')],
  [364 * DAY, english.format(-12, 'month')],
  [365 * DAY, english.format(-1, 'year')],
  [800 * DAY, english.format(-2, 'year')],
])('%d milliseconds ago is %j', (age, text) => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  const { container } = render(<RelativeTime at={new Date(NOW - age).toISOString()} />)
  expect(container.textContent).toBe(text)
})

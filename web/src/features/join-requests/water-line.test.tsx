import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WaterLine } from './water-line.tsx'

const FROM = '2026-11-10T12:00:00.000Z'
const TO = '2026-11-20T12:00:00.000Z'

test.each([
  ['full when the request was sent', FROM, '100%', 'text-primary'],
  ['half at half of the time', '2026-11-15T12:00:00.000Z', '50%', 'text-primary'],
  ['at a quarter still of the usual color', '2026-11-18T00:00:00.000Z', '25%', 'text-primary'],
  ['of another color below a quarter', '2026-11-19T00:00:00.000Z', '15%', 'text-warning'],
  ['empty after the deadline', '2026-11-21T12:00:00.000Z', '0%', 'text-warning'],
])('the water is %s', (_, now, width, color) => {
  const { container } = render(<WaterLine from={FROM} to={TO} now={new Date(now)} />)
  expect(container.querySelector('svg')?.style.width).toBe(width)
  expect((container.firstChild as Element).classList).toContain(color)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getTimeRangeStart } from './time-range.ts'

describe('a time range starts by the clock of the viewer’s time zone', () => {
  test.each([
    ['today', 'UTC', '2026-11-15T12:34:56Z', '2026-11-15T00:00:00Z'],
    ['month', 'UTC', '2026-11-15T12:34:56Z', '2026-11-01T00:00:00Z'],
    ['year', 'UTC', '2026-11-15T12:34:56Z', '2026-01-01T00:00:00Z'],
    ['today', 'Asia/Tokyo', '2026-11-15T16:00:00Z', '2026-11-15T15:00:00Z'],
    ['month', 'Asia/Tokyo', '2026-10-31T15:00:00Z', '2026-10-31T15:00:00Z'],
    ['month', 'Asia/Tokyo', '2026-10-31T14:59:59.999Z', '2026-09-30T15:00:00Z'],
    ['year', 'Pacific/Kiritimati', '2025-12-31T10:00:00Z', '2025-12-31T10:00:00Z'],
    ['year', 'Pacific/Pago_Pago', '2026-01-01T10:59:59Z', '2025-01-01T11:00:00Z'],
    ['today', 'Asia/Kathmandu', '2026-11-15T12:00:00Z', '2026-11-14T18:15:00Z'],
  ] as const)('%s in %s at %s', (range, tz, now, start) => {
    expect(new Date(getTimeRangeStart(range, tz, Date.parse(now)))).toEqual(new Date(start))
  })

  test.each([
    [
      'the clocks went forward this morning',
      'Europe/Berlin',
      '2026-03-29T12:00:00Z',
      '2026-03-28T23:00:00Z',
    ],
    [
      'the clocks went back this morning',
      'Europe/Berlin',
      '2026-10-25T22:30:00Z',
      '2026-10-24T22:00:00Z',
    ],
    ['there is no midnight', 'Africa/Cairo', '2026-04-24T12:00:00Z', '2026-04-23T22:00:00Z'],
    ['there are two midnights', 'America/Havana', '2026-11-01T12:00:00Z', '2026-11-01T04:00:00Z'],
  ])('even where %s', (_, tz, now, start) => {
    expect(new Date(getTimeRangeStart('today', tz, Date.parse(now)))).toEqual(new Date(start))
  })

  test('in the month of a clock change, by the offset of its first day', () => {
    const start = getTimeRangeStart('month', 'Europe/Berlin', Date.parse('2026-10-30T12:00:00Z'))
    expect(new Date(start)).toEqual(new Date('2026-09-30T22:00:00Z'))
  })

  test('in any zone and at any time, at the first millisecond of the local date', () => {
    const zones = [...Intl.supportedValuesOf('timeZone'), 'EST5EDT', 'GB', '+05:30', 'Etc/GMT+12']
    const year2000 = Date.UTC(2000, 0, 1)
    const year2100 = Date.UTC(2100, 0, 1)
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: year2000, max: year2100 }),
        (tz, now) => {
          // The Swedish locale formats dates as in ISO 8601.
          const calendar = new Intl.DateTimeFormat('sv', { timeZone: tz, dateStyle: 'short' })
          const start = getTimeRangeStart('today', tz, now)
          expect(calendar.format(start)).toBe(calendar.format(now))
          expect(calendar.format(start - 1) < calendar.format(now)).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})

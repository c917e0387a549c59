import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getRankBucketsSince } from './rank-buckets.ts'
import { getLowestPostIdAt } from '../post-ids.ts'

const DAY_MS = 86_400_000

test('every time since the start is in exactly one bucket, and there are few buckets', () => {
  const anyTime = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2028, 0) })
  const ago = fc.oneof(
    fc.integer({ min: 0, max: 3 * DAY_MS }),
    fc.integer({ min: 0, max: 367 * DAY_MS }),
  )
  fc.assert(
    fc.property(anyTime, ago, fc.double({ min: 0, max: 1, noNaN: true }), (now, before, share) => {
      const start = now - before
      const time = Math.floor(start + share * before)
      const { days, months } = getRankBucketsSince(getLowestPostIdAt(start), now)

      const date = new Date(time)
      const day = Math.floor(time / DAY_MS)
      const month = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
      const buckets = [
        ...days.filter((bucket) => bucket === day),
        ...months.filter((bucket) => bucket === month),
      ]
      expect(buckets).toHaveLength(1)
      expect(days.length + months.length).toBeLessThanOrEqual(14)
    }),
    { numRuns: 5_000 },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getRankBucketsSince } from './rank-buckets.ts'
import { getLowestPostIdAt } from './post-ids.ts'

const DAY_MS = 86_400_000

test('every moment since the start lies in exactly one bucket, and there are few', () => {
  const moment = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2028, 0) })
  const ago = fc.oneof(
    fc.integer({ min: 0, max: 3 * DAY_MS }),
    fc.integer({ min: 0, max: 367 * DAY_MS }),
  )
  fc.assert(
    fc.property(moment, ago, fc.double({ min: 0, max: 1, noNaN: true }), (now, before, share) => {
      const start = now - before
      const at = Math.floor(start + share * before)
      const { days, months } = getRankBucketsSince(getLowestPostIdAt(start), now)

      const date = new Date(at)
      const day = Math.floor(at / DAY_MS)
      const month = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
      const homes = [
        ...days.filter((each) => each === day),
        ...months.filter((each) => each === month),
      ]
      expect(homes).toHaveLength(1)
      expect(days.length + months.length).toBeLessThanOrEqual(14)
    }),
    { numRuns: 5_000 },
  )
})

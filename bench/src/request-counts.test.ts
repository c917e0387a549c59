import { expect, test } from 'vitest'
import { countRequests } from './request-counts.ts'

test('requests that wrk found refused or without a reply are counted', () => {
  const requests = '  7012 requests in 20.03s, 140.2MB read\n'
  const errors = '  Socket errors: connect 0, read 2, write 0, timeout 1\n'
  const refused = '  Non-2xx or 3xx responses: 3\nRequests/sec:    350.07\n'
  expect(countRequests(requests)).toEqual({ refused: 0, unanswered: 0 })
  expect(countRequests(requests + errors + refused)).toEqual({ refused: 3, unanswered: 3 })
})

import { expect, test } from 'vitest'
import { ApiError, createNetworkError, getLoadAdvice, toApiError } from './api-error.ts'

const BUSY = { success: false, code: 'unavailable', message: 'Please try again in a moment.' }

test('only a network error is a reason to check the connection', () => {
  expect(getLoadAdvice(createNetworkError())).toMatch(/^Please check your connection/)
  const serverErrors = [
    toApiError({ success: false, code: 'internal', message: 'Something went wrong' }, null),
    toApiError('<h1>502 Bad Gateway</h1>', null),
    toApiError(BUSY, '2'),
    new ApiError('invalid-response', 'Invalid response format'),
    new Error('A bug'),
  ]
  for (const error of serverErrors) {
    expect(getLoadAdvice(error)).not.toContain('connection')
    expect(getLoadAdvice(error)).toContain('try again in a moment')
  }
})

import { expect, test } from 'vitest'
import { waitWhileArriving } from './wait-while-arriving.ts'

test('what arrives late is waited for, and what never comes is named', async () => {
  const missing = ['one', 'two', 'three']
  const findMissing = () => {
    if (missing.length > 1) missing.pop()
    return [...missing]
  }
  expect(await waitWhileArriving(findMissing, 150)).toEqual(['one'])
})

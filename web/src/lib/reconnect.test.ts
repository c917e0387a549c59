import { expect, test } from 'vitest'
import { decideReconnect } from './reconnect.ts'

const ABNORMAL_CLOSURE = 1006

test('each attempt waits half as long again as the one before, up to half a minute', () => {
  const delays = [0, 1, 2, 3, 4, 5, 9].map((attempts) =>
    decideReconnect(ABNORMAL_CLOSURE, attempts, 0),
  )
  expect(delays).toEqual(
    [5000, 7500, 11_250, 16_875, 25_312.5, 30_000, 30_000].map((forMs) => ({ do: 'wait', forMs })),
  )
})

test('chance shortens a delay by a fifth at most', () => {
  expect(decideReconnect(ABNORMAL_CLOSURE, 0, 1)).toEqual({ do: 'wait', forMs: 4000 })
  expect(decideReconnect(ABNORMAL_CLOSURE, 0, 0.5)).toEqual({ do: 'wait', forMs: 4500 })
  expect(decideReconnect(ABNORMAL_CLOSURE, 9, 1)).toEqual({ do: 'wait', forMs: 24_000 })
})

test('after the tenth attempt it says so', () => {
  expect(decideReconnect(ABNORMAL_CLOSURE, 10, 0.5)).toEqual({ do: 'give-up' })
  expect(decideReconnect(ABNORMAL_CLOSURE, 11, 0.5)).toEqual({ do: 'give-up' })
})

test.each([1000, 1001])('whoever is sent away with %i stays away', (code) => {
  expect(decideReconnect(code, 0, 0.5)).toEqual({ do: 'stay-away' })
  expect(decideReconnect(code, 10, 0.5)).toEqual({ do: 'stay-away' })
})

test('one tab too many gives up, as it would drive out another one', () => {
  expect(decideReconnect(1008, 0, 0.5)).toEqual({ do: 'give-up' })
})

test.each([1006, 1011, 1012, 1013])('after %i it comes back', (code) => {
  expect(decideReconnect(code, 0, 0)).toEqual({ do: 'wait', forMs: 5000 })
})

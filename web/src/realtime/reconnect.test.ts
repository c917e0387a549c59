import { expect, test } from 'vitest'
import { decideReconnect } from './reconnect.ts'

const ABNORMAL_CLOSURE = 1006

test('each delay is one and a half times the one before, up to 30 seconds', () => {
  const delays = [0, 1, 2, 3, 4, 5, 9].map((attempts) =>
    decideReconnect(ABNORMAL_CLOSURE, attempts, 0),
  )
  expect(delays).toEqual(
    [5000, 7500, 11_250, 16_875, 25_312.5, 30_000, 30_000].map((delayMs) => ({
      action: 'retry',
      delayMs,
    })),
  )
})

test('jitter shortens a delay by a fifth at most', () => {
  expect(decideReconnect(ABNORMAL_CLOSURE, 0, 1)).toEqual({ action: 'retry', delayMs: 4000 })
  expect(decideReconnect(ABNORMAL_CLOSURE, 0, 0.5)).toEqual({ action: 'retry', delayMs: 4500 })
  expect(decideReconnect(ABNORMAL_CLOSURE, 9, 1)).toEqual({ action: 'retry', delayMs: 24_000 })
})

test('after the tenth attempt the client gives up', () => {
  expect(decideReconnect(ABNORMAL_CLOSURE, 10, 0.5)).toEqual({ action: 'give-up' })
  expect(decideReconnect(ABNORMAL_CLOSURE, 11, 0.5)).toEqual({ action: 'give-up' })
})

test.each([1000, 1001])('after %i the client does not reconnect', (code) => {
  expect(decideReconnect(code, 0, 0.5)).toEqual({ action: 'give-up' })
  expect(decideReconnect(code, 10, 0.5)).toEqual({ action: 'give-up' })
})

test('a tab over the limit gives up, as a retry would close another tab', () => {
  expect(decideReconnect(1008, 0, 0.5)).toEqual({ action: 'give-up' })
})

test.each([1006, 1011, 1012, 1013])('after %i the client reconnects', (code) => {
  expect(decideReconnect(code, 0, 0)).toEqual({ action: 'retry', delayMs: 5000 })
})

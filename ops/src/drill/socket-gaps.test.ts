import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SocketGaps } from './socket-gaps.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the longest time without a socket is measured, also one that has not ended', () => {
  const clients = [{ isConnected: true }, { isConnected: true }]
  const gaps = new SocketGaps(clients)
  vi.advanceTimersByTime(1_000)
  Object.assign(clients[0] ?? {}, { isConnected: false })
  vi.advanceTimersByTime(2_000)
  Object.assign(clients[0] ?? {}, { isConnected: true })
  vi.advanceTimersByTime(1_000)
  Object.assign(clients[1] ?? {}, { isConnected: false })
  vi.advanceTimersByTime(3_000)
  expect(gaps.stop()).toBeCloseTo(3_000, -2)
})

test('a client that has not had a socket yet does not count', () => {
  const gaps = new SocketGaps([{ isConnected: false }])
  vi.advanceTimersByTime(5_000)
  expect(gaps.stop()).toBe(0)
})

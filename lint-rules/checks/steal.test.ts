import { describe, expect, test } from 'vitest'
import {
  computeStealShare,
  findWorstWindow,
  isCalm,
  parseCpuTicks,
  parseProcessTicks,
  type StealSample,
} from './steal.ts'

const SECOND = 1_000

describe('/proc/stat', () => {
  test('gives all ticks and the stolen ones; guests are part of the user time', () => {
    const text = 'cpu  100 20 30 400 50 6 7 80 90 10\ncpu0 1 2 3 4 5 6 7 8 9 10\n'
    expect(parseCpuTicks(text)).toEqual({ total: 693, stolen: 80 })
  })

  test.each(['', 'intr 1 2 3', 'cpu 1 2 3', 'cpu a b c d e f g h'])('is refused as %j', (text) => {
    expect(() => parseCpuTicks(text)).toThrow('/proc/stat')
  })

  test('gives the ticks of a process whose name has spaces and parentheses', () => {
    const text = '42 (a) b (c) S 1 42 42 0 -1 4194304 1 0 0 0 250 30 0 0 20 0 11 0 1 2 3'
    expect(parseProcessTicks(text)).toBe(280)
  })

  test('gives a share between two readings', () => {
    const before = { total: 1_000, stolen: 10 }
    expect(computeStealShare(before, { total: 1_200, stolen: 60 })).toBe(0.25)
    expect(computeStealShare(before, { total: 1_200, stolen: 0 })).toBe(0)
    expect(computeStealShare(before, before)).toBe(0)
  })
})

describe('the worst ten seconds', () => {
  test('lie inside a test that is longer', () => {
    const samples = sampleSeconds([...zeros(20), ...halves(10), ...zeros(30)])
    expect(findWorstWindow(samples, { start: 0, end: 60 * SECOND })).toBe(0.5)
    expect(findWorstWindow(samples, { start: 0, end: 25 * SECOND })).toBe(0.25)
    expect(findWorstWindow(samples, { start: 30 * SECOND, end: 60 * SECOND })).toBe(0)
  })

  test('contain a test that is shorter', () => {
    const samples = sampleSeconds([...zeros(20), ...halves(10), ...zeros(30)])
    expect(findWorstWindow(samples, { start: 20 * SECOND, end: 22 * SECOND })).toBe(0.5)
    expect(findWorstWindow(samples, { start: 31 * SECOND, end: 39 * SECOND })).toBe(0.05)
    expect(findWorstWindow(samples, { start: 41 * SECOND, end: 42 * SECOND })).toBe(0)
  })

  test('are free of steal where nothing was sampled', () => {
    expect(findWorstWindow([], { start: 0, end: 60 * SECOND })).toBe(0)
  })
})

test('the host is calm after ten seconds, each below the limit', () => {
  expect(isCalm(sampleSeconds(zeros(9)), 0.1)).toBe(false)
  expect(isCalm(sampleSeconds([...halves(5), ...zeros(9)]), 0.1)).toBe(false)
  expect(isCalm(sampleSeconds([...halves(5), ...zeros(10)]), 0.1)).toBe(true)
})

function sampleSeconds(shares: readonly number[]): StealSample[] {
  return shares.map((share, index) => ({ at: (index + 1) * SECOND, share }))
}

function zeros(length: number): number[] {
  return Array.from({ length }, () => 0)
}

function halves(length: number): number[] {
  return Array.from({ length }, () => 0.5)
}

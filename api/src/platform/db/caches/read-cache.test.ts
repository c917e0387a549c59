import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Refusal } from '../../errors.ts'
import { ReadCache } from './read-cache.ts'

const LOST_CONNECTION = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' })
const TTL_MS = 1_000
const KEYS = [...Array(20).keys()]

afterEach(() => void vi.restoreAllMocks())

async function passTime(ms: number): Promise<void> {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + ms)
  // The cache remembers the time for a millisecond: its timer ends before this one.
  await wait(2)
}

/** A cache whose reads count up, or fail with `failure`. */
function createCountingCache() {
  const state: { reads: number; failure: Error | undefined } = { reads: 0, failure: undefined }
  const cache = new ReadCache<number>({
    ttlMs: TTL_MS,
    maxEntries: 10,
    read: async () => {
      state.reads += 1
      if (state.failure) throw state.failure
      return state.reads
    },
  })
  return { state, fetch: () => cache.fetch('a', 'a'), get: () => cache.get('a') }
}

describe('a cache of reads', () => {
  test('reads once for all concurrent callers, and again after its time', async () => {
    const { fetch, get } = createCountingCache()
    expect(get()).toBeUndefined()
    expect(await Promise.all([fetch(), fetch()])).toEqual([1, 1])
    expect([get(), await fetch()]).toEqual([1, 1])
    await passTime(TTL_MS + 1)
    expect([get(), await fetch()]).toEqual([undefined, 2])
  })

  test.each([
    ['few entries', { maxEntries: 3 }],
    ['few bytes', { maxBytes: 3, measureBytes: () => 1 }],
  ])('of %s ends no read, however many others begin and end meanwhile', async (_, bound) => {
    const slow = Promise.withResolvers<void>()
    let reads = 0
    const cache = new ReadCache<string, { isSlow: boolean }>({
      ttlMs: TTL_MS,
      ...bound,
      read: async ({ isSlow }) => {
        reads += 1
        if (isSlow) await slow.promise
        return 'read'
      },
    })
    const fetchAll = (name: string, isSlow: boolean) =>
      Promise.all(KEYS.map((nth) => cache.fetch(`${name} ${nth}`, { isSlow })))
    await cache.fetch('slow 0', { isSlow: false })
    await passTime(TTL_MS + 1)

    const waiting = fetchAll('slow', true)
    for (const name of ['a', 'b', 'c']) await fetchAll(name, false)
    const waitingToo = fetchAll('slow', true)
    slow.resolve()

    for (const values of [await waiting, await waitingToo])
      expect(values).toEqual(KEYS.map(() => 'read'))
    // One of before, and one for each key: callers share a read whose entry was evicted.
    expect(reads).toBe(1 + 4 * KEYS.length)
  })

  test('without a copy throws the error of the read', async () => {
    const { state, fetch } = createCountingCache()
    state.failure = LOST_CONNECTION
    await expect(fetch()).rejects.toBe(LOST_CONNECTION)
  })

  test('serves its copy as long as the database is down, and tries again each second', async () => {
    const { state, fetch } = createCountingCache()
    await fetch()
    state.failure = LOST_CONNECTION
    for (let minute = 0; minute < 30; minute += 1) {
      await passTime(60_000)
      expect(await fetch()).toBe(1)
    }
    expect(state.reads).toBe(31)
    state.failure = undefined
    await passTime(TTL_MS + 1)
    expect(await fetch()).toBe(32)
  })

  test('serves no copy from long before the reads began to fail: it may show what was hidden since', async () => {
    const { state, fetch } = createCountingCache()
    await fetch()
    await passTime(3 * 3_600_000)
    state.failure = LOST_CONNECTION
    await expect(fetch()).rejects.toBe(LOST_CONNECTION)
  })

  test('passes on what is no outage, such as a search that takes too long', async () => {
    const { state, fetch } = createCountingCache()
    await fetch()
    await passTime(TTL_MS + 1)
    state.failure = new Refusal('unavailable', 'This search takes too long.')
    await expect(fetch()).rejects.toBe(state.failure)
  })
})

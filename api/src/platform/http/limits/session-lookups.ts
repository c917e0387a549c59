import { LRUCache } from 'lru-cache'
import { createTooManyRequestsRefusal } from './rate-limits.ts'

/** As many as visitors may read: a browser with an expired session is a visitor. */
const MISSES_A_MINUTE = 600
const MINUTE_MS = 60_000
/** With more tokens or addresses than this, the least recently used ones are evicted. */
const ENTRIES_MAX = 100_000

/**
 * Decides whether a session token is worth a query. A process remembers whose the valid tokens are that it has seen, so that a member's
 * limit applies before the lookup; all other tokens are limited by address, so that invented ones cannot cost any number of queries.
 */
export class SessionLookups {
  readonly #isLimited: boolean
  // `maxSize` with entries of size 1 instead of `max`: `max` would preallocate memory for all entries.
  readonly #memberByToken = new LRUCache<string, string>({
    maxSize: ENTRIES_MAX,
    sizeCalculation: () => 1,
  })
  readonly #missesByAddress = new LRUCache<string, { count: number }>({
    maxSize: ENTRIES_MAX,
    sizeCalculation: () => 1,
    ttl: MINUTE_MS,
  })

  constructor(limits: 'strict' | 'relaxed') {
    this.#isLimited = limits === 'strict'
  }

  /** The member whose token it was at the last lookup; the session may have ended since. */
  getKnownMember(token: string): string | undefined {
    return this.#memberByToken.get(token)
  }

  /** Looks up a token that is not known. It counts as a miss until it is found, so that concurrent lookups cannot exceed the limit. */
  async runUnknown<T>(
    address: string,
    lookUp: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const misses = this.#missesByAddress.get(address) ?? { count: 0 }
    if (misses.count === 0) this.#missesByAddress.set(address, misses)
    if (this.#isLimited && misses.count >= MISSES_A_MINUTE) {
      throw createTooManyRequestsRefusal(this.#missesByAddress.getRemainingTTL(address))
    }
    misses.count += 1
    const found = await lookUp()
    if (found) misses.count -= 1
    return found
  }

  remember(token: string, memberId: string): void {
    this.#memberByToken.set(token, memberId)
  }

  forget(token: string): void {
    this.#memberByToken.delete(token)
  }
}

import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'

/** How long a lookup is used again: an ended session is refused after this time, whatever has failed. */
export const RECENT_MS = 1_000
const SESSIONS_MAX = 20_000

type Bus = Deps['bus']

interface RecentSession<Row> {
  row: Row
  lookedUpAt: number
}

/**
 * The sessions that this process has looked up within the last second, by their tokens. They are used only while the bus is connected,
 * because it tells of changes.
 */
export class RecentSessions<Row extends { memberId: string }> {
  readonly #bus: Pick<Bus, 'isConnected'>
  // `maxSize` with entries of size 1 instead of `max`: `max` would preallocate memory for all entries.
  readonly #sessions = new LRUCache<string, RecentSession<Row>>({
    maxSize: SESSIONS_MAX,
    sizeCalculation: () => 1,
  })
  readonly #changedAt = new LRUCache<string, number>({
    maxSize: SESSIONS_MAX,
    sizeCalculation: () => 1,
  })
  readonly #subscription: ReturnType<Bus['subscribeTo']>

  constructor(bus: Pick<Bus, 'isConnected' | 'subscribeTo'>) {
    this.#bus = bus
    this.#subscription = bus.subscribeTo('sessions', (_subject, memberId) =>
      this.#changedAt.set(memberId, performance.now()),
    )
  }

  get(token: string): Row | undefined {
    const session = this.#sessions.get(token)
    if (!session || !this.#bus.isConnected) return undefined
    const { row, lookedUpAt } = session
    // A change during the lookup counts too: the lookup may have read what was there before.
    const isChanged = (this.#changedAt.get(row.memberId) ?? -Infinity) >= lookedUpAt
    return isChanged || performance.now() - lookedUpAt >= RECENT_MS ? undefined : row
  }

  /** `lookedUpAt` is the time at which the lookup began. */
  set(token: string, row: Row, lookedUpAt: number): void {
    this.#sessions.set(token, { row, lookedUpAt })
  }

  close(): void {
    this.#subscription.unsubscribe()
  }
}

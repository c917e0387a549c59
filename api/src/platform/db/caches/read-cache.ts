import { LRUCache } from 'lru-cache'
import { PendingReads } from './pending-reads.ts'
import { isTransientDatabaseError } from '../transient-database-error.ts'

/** A copy that is older when reads begin to fail may show what was hidden or deleted since. */
const COPY_MAX_AGE_MS = 60_000

interface Copy<Value> {
  value: Value
  readAt: number
}

type Options<Value, Input> = Bound<Value> & {
  read: (input: Input) => Promise<Value>
  ttlMs: number
}

type Bound<Value> =
  | { maxEntries: number }
  | { maxBytes: number; measureBytes: (value: Value, key: string) => number }

/**
 * Caches what is read from the database for `ttlMs`. One read serves all concurrent callers. While the database does not answer, the last
 * copy is served: as long as reads fail, if it was read at most a minute before they began to.
 */
export class ReadCache<Value, Input = string> {
  readonly #copies: LRUCache<string, Copy<Value>>
  readonly #pending = new PendingReads<Copy<Value>>()
  readonly #options: Options<Value, Input>
  #failingSince: number | undefined

  constructor(options: Options<Value, Input>) {
    this.#options = options
    const bound =
      'maxEntries' in options
        ? // `maxSize` with entries of size 1 instead of `max`: `max` would preallocate memory for all entries.
          { maxSize: options.maxEntries, sizeCalculation: () => 1 }
        : {
            maxSize: options.maxBytes,
            sizeCalculation: ({ value }: Copy<Value>, key: string) =>
              options.measureBytes(value, key),
          }
    this.#copies = new LRUCache<string, Copy<Value>>({
      ...bound,
      ttl: options.ttlMs,
      noDeleteOnStaleGet: true,
    })
  }

  /** What was read within `ttlMs`. */
  get(key: string): Value | undefined {
    return this.#copies.get(key)?.value
  }

  async fetch(key: string, input: Input): Promise<Value> {
    const recent = this.#copies.get(key)
    if (recent) return recent.value
    const copy = await this.#pending.share(key, async () => {
      const read = await this.#read(input, this.#copies.peek(key, { allowStale: true }))
      this.#copies.set(key, read)
      return read
    })
    return copy.value
  }

  /** Returns the copy itself if it is served in place of a failed read: it keeps its age, and the next read is tried after `ttlMs`. */
  async #read(input: Input, copy: Copy<Value> | undefined): Promise<Copy<Value>> {
    const readAt = performance.now()
    try {
      const value = await this.#options.read(input)
      this.#failingSince = undefined
      return { value, readAt }
    } catch (error) {
      if (!isTransientDatabaseError(error)) throw error
      this.#failingSince ??= readAt
      const oldest = this.#failingSince - this.#options.ttlMs - COPY_MAX_AGE_MS
      if (!copy || copy.readAt < oldest) throw error
      return copy
    }
  }
}

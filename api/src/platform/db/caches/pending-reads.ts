/**
 * Concurrent reads of the same key share one. Pending reads are kept beside a cache and not in it: an eviction must not end a read that
 * a request waits for, as the `fetchMethod` of an LRU cache does.
 */
export class PendingReads<Value> {
  readonly #pending = new Map<string, Promise<Value>>()

  async share(key: string, read: () => Promise<Value>): Promise<Value> {
    const pending = this.#pending.get(key) ?? read().finally(() => this.#pending.delete(key))
    this.#pending.set(key, pending)
    return pending
  }
}

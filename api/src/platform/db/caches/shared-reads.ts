/**
 * Concurrent reads of the same key share one: a caller gets the result of a read that began after the call, so that it has everything that
 * was written before. While one read runs, all callers wait for the next.
 */
export class SharedReads<Result> {
  readonly #running = new Map<string, Promise<void>>()
  readonly #waiting = new Map<string, Promise<Result>>()

  async read(key: string, load: () => Promise<Result>): Promise<Result> {
    const waiting = this.#waiting.get(key)
    if (waiting) return waiting
    const running = this.#running.get(key)
    if (!running) return this.#start(key, load)
    const next = running.then(() => {
      this.#waiting.delete(key)
      return this.#start(key, load)
    })
    this.#waiting.set(key, next)
    return next
  }

  async #start(key: string, load: () => Promise<Result>): Promise<Result> {
    const result = load()
    const ended = result.then(
      () => this.#end(key),
      () => this.#end(key),
    )
    this.#running.set(key, ended)
    return result
  }

  #end(key: string): void {
    this.#running.delete(key)
  }
}

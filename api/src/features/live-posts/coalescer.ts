interface Options<Value> {
  /** The shortest time between two emissions of one key. */
  intervalMs: number
  merge: (earlier: Value, later: Value) => Value
  emit: (key: string, value: Value) => void
}

/** Emits the first value of a key at once, and those that follow within the interval merged into one at its end. */
export class Coalescer<Value> {
  readonly #options: Options<Value>
  /** The keys that were emitted within the interval, with what waits for its end. */
  readonly #waiting = new Map<string, { value: Value } | null>()

  constructor(options: Options<Value>) {
    this.#options = options
  }

  add(key: string, value: Value): void {
    const waiting = this.#waiting.get(key)
    if (waiting === undefined) return this.#emit(key, value)
    const merged = waiting ? this.#options.merge(waiting.value, value) : value
    this.#waiting.set(key, { value: merged })
  }

  #emit(key: string, value: Value): void {
    this.#waiting.set(key, null)
    setTimeout(() => this.#endInterval(key), this.#options.intervalMs).unref()
    this.#options.emit(key, value)
  }

  #endInterval(key: string): void {
    const waiting = this.#waiting.get(key)
    if (waiting) this.#emit(key, waiting.value)
    else this.#waiting.delete(key)
  }
}

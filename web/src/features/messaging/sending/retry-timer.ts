const RETRY_DELAYS_MS = [5000, 10_000]
const RETRY_DELAY_MAX_MS = 20_000

/** Repeats what failed, after growing delays, also while the socket reconnects: it may give up while requests work again. */
export class RetryTimer {
  readonly #retry: () => void
  #attempts = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(retry: () => void) {
    this.#retry = retry
  }

  schedule(): void {
    if (this.#timer !== undefined) return
    const delay = RETRY_DELAYS_MS[this.#attempts] ?? RETRY_DELAY_MAX_MS
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#retry()
    }, delay)
    this.#attempts += 1
  }

  /** Starts again with the shortest delay, after a request that succeeded. */
  resetDelay(): void {
    this.#attempts = 0
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#attempts = 0
  }
}

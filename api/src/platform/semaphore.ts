import PQueue from 'p-queue'

interface SemaphoreOptions {
  concurrency: number
  /** How many tasks may wait, at least one; unlimited by default. */
  queueMax?: number
  /** How long a task may wait; unlimited by default. */
  waitTimeoutMs?: number
}

/** Too much work at once: the queue was full, the task waited in it too long, or (picture decoder) it ran too long. */
export class OverloadedError extends Error {
  override name = 'OverloadedError'
}

/** Runs at most `concurrency` tasks at a time; the others wait in order of arrival. */
export class Semaphore {
  readonly #queue: PQueue
  readonly #queueMax: number
  readonly #waitTimeoutMs: number | undefined

  constructor({ concurrency, queueMax = Infinity, waitTimeoutMs }: SemaphoreOptions) {
    this.#queue = new PQueue({ concurrency })
    this.#queueMax = queueMax
    this.#waitTimeoutMs = waitTimeoutMs
  }

  /** How many tasks wait. */
  get waiting(): number {
    return this.#queue.size
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#queue.size >= this.#queueMax) throw new OverloadedError()
    if (this.#waitTimeoutMs === undefined) return this.#queue.add(task)

    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(new OverloadedError()), this.#waitTimeoutMs)
    const start = () => {
      clearTimeout(timer)
      return task()
    }
    return this.#queue.add(start, { signal: waiting.signal })
  }
}

import type { ObservedResponse } from '../call-api.ts'

const EXAMPLES_MAX = 5

/**
 * Counts the responses that no client may get while a part fails: everything but success, 503 with Retry-After, and, where the
 * fault breaks connections of clients, no response at all.
 */
export class StatusLog {
  #wrongCount = 0
  #unansweredCount = 0
  #responseCount = 0
  #unavailableCount = 0
  readonly #examples: string[] = []
  /** Whether the current fault may leave requests without a response: the process that had them is gone. */
  mayLoseResponses = false

  readonly record = ({ method, path, status, retryAfter, body }: ObservedResponse): void => {
    this.#responseCount += 1
    if (status >= 200 && status < 300) return
    if (status === 503 && retryAfter !== undefined) {
      this.#unavailableCount += 1
      return
    }
    // 502 and 504 are what a balancer answers for a process that died with the request.
    if ([0, 502, 504].includes(status) && this.mayLoseResponses) {
      this.#unansweredCount += 1
      return
    }
    this.#wrongCount += 1
    if (this.#examples.length < EXAMPLES_MAX)
      this.#examples.push(`${method} ${path}: ${status} ${JSON.stringify(body).slice(0, 200)}`)
  }

  /** The counts since the last call, which resets them. */
  takeCounts() {
    const counts = {
      responses: this.#responseCount,
      unavailable: this.#unavailableCount,
      unanswered: this.#unansweredCount,
      wrong: this.#wrongCount,
      examples: this.#examples.splice(0),
    }
    this.#responseCount = this.#unavailableCount = this.#unansweredCount = this.#wrongCount = 0
    return counts
  }
}

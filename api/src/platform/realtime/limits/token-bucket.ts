export interface TokenBucketLimit {
  perSecond: number
  burst: number
}

/** A rate limiter: each frame takes a token, and tokens refill over time. */
export class TokenBucket {
  readonly #limit: TokenBucketLimit
  #tokens: number
  #refilledAt = 0

  constructor(limit: TokenBucketLimit) {
    this.#limit = limit
    this.#tokens = limit.burst
  }

  tryConsume(now: number): boolean {
    const { perSecond, burst } = this.#limit
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#refilledAt) / 1000) * perSecond)
    this.#refilledAt = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}

interface TokenBucketLimit {
  perSecond: number
  burst: number
}

export const FRAME_LIMIT: TokenBucketLimit = { perSecond: 6, burst: 30 }
/** The burst covers one sync: the client confirms each message that arrives with a frame. */
export const RECEIPT_LIMIT: TokenBucketLimit = { perSecond: 20, burst: 200 }
/** The burst covers a member who types and sends within a second. */
export const TYPING_LIMIT: TokenBucketLimit = { perSecond: 1, burst: 3 }
export const SYNC_LIMIT: TokenBucketLimit = { perSecond: 0.5, burst: 2 }

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

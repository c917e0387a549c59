import { TokenBucket, type TokenBucketLimit } from './token-bucket.ts'

/** The kind of all frames that are not counted separately. */
export const ANY_FRAME = 'any frame'
export const FRAME_LIMIT: TokenBucketLimit = { perSecond: 6, burst: 30 }

const INVALID_FRAMES_MAX = 10
const VIOLATIONS_MAX = 3
const VIOLATIONS_WINDOW_MS = 60_000

/** Counts what one socket sends against the limits of each kind of frame. */
export class FrameLimits {
  readonly #limits: ReadonlyMap<string, TokenBucketLimit>
  readonly #isRelaxed: boolean
  /** Created on first use, the map included: most sockets send frames of one or two kinds, many none for hours. */
  #buckets: Map<string, TokenBucket> | undefined
  #invalidFrames = 0
  #violations = 0
  #lastViolationAt = 0

  /** All sockets share `limits`, which has the limit of each kind of frame. */
  constructor(limits: ReadonlyMap<string, TokenBucketLimit>, isRelaxed: boolean) {
    this.#limits = limits
    this.#isRelaxed = isRelaxed
  }

  /** Counts a frame of this kind; false if it exceeds the limit. A kind without a limit is not counted. */
  tryConsume(kind: string): boolean {
    const limit = this.#limits.get(kind)
    if (this.#isRelaxed || !limit) return true
    this.#buckets ??= new Map()
    let bucket = this.#buckets.get(kind)
    if (!bucket) this.#buckets.set(kind, (bucket = new TokenBucket(limit)))
    return bucket.tryConsume(Date.now())
  }

  /** Counts a frame above a limit; true if the socket must be closed. */
  countViolation(): boolean {
    const now = Date.now()
    this.#violations = now - this.#lastViolationAt > VIOLATIONS_WINDOW_MS ? 1 : this.#violations + 1
    this.#lastViolationAt = now
    return this.#violations >= VIOLATIONS_MAX
  }

  /** Counts a frame that is no valid event; true if the socket must be closed. */
  countInvalidFrame(): boolean {
    this.#invalidFrames += 1
    return this.#invalidFrames >= INVALID_FRAMES_MAX
  }
}

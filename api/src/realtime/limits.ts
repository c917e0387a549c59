interface Allowance {
  perSecond: number
  burst: number
}

export const FRAMES: Allowance = { perSecond: 6, burst: 30 }
/** As many as one sync can bring: each message that arrives is confirmed by a frame. */
export const RECEIPTS: Allowance = { perSecond: 20, burst: 200 }
/** The burst is for whoever types and sends within a second. */
export const TYPING: Allowance = { perSecond: 1, burst: 3 }
export const SYNCS: Allowance = { perSecond: 0.5, burst: 2 }

/** A bucket of tokens that fills by the clock. */
export class Bucket {
  readonly #allowance: Allowance
  #left: number
  #at = 0

  constructor(allowance: Allowance) {
    this.#allowance = allowance
    this.#left = allowance.burst
  }

  take(now: number): boolean {
    const { perSecond, burst } = this.#allowance
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / 1000) * perSecond)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}

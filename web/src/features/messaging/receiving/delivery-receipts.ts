import { connection } from '../../../realtime/connection.ts'

/** Below the server's rate limit for delivery receipts, which is a burst of two hundred and then twenty a second. */
const BURST_MAX = 100
const REFILL_INTERVAL_MS = 60

/** Tells the server which messages were delivered; receipts that cannot be sent now stay pending. */
export class DeliveryReceipts {
  readonly #pending = new Set<string>()
  /** Sent on this connection; the server has not reported these messages as delivered yet. */
  readonly #unconfirmed = new Set<string>()
  #tokens = BURST_MAX
  #refillTimer: ReturnType<typeof setInterval> | undefined

  add(messages: readonly { _id: string }[]): void {
    for (const { _id } of messages) this.#pending.add(_id)
    this.sendPending()
  }

  /** Drops the receipt of a message that the server reports as delivered or read. */
  remove(messageId: string): void {
    this.#pending.delete(messageId)
    this.#unconfirmed.delete(messageId)
  }

  /** Sends what the rate limit and the connection allow; called again after each reconnect. */
  sendPending(): void {
    for (const messageId of this.#pending) {
      if (this.#tokens === 0) return
      if (!connection.send({ type: 'message_received', messageId })) return
      this.#pending.delete(messageId)
      this.#unconfirmed.add(messageId)
      this.#tokens -= 1
      this.#refillTimer ??= setInterval(() => this.#refillToken(), REFILL_INTERVAL_MS)
    }
  }

  /** Makes unconfirmed receipts pending again: the lost connection may not have delivered them. */
  requeueUnconfirmed(): void {
    for (const messageId of this.#unconfirmed) this.#pending.add(messageId)
    this.#unconfirmed.clear()
  }

  /** Called when live updates stop: the next sync finds again which messages are undelivered. */
  reset(): void {
    this.#pending.clear()
    this.#unconfirmed.clear()
    this.#stopRefill()
    this.#tokens = BURST_MAX
  }

  #refillToken(): void {
    this.#tokens += 1
    this.sendPending()
    if (this.#tokens >= BURST_MAX) this.#stopRefill()
  }

  #stopRefill(): void {
    clearInterval(this.#refillTimer)
    this.#refillTimer = undefined
  }
}

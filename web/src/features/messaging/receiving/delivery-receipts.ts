import { socket } from '../../../lib/socket.ts'

/** Below the server's rate limit for delivery receipts, which is a burst of two hundred and then twenty a second. */
const BURST_MAX = 100
const REFILL_INTERVAL_MS = 60

const pending = new Set<string>()
/** Sent on this connection; the server has not reported these messages as delivered yet. */
const unconfirmed = new Set<string>()
let tokens = BURST_MAX
let refillTimer: ReturnType<typeof setInterval> | undefined

/** Tells the server that messages were delivered; receipts that cannot be sent now stay pending. */
export function sendDeliveryReceipts(messages: readonly { _id: string }[]): void {
  for (const { _id } of messages) pending.add(_id)
  sendPendingReceipts()
}

/** Forgets a message that the server reports as delivered or read. */
export function removeReceipt(messageId: string): void {
  pending.delete(messageId)
  unconfirmed.delete(messageId)
}

/** Sends what the rate limit and the connection allow; called again after each reconnect. */
export function sendPendingReceipts(): void {
  for (const messageId of pending) {
    if (tokens === 0 || !socket.send({ type: 'message_received', messageId })) return
    pending.delete(messageId)
    unconfirmed.add(messageId)
    tokens -= 1
    refillTimer ??= setInterval(refillToken, REFILL_INTERVAL_MS)
  }
}

/** Makes unconfirmed receipts pending again: the lost connection may not have delivered them. */
export function requeueUnconfirmedReceipts(): void {
  for (const messageId of unconfirmed) pending.add(messageId)
  unconfirmed.clear()
}

export function resetReceipts(): void {
  pending.clear()
  unconfirmed.clear()
  clearInterval(refillTimer)
  refillTimer = undefined
  tokens = BURST_MAX
}

function refillToken(): void {
  tokens += 1
  sendPendingReceipts()
  if (tokens < BURST_MAX) return
  clearInterval(refillTimer)
  refillTimer = undefined
}

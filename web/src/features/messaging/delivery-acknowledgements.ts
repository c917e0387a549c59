import { socket } from '../../lib/socket.ts'

/** Below the server's rate limit for acknowledgements, which is a burst of two hundred and then twenty a second. */
const BURST_MAX = 100
const REFILL_INTERVAL_MS = 60

const pending = new Set<string>()
/** Sent on this connection, and not confirmed. */
const unconfirmed = new Set<string>()
let tokens = BURST_MAX
let refillTimer: ReturnType<typeof setInterval> | undefined

/** Acknowledges the delivery of messages to the server; what cannot be sent now stays pending. */
export function acknowledgeDelivery(messages: readonly { _id: string }[]): void {
  for (const { _id } of messages) pending.add(_id)
  sendPendingAcknowledgements()
}

/** Forgets a message that the server reports as delivered or read. */
export function removeAcknowledgement(messageId: string): void {
  pending.delete(messageId)
  unconfirmed.delete(messageId)
}

/** Sends what the rate limit and the connection allow; called again after each reconnect. */
export function sendPendingAcknowledgements(): void {
  for (const messageId of pending) {
    if (tokens === 0 || !socket.send({ type: 'message_received', messageId })) return
    pending.delete(messageId)
    unconfirmed.add(messageId)
    tokens -= 1
    refillTimer ??= setInterval(refillToken, REFILL_INTERVAL_MS)
  }
}

/** Makes unconfirmed acknowledgements pending again: the lost connection may not have delivered them. */
export function requeueUnconfirmed(): void {
  for (const messageId of unconfirmed) pending.add(messageId)
  unconfirmed.clear()
}

export function resetAcknowledgements(): void {
  pending.clear()
  unconfirmed.clear()
  clearInterval(refillTimer)
  refillTimer = undefined
  tokens = BURST_MAX
}

function refillToken(): void {
  tokens += 1
  sendPendingAcknowledgements()
  if (tokens < BURST_MAX) return
  clearInterval(refillTimer)
  refillTimer = undefined
}

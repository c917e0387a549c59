import { socket } from '../../lib/socket.ts'

/** The server takes two hundred at once and then twenty a second, apart from anything else; half of it is plenty. */
const BURST_MAX = 100
const REFILL_INTERVAL_MS = 60

const pending = new Set<string>()
/** Told on this connection, and not confirmed. */
const unconfirmed = new Set<string>()
let tokens = BURST_MAX
let refillTimer: ReturnType<typeof setInterval> | undefined

/** Tells the server that these messages have come to this device. Those that cannot be told now wait. */
export function acknowledgeDelivery(messages: readonly { _id: string }[]): void {
  for (const { _id } of messages) pending.add(_id)
  sendPendingAcknowledgements()
}

/** The server knows by now. */
export function removeAcknowledgement(messageId: string): void {
  pending.delete(messageId)
  unconfirmed.delete(messageId)
}

/** Says what can be said; called again when there is a connection. */
export function sendPendingAcknowledgements(): void {
  for (const messageId of pending) {
    if (tokens === 0 || !socket.send({ type: 'message_received', messageId })) return
    pending.delete(messageId)
    unconfirmed.add(messageId)
    tokens -= 1
    refillTimer ??= setInterval(refillToken, REFILL_INTERVAL_MS)
  }
}

/** The connection is gone: what was told on it and not confirmed may never have been heard. */
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

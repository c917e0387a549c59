import { socket } from '../../lib/socket.ts'

/** The server takes two hundred at once and then twenty a second, apart from anything else; half of it is plenty. */
const AT_ONCE_MAX = 100
const REFILL_MS = 60

const waiting = new Set<string>()
/** Told on this connection, and not confirmed. */
const told = new Set<string>()
let free = AT_ONCE_MAX
let refill: ReturnType<typeof setInterval> | undefined

/** Tells the server that these messages have come to this device. Those that cannot be told now wait. */
export function acknowledge(messages: readonly { _id: string }[]): void {
  for (const { _id } of messages) waiting.add(_id)
  tellWaiting()
}

/** The server knows by now. */
export function forgetAcknowledged(messageId: string): void {
  waiting.delete(messageId)
  told.delete(messageId)
}

/** Says what can be said; called again when there is a connection. */
export function tellWaiting(): void {
  for (const messageId of waiting) {
    if (free === 0 || !socket.send({ type: 'message_received', messageId })) return
    waiting.delete(messageId)
    told.add(messageId)
    free -= 1
    refill ??= setInterval(fillUp, REFILL_MS)
  }
}

/** The connection is gone: what was told on it and not confirmed may never have been heard. */
export function doubtTold(): void {
  for (const messageId of told) waiting.add(messageId)
  told.clear()
}

export function forgetWaiting(): void {
  waiting.clear()
  told.clear()
  clearInterval(refill)
  refill = undefined
  free = AT_ONCE_MAX
}

function fillUp(): void {
  free += 1
  tellWaiting()
  if (free < AT_ONCE_MAX) return
  clearInterval(refill)
  refill = undefined
}

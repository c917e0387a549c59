import { socket } from '../../lib/socket.ts'

/** The server allows sixty frames in ten seconds for everything; these may not use them up. */
const AT_ONCE_MAX = 10
const REFILL_MS = 350

const waiting = new Set<string>()
let free = AT_ONCE_MAX
let refill: ReturnType<typeof setInterval> | undefined

/** Tells the server that these messages have come to this device. Those that cannot be told now wait. */
export function acknowledge(messages: readonly { _id: string }[]): void {
  for (const { _id } of messages) waiting.add(_id)
  tellWaiting()
}

/** The server knows by now. */
export function isAcknowledged(messageId: string): void {
  waiting.delete(messageId)
}

/** Says what can be said; called again when there is a connection. */
export function tellWaiting(): void {
  for (const messageId of waiting) {
    if (free === 0 || !socket.send({ type: 'message_received', messageId })) return
    waiting.delete(messageId)
    free -= 1
    refill ??= setInterval(fillUp, REFILL_MS)
  }
}

export function forgetWaiting(): void {
  waiting.clear()
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

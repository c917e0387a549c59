import { useSyncExternalStore } from 'react'
import { socket } from '../../../lib/socket.ts'

const REPEAT_INTERVAL_MS = 2000
const STOP_AFTER_MS = 3000
/** The server accepts one typing event a second. */
const SEND_INTERVAL_MIN_MS = 1100
/** A peer without a typing event for so long counts as stopped. */
const PEER_TIMEOUT_MS = 5000

export function useTyping(peerId: string): {
  isPeerTyping: boolean
  startTyping: () => void
  stopTyping: () => void
} {
  const isPeerTyping = useSyncExternalStore(
    subscribe,
    () => typingPeers.has(peerId),
    () => false,
  )
  return {
    isPeerTyping,
    startTyping: () => startTyping(peerId),
    stopTyping: () => stopTyping(peerId),
  }
}

let ownTyping: { peerId: string; timer: ReturnType<typeof setTimeout> } | undefined
let lastSentAt = 0

/** Called on each key press in the composer. */
function startTyping(peerId: string): void {
  if (ownTyping && ownTyping.peerId !== peerId) stopTyping(ownTyping.peerId)
  if (!ownTyping || Date.now() - lastSentAt >= REPEAT_INTERVAL_MS) sendTyping(peerId, true)
  clearTimeout(ownTyping?.timer)
  ownTyping = { peerId, timer: setTimeout(() => stopTyping(peerId), STOP_AFTER_MS) }
}

/** Called when the member pauses, or sends the message. */
export function stopTyping(peerId: string): void {
  if (ownTyping?.peerId !== peerId) return
  clearTimeout(ownTyping.timer)
  ownTyping = undefined
  sendTyping(peerId, false)
}

/** An event above the server's rate limit is skipped: the peer's indicator times out, at the latest when the message arrives. */
function sendTyping(recipientId: string, isTyping: boolean): void {
  if (Date.now() - lastSentAt < SEND_INTERVAL_MIN_MS) return
  if (socket.send({ type: 'typing', recipientId, isTyping })) lastSentAt = Date.now()
}

const typingPeers = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

/** Records that a peer has started or stopped typing. */
export function setPeerTyping(peerId: string, isTyping: boolean): void {
  const timer = typingPeers.get(peerId)
  if (!isTyping && timer === undefined) return
  clearTimeout(timer)
  if (isTyping) {
    typingPeers.set(
      peerId,
      setTimeout(() => setPeerTyping(peerId, false), PEER_TIMEOUT_MS),
    )
  } else typingPeers.delete(peerId)
  for (const listener of listeners) listener()
}

export function resetTyping(): void {
  clearTimeout(ownTyping?.timer)
  ownTyping = undefined
  lastSentAt = 0
  for (const peerId of [...typingPeers.keys()]) setPeerTyping(peerId, false)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

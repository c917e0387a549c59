import { useSyncExternalStore } from 'react'
import { socket } from '../../lib/socket.ts'

const REPEAT_INTERVAL_MS = 2000
const STOP_AFTER_MS = 3000
/** The server hears such a thing once a second. */
const SEND_INTERVAL_MIN_MS = 1100
/** Somebody who has said nothing for so long has stopped, or has gone. */
const PEER_TIMEOUT_MS = 5000

export function useTyping(peerId: string): {
  isPeerTyping: boolean
  typed: () => void
  stopped: () => void
} {
  const isPeerTyping = useSyncExternalStore(
    subscribe,
    () => typingPeers.has(peerId),
    () => false,
  )
  return { isPeerTyping, typed: () => startTyping(peerId), stopped: () => stopTyping(peerId) }
}

let ownTyping: { peerId: string; timer: ReturnType<typeof setTimeout> } | undefined
let lastSentAt = 0

/** The member has pressed a key in what they write to somebody. */
function startTyping(peerId: string): void {
  if (ownTyping && ownTyping.peerId !== peerId) stopTyping(ownTyping.peerId)
  if (!ownTyping || Date.now() - lastSentAt >= REPEAT_INTERVAL_MS) sendTyping(peerId, true)
  clearTimeout(ownTyping?.timer)
  ownTyping = { peerId, timer: setTimeout(() => stopTyping(peerId), STOP_AFTER_MS) }
}

/** They have paused, or sent it. */
export function stopTyping(peerId: string): void {
  if (ownTyping?.peerId !== peerId) return
  clearTimeout(ownTyping.timer)
  ownTyping = undefined
  sendTyping(peerId, false)
}

/** What comes too soon is left out: the other forgets by themselves, at the latest when the message comes. */
function sendTyping(recipientId: string, isTyping: boolean): void {
  if (Date.now() - lastSentAt < SEND_INTERVAL_MIN_MS) return
  if (socket.send({ type: 'typing', recipientId, isTyping })) lastSentAt = Date.now()
}

const typingPeers = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

/** Another member types, or has stopped. */
export function setPeerTyping(peerId: string, isTyping: boolean): void {
  const known = typingPeers.get(peerId)
  if (!isTyping && known === undefined) return
  clearTimeout(known)
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

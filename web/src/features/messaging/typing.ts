import { useSyncExternalStore } from 'react'
import { socket } from '../../lib/socket.ts'

const REPEAT_MS = 2000
const STOP_AFTER_MS = 3000
/** The server hears such a thing once a second. */
const PAUSE_MS = 1100
/** Somebody who has said nothing for so long has stopped, or has gone. */
const FORGET_AFTER_MS = 5000

export function useTyping(peerId: string): {
  isPeerTyping: boolean
  typed: () => void
  stopped: () => void
} {
  const isPeerTyping = useSyncExternalStore(
    subscribe,
    () => typists.has(peerId),
    () => false,
  )
  return { isPeerTyping, typed: () => type(peerId), stopped: () => stopTyping(peerId) }
}

let own: { peerId: string; timer: ReturnType<typeof setTimeout> } | undefined
let saidAt = 0

/** The member has pressed a key in what they write to somebody. */
function type(peerId: string): void {
  if (own && own.peerId !== peerId) stopTyping(own.peerId)
  if (!own || Date.now() - saidAt >= REPEAT_MS) say(peerId, true)
  clearTimeout(own?.timer)
  own = { peerId, timer: setTimeout(() => stopTyping(peerId), STOP_AFTER_MS) }
}

/** They have paused, or sent it. */
export function stopTyping(peerId: string): void {
  if (own?.peerId !== peerId) return
  clearTimeout(own.timer)
  own = undefined
  say(peerId, false)
}

/** What comes too soon is left out: the other forgets by themselves, at the latest when the message comes. */
function say(recipientId: string, isTyping: boolean): void {
  if (Date.now() - saidAt < PAUSE_MS) return
  if (socket.send({ type: 'typing', recipientId, isTyping })) saidAt = Date.now()
}

const typists = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

/** Another member types, or has stopped. */
export function notePeerTyping(peerId: string, isTyping: boolean): void {
  const known = typists.get(peerId)
  if (!isTyping && known === undefined) return
  clearTimeout(known)
  if (isTyping) {
    typists.set(
      peerId,
      setTimeout(() => notePeerTyping(peerId, false), FORGET_AFTER_MS),
    )
  } else typists.delete(peerId)
  for (const listener of listeners) listener()
}

export function forgetTyping(): void {
  clearTimeout(own?.timer)
  own = undefined
  saidAt = 0
  for (const peerId of [...typists.keys()]) notePeerTyping(peerId, false)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

import { useSyncExternalStore } from 'react'

interface Presence {
  isOnline: boolean
  /** When they were last here, if that is known. */
  lastSeen: string | null
}

const UNKNOWN: Presence = { isOnline: false, lastSeen: null }
const presenceByMember = new Map<string, Presence>()
const listeners = new Set<() => void>()

export function usePresence(peerId: string): Presence {
  return useSyncExternalStore(
    subscribe,
    () => presenceByMember.get(peerId) ?? UNKNOWN,
    () => UNKNOWN,
  )
}

export function setPresence(peerId: string, presence: Presence): void {
  presenceByMember.set(peerId, presence)
  for (const listener of listeners) listener()
}

/** Without a connection nobody can be said to be here. */
export function clearPresence(): void {
  presenceByMember.clear()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

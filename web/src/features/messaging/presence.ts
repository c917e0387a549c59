import { useSyncExternalStore } from 'react'

interface Presence {
  isOnline: boolean
  /** When the member was last online, if known. */
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

/** Forgets all presence, which is unknown without a connection. */
export function clearPresence(): void {
  presenceByMember.clear()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

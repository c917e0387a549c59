import type { Participant } from '@dolph/contract/messaging'
import { useSyncExternalStore } from 'react'

interface Presence {
  isOnline: boolean
  /** When the member was last online, if known. */
  lastSeen: string | null
}

const UNKNOWN: Presence = { isOnline: false, lastSeen: null }
const presenceByMember = new Map<string, Presence>()
const listeners = new Set<() => void>()

/** A deleted member, who has no name, has no presence either. */
export function usePresence({ _id, userName }: Participant): Presence {
  return useSyncExternalStore(
    subscribe,
    () => (userName === undefined ? UNKNOWN : (presenceByMember.get(_id) ?? UNKNOWN)),
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

import { ListenerSet } from '../../../lib/listener-set.ts'

export interface Presence {
  isOnline: boolean
  /** When the member was last online, if known. */
  lastSeen: string | null
}

export const UNKNOWN_PRESENCE: Presence = { isOnline: false, lastSeen: null }

/** Who of the member's peers is online. */
export class PresenceStore {
  readonly #presenceByMember = new Map<string, Presence>()
  readonly #listeners = new ListenerSet()
  readonly subscribe = this.#listeners.subscribe

  read(peerId: string): Presence {
    return this.#presenceByMember.get(peerId) ?? UNKNOWN_PRESENCE
  }

  update(peerId: string, presence: Presence): void {
    this.#presenceByMember.set(peerId, presence)
    this.#listeners.notify()
  }

  remove(peerId: string): void {
    if (this.#presenceByMember.delete(peerId)) this.#listeners.notify()
  }

  /** Drops all presence, which is unknown without a connection. */
  reset(): void {
    this.#presenceByMember.clear()
    this.#listeners.notify()
  }
}

import { z } from 'zod/mini'
import { DRAFT_KEY_PREFIX } from '../../accounts/session/session-hints.ts'
import { UnsentMessage } from './outbox-state.ts'

const StoredOutbox = z.object({ savedAt: z.iso.datetime(), value: z.array(UnsentMessage) })

/** The member's unacknowledged messages stored on this device, by the key of their outbox. */
export class OutboxStorage {
  readonly #me: string
  /** The tempIds this tab has handled, by outbox; other stored messages belong to other tabs. */
  readonly #ownTempIds = new Map<string, Set<string>>()

  constructor(me: string) {
    this.#me = me
  }

  readMessages(key: string): UnsentMessage[] {
    const stored = parseStoredMessages(this.#getStorageKey(key))
    this.#addOwnTempIds(key, stored)
    return stored
  }

  /** Stores the messages of this tab, beside those of other tabs. */
  writeMessages(key: string, all: readonly UnsentMessage[]): void {
    const storageKey = this.#getStorageKey(key)
    const ownIds = this.#addOwnTempIds(key, all)
    const others = parseStoredMessages(storageKey).filter(({ tempId }) => !ownIds.has(tempId))
    storeMessages(storageKey, [...others, ...all])
  }

  /** The members and rooms to whom messages are stored. */
  listKeys(): string[] {
    const [prefix = '', suffix = ''] = this.#getStorageKey('*').split('*')
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix) && key.endsWith(suffix))
        .map((key) => key.slice(prefix.length, -suffix.length))
    } catch {
      // Storage is forbidden: nothing was stored.
      return []
    }
  }

  /** Has the prefix of drafts, so that signing out removes it with them. */
  #getStorageKey(key: string): string {
    return `${DRAFT_KEY_PREFIX}${this.#me}:message:${key}:unsent`
  }

  #addOwnTempIds(key: string, all: readonly UnsentMessage[]): Set<string> {
    const ownIds = this.#ownTempIds.get(key) ?? new Set<string>()
    for (const { tempId } of all) ownIds.add(tempId)
    this.#ownTempIds.set(key, ownIds)
    return ownIds
  }
}

/** Empty when the stored value is unreadable or has an outdated format. */
function parseStoredMessages(key: string): UnsentMessage[] {
  try {
    return z.parse(StoredOutbox, JSON.parse(localStorage.getItem(key) ?? '')).value
  } catch {
    return []
  }
}

function storeMessages(key: string, value: readonly UnsentMessage[]): void {
  try {
    if (value.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ savedAt: new Date().toISOString(), value }))
  } catch {
    // Storage is forbidden or full: the messages are kept in memory only.
  }
}

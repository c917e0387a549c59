import { z } from 'zod/mini'
import { DRAFT_KEY_PREFIX } from '../../accounts/session/session-hints.ts'
import { UnsentMessage } from './outbox-state.ts'

/** An unsent message as stored: `isRetryable` has the name `isPassing` there. */
const StoredMessage = z.extend(z.omit(UnsentMessage, { isRetryable: true }), {
  isPassing: z.boolean(),
})
const StoredOutbox = z.object({ keptAt: z.iso.datetime(), value: z.array(StoredMessage) })

/** The sender and the recipient of an outbox. */
interface OutboxAddress {
  me: string
  peerId: string
}

/** The tempIds this tab has handled, by storage key; other stored messages belong to other tabs. */
const ownTempIds = new Map<string, Set<string>>()

/** The unacknowledged messages stored on this device. */
export function readOutbox(address: OutboxAddress): UnsentMessage[] {
  const key = getStorageKey(address)
  const stored = readStoredMessages(key)
  addOwnTempIds(key, stored)
  return stored
}

/** Stores the messages of this tab, beside those of other tabs. */
export function writeOutbox(address: OutboxAddress, all: readonly UnsentMessage[]): void {
  const key = getStorageKey(address)
  const ownIds = addOwnTempIds(key, all)
  const others = readStoredMessages(key).filter(({ tempId }) => !ownIds.has(tempId))
  writeStoredMessages(key, [...others, ...all])
}

/** The peers to whom this device has unacknowledged messages of the member. */
export function listStoredPeerIds(me: string): string[] {
  const [prefix = '', suffix = ''] = getStorageKey({ me, peerId: '*' }).split('*')
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix) && key.endsWith(suffix))
      .map((key) => key.slice(prefix.length, -suffix.length))
  } catch {
    // Storage is forbidden: nothing was stored.
    return []
  }
}

export function clearOwnTempIds(): void {
  ownTempIds.clear()
}

/** Has the prefix of drafts, so that signing out removes it with them. */
function getStorageKey({ me, peerId }: OutboxAddress): string {
  return `${DRAFT_KEY_PREFIX}${me}:message:${peerId}:unsent`
}

function addOwnTempIds(key: string, all: readonly UnsentMessage[]): Set<string> {
  const ownIds = ownTempIds.get(key) ?? new Set<string>()
  for (const { tempId } of all) ownIds.add(tempId)
  ownTempIds.set(key, ownIds)
  return ownIds
}

/** Empty when the stored value is unreadable or has an outdated format. */
function readStoredMessages(key: string): UnsentMessage[] {
  try {
    const { value } = z.parse(StoredOutbox, JSON.parse(localStorage.getItem(key) ?? ''))
    return value.map(({ isPassing, ...message }) => ({ ...message, isRetryable: isPassing }))
  } catch {
    return []
  }
}

function writeStoredMessages(key: string, all: readonly UnsentMessage[]): void {
  const value = all.map(({ isRetryable, ...message }) => ({ ...message, isPassing: isRetryable }))
  try {
    if (value.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ keptAt: new Date().toISOString(), value }))
  } catch {
    // Storage is forbidden or full: the messages are kept in memory only.
  }
}

import { z } from 'zod/mini'
import { DRAFT_KEY_PREFIX } from '../accounts/session-hints.ts'
import { UnsentMessage } from './outbox-state.ts'

const StoredOutbox = z.object({ keptAt: z.iso.datetime(), value: z.array(UnsentMessage) })

/** Whose messages to whom. */
interface OutboxAddress {
  me: string
  peerId: string
}

/** What this page has had itself, by name of the copy: the rest of a copy belongs to other tabs. */
const ownTempIds = new Map<string, Set<string>>()

/** What was written to somebody and not confirmed when it was last kept on this device. */
export function readOutbox(place: OutboxAddress): UnsentMessage[] {
  const name = getStorageKey(place)
  const found = readStoredMessages(name)
  addOwnTempIds(name, found)
  return found
}

/** Keeps what this page has; what only another tab has stays beside it. */
export function writeOutbox(place: OutboxAddress, all: readonly UnsentMessage[]): void {
  const name = getStorageKey(place)
  const mine = addOwnTempIds(name, all)
  const others = readStoredMessages(name).filter(({ tempId }) => !mine.has(tempId))
  writeStoredMessages(name, [...others, ...all])
}

export function clearOwnTempIds(): void {
  ownTempIds.clear()
}

/** A draft like any other: whoever leaves on purpose takes it off this device. */
function getStorageKey({ me, peerId }: OutboxAddress): string {
  return `${DRAFT_KEY_PREFIX}${me}:message:${peerId}:unsent`
}

function addOwnTempIds(name: string, all: readonly UnsentMessage[]): Set<string> {
  const mine = ownTempIds.get(name) ?? new Set<string>()
  for (const { tempId } of all) mine.add(tempId)
  ownTempIds.set(name, mine)
  return mine
}

/** What cannot be read, or has another shape than today's, counts as nothing. */
function readStoredMessages(name: string): UnsentMessage[] {
  try {
    return z.parse(StoredOutbox, JSON.parse(localStorage.getItem(name) ?? '')).value
  } catch {
    return []
  }
}

function writeStoredMessages(name: string, value: readonly UnsentMessage[]): void {
  try {
    if (value.length === 0) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify({ keptAt: new Date().toISOString(), value }))
  } catch {
    // Forbidden or full: then it lasts as long as the page.
  }
}

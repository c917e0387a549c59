import type { UnsentMessage } from '../features/messaging/sending/outbox-state.ts'
import { ADA, BOB } from './fixtures/message-fixtures.ts'

/** Adds unsent messages from Ada to a peer to the storage, as an earlier visit or another tab would. */
export function storeUnsentMessages(
  all: (Pick<UnsentMessage, 'tempId' | 'content'> & Partial<UnsentMessage>)[],
  peerId = BOB._id,
): void {
  const savedAt = new Date().toISOString()
  const fields = { createdAt: savedAt, failure: null, isRetryable: false }
  const added = all.map((each) => ({ ...fields, ...each }))
  const value = [...readStoredMessages(peerId), ...added]
  localStorage.setItem(getStorageKey(peerId), JSON.stringify({ savedAt, value }))
}

export function getStoredContents(peerId = BOB._id): string[] {
  return readStoredMessages(peerId).map(({ content }) => content)
}

function getStorageKey(peerId: string): string {
  return `draft:${ADA._id}:message:${peerId}:unsent`
}

function readStoredMessages(peerId: string): { content: string }[] {
  const stored = localStorage.getItem(getStorageKey(peerId))
  return stored === null ? [] : (JSON.parse(stored) as { value: { content: string }[] }).value
}

import type { UnsentMessage } from '../features/messaging/outbox-state.ts'
import { ADA, BOB } from './message-fixtures.ts'

const STORAGE_KEY = `draft:${ADA._id}:message:${BOB._id}:unsent`

/** Adds unsent messages from Ada to Bob to the storage, as an earlier visit or another tab would. */
export function storeUnsentMessages(
  all: (Pick<UnsentMessage, 'tempId' | 'content'> & Partial<UnsentMessage>)[],
): void {
  const keptAt = new Date().toISOString()
  const fields = { createdAt: keptAt, failure: null, isRetryable: false }
  const added = all.map((each) => {
    const { isRetryable, ...message } = { ...fields, ...each }
    return { ...message, isPassing: isRetryable }
  })
  const value = [...readStoredMessages(), ...added]
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ keptAt, value }))
}

export function getStoredContents(): string[] {
  return readStoredMessages().map(({ content }) => content)
}

function readStoredMessages(): { content: string }[] {
  const stored = localStorage.getItem(STORAGE_KEY)
  return stored === null ? [] : (JSON.parse(stored) as { value: { content: string }[] }).value
}

import type { Message } from '@dolph/contract/messaging'
import { getRenderKey } from './message-cache.ts'
import { getContiguousMessages, type Thread } from './thread.ts'
import { excludeArrived, type UnsentMessage } from './outbox-state.ts'

/** A message on screen: one of the server, or one of the member that is not acknowledged yet. */
export interface DisplayedMessage {
  /** Stays the same when an unsent message is acknowledged. */
  key: string
  _id: string | null
  content: string
  isMine: boolean
  createdAt: string
  label: 'Sending...' | 'Failed' | 'Delivered' | 'Read' | null
  /** Why it could not be sent. */
  failure: string | null
}

/** Oldest first, unsent ones last. */
export function buildDisplayedMessages(
  thread: Thread | undefined,
  unsent: readonly UnsentMessage[],
  me: string,
): DisplayedMessage[] {
  const arrived = thread ? getContiguousMessages(thread) : []
  const withoutTempId = arrived.filter(
    ({ _id, sender }) => sender._id === me && getRenderKey({ _id }) === _id,
  )
  const pending = excludeArrived(unsent, withoutTempId)
  return [
    ...arrived.map((message) => toDisplayedMessage(message, me)),
    ...pending.map(toUnsentDisplay),
  ]
}

function toDisplayedMessage(message: Message, me: string): DisplayedMessage {
  const { _id, content, createdAt } = message
  const isMine = message.sender._id === me
  const label = isMine ? getStatusLabel(message) : null
  return { key: getRenderKey(message), _id, content, isMine, createdAt, label, failure: null }
}

function getStatusLabel({ delivered, read }: Message): DisplayedMessage['label'] {
  if (read) return 'Read'
  return delivered ? 'Delivered' : null
}

function toUnsentDisplay({ tempId, content, createdAt, failure }: UnsentMessage): DisplayedMessage {
  const label = failure === null ? 'Sending...' : 'Failed'
  return { key: tempId, _id: null, content, isMine: true, createdAt, label, failure }
}

import type { Message } from '@dolph/contract/messaging'
import { keyOf } from './cache.ts'
import { shownOf, type Thread } from './thread.ts'
import { stillWaiting, type Unsent } from './unsent.ts'

/** A message on screen: the server's, or one of ours on its way. */
export interface ShownMessage {
  /** Stays the same when ours has arrived. */
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
export function shownFrom(
  thread: Thread | undefined,
  unsent: readonly Unsent[],
  me: string,
): ShownMessage[] {
  const arrived = thread ? shownOf(thread) : []
  const nameless = arrived.filter(({ _id, sender }) => sender._id === me && keyOf({ _id }) === _id)
  const waiting = stillWaiting(unsent, nameless)
  return [...arrived.map((message) => asShown(message, me)), ...waiting.map(asWaiting)]
}

function asShown(message: Message, me: string): ShownMessage {
  const { _id, content, createdAt } = message
  const isMine = message.sender._id === me
  const label = isMine ? labelOf(message) : null
  return { key: keyOf(message), _id, content, isMine, createdAt, label, failure: null }
}

function labelOf({ delivered, read }: Message): ShownMessage['label'] {
  if (read) return 'Read'
  return delivered ? 'Delivered' : null
}

function asWaiting({ tempId, content, createdAt, failure }: Unsent): ShownMessage {
  const label = failure === null ? 'Sending...' : 'Failed'
  return { key: tempId, _id: null, content, isMine: true, createdAt, label, failure }
}

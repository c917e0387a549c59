import type { Message, MessageAbout, Participant } from '@dolph/contract/messaging/messaging'
import type { RoomLine } from '@dolph/contract/rooms/rooms'
import {
  describeContent,
  displayRevision,
  type DisplayedRevision,
} from '../changes/displayed-revision.ts'
import { getPeer } from '../receiving/inbox.ts'
import { getPeerName } from '../peer.ts'
import { getContiguousMessages, type Thread } from '../receiving/thread.ts'
import type { Mention } from '../message-text/message-text.tsx'
import { getFormat } from '../message-text/get-format.ts'
import { excludeArrived, type UnsentMessage } from '../sending/outbox-state.ts'

/** A message on screen: one of the server, or one of the member that is not acknowledged yet. */
export interface DisplayedMessage extends DisplayedRevision {
  /** Stays the same when an unsent message is acknowledged. */
  key: string
  _id: string | null
  content: string
  isMine: boolean
  createdAt: string
  label: 'Sending...' | 'Waiting to send' | 'Failed' | 'Delivered' | 'Read' | null
  /** In a room: who has read it, in place of 'Read'. */
  readers?: string
  /** Why the server has refused it. */
  failure: string | null
  about?: MessageAbout | undefined
  /** The earlier message that it answers. */
  replyTo?: string | undefined
  isMarkdown?: boolean
  /** Who wrote it, in a room. */
  sender?: Participant
  /** In a room: what happened there instead of a message. */
  line?: RoomLine | undefined
  /** In a room: whom the text mentions. */
  mentions?: readonly Mention[]
  /** In a room: the viewer blocked or muted the sender. */
  isFolded?: boolean
}

/** Oldest first, unsent ones last. */
export function buildDisplayedMessages(
  thread: Thread | undefined,
  unsent: readonly UnsentMessage[],
  me: string,
  getRenderKey: (message: Pick<Message, '_id'>) => string,
): DisplayedMessage[] {
  const arrived = thread ? getContiguousMessages(thread) : []
  const withoutTempId = arrived.filter(
    ({ _id, sender }) => sender._id === me && getRenderKey({ _id }) === _id,
  )
  const pending = excludeArrived(unsent, withoutTempId)
  return [
    ...arrived.map((message) => toDisplayedMessage(message, me, getRenderKey(message))),
    ...pending.map(toUnsentDisplay),
  ]
}

function toDisplayedMessage(message: Message, me: string, key: string): DisplayedMessage {
  const { _id, createdAt, about, replyTo } = message
  const isMine = message.sender._id === me
  const label = isMine ? getStatusLabel(message) : null
  return {
    ...{ key, _id, isMine, createdAt, label, failure: null, about, replyTo },
    isMarkdown: message.format === 'markdown',
    content: describeContent(message),
    ...displayRevision(message, me, () => getPeerName(getPeer(message, me))),
  }
}

function getStatusLabel({ delivered, read }: Message): DisplayedMessage['label'] {
  if (read) return 'Read'
  return delivered ? 'Delivered' : null
}

/** A message that the server has not acknowledged. */
export function toUnsentDisplay(unsent: UnsentMessage): DisplayedMessage {
  const { tempId: key, content, createdAt, isRetryable, about, replyTo } = unsent
  // What is sent later by itself has not failed: the member need not do anything.
  const failure = isRetryable ? null : unsent.failure
  const label = getUnsentLabel(unsent)
  return {
    ...{ key, _id: null, content, isMine: true, createdAt, label, failure, about, replyTo },
    isMarkdown: getFormat(content) !== undefined,
  }
}

function getUnsentLabel({ failure, isRetryable }: UnsentMessage): DisplayedMessage['label'] {
  if (failure === null) return 'Sending...'
  return isRetryable ? 'Waiting to send' : 'Failed'
}

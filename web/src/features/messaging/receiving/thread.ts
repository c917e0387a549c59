import {
  MESSAGES_PAGE_SIZE,
  type Message,
  type syncMessages,
} from '@dolph/contract/messaging/messaging'
import type { ReplyOf } from '@dolph/contract/endpoint'
import type { ServerEvent } from '@dolph/contract/realtime'
import { isRevisedLater } from '../changes/is-revised-later.ts'

/**
 * The cached part of a conversation. Replies and events can be applied in any order and more than once: messages are
 * merged by id, receipts are never revoked, and deleted messages do not return.
 */
export interface Thread {
  /** Oldest first. Those before `loadedFrom` arrived individually, with gaps between them, and are not shown. */
  messages: readonly Message[]
  /** Everything from this message on is loaded; null if the whole conversation is. */
  loadedFrom: string | null
  /** The server's time of the last sync; null before the first sync, and while the server has no messages. */
  syncTime: string | null
  /** The member deleted everything up to this message. */
  clearedTo: string | null
}

export const EMPTY_THREAD: Thread = {
  messages: [],
  loadedFrom: null,
  syncTime: null,
  clearedTo: null,
}

export type SyncReply = ReplyOf<typeof syncMessages>

/** The messages without gaps, from `loadedFrom` on; ids increase with time, so comparing them compares ages. */
export function getContiguousMessages({ messages, loadedFrom }: Thread): readonly Message[] {
  return loadedFrom === null ? messages : messages.filter(({ _id }) => _id >= loadedFrom)
}

/** Applies the changes since `since`; with null, `reply` is the newest page and a time to continue from. */
export function applySync(thread: Thread, since: string | null, reply: SyncReply): Thread {
  const { syncTime } = reply
  // A server restored from a backup may be behind `since`; it then sends its newest page.
  const isStart = since === null || syncTime === null || syncTime < since
  const merged = clearUpTo(withMessages(thread, reply.messages), reply.clearedTo)
  if (!isStart) return { ...merged, syncTime: latest(thread.syncTime, syncTime) }
  const [oldest] = reply.messages
  const isFull = oldest !== undefined && reply.messages.length >= MESSAGES_PAGE_SIZE
  return withLoadedFrom({ ...merged, syncTime }, isFull ? oldest._id : null)
}

/** Applies a page of messages before `loadedFrom`, newest first; `hasOlder`: there are more before them. */
export function applyOlderPage(
  thread: Thread,
  page: readonly Message[],
  hasOlder: boolean,
): Thread {
  const oldestId = hasOlder ? (page.at(-1)?._id ?? null) : null
  const isFurtherBack =
    thread.loadedFrom !== null && (oldestId === null || oldestId < thread.loadedFrom)
  return withLoadedFrom(withMessages(thread, page), isFurtherBack ? oldestId : thread.loadedFrom)
}

/** Applies an event of the socket; `peerId` is the other participant of this conversation. */
export function applyEvent(thread: Thread, peerId: string, event: ServerEvent): Thread {
  switch (event.type) {
    case 'new_message':
      return isWithPeer(event.message, peerId) ? withMessages(thread, [event.message]) : thread
    case 'message_changed':
      // Of a message that is not loaded, the page or the sync that brings it brings the newest version.
      return 'recipient' in event.message && findMessage(thread, event.message._id)
        ? withMessages(thread, [event.message])
        : thread
    case 'message_delivered':
      return withReceipt(thread, event.messageId, { deliveredAt: event.timestamp, readAt: null })
    case 'message_read':
      // A read message was delivered at the latest when it was read.
      return withReceipt(thread, event.messageId, {
        deliveredAt: event.timestamp,
        readAt: event.timestamp,
      })
    case 'conversation_deleted':
      return event.userId === peerId ? clearUpTo(thread, event.upTo) : thread
    default:
      return thread
  }
}

/** Merges two versions of one message: the later revision with the earliest of their receipt times. */
export function mergeMessageVersions(known: Message, incoming: Message): Message {
  const { sender, recipient } = incoming
  const newest = isRevisedLater(incoming, known) ? incoming : known
  const other = newest === known ? incoming : known
  return withReceiptTimes({ ...newest, sender, recipient }, other)
}

type ReceiptTimes = Pick<Message, 'deliveredAt' | 'readAt'>

/** Adds receipt times: a time is never removed, and a later one is replaced by an earlier one. */
export function withReceiptTimes(message: Message, times: ReceiptTimes): Message {
  const deliveredAt = earliest(message.deliveredAt, times.deliveredAt)
  const readAt = earliest(message.readAt, times.readAt)
  return { ...message, delivered: deliveredAt !== null, deliveredAt, read: readAt !== null, readAt }
}

export function findMessage({ messages }: Thread, id: string): Message | undefined {
  const message = messages[findInsertIndex(messages, id)]
  return message?._id === id ? message : undefined
}

/** The newest message of the peer that this member has not read. */
export function findNewestUnreadId({ messages }: Thread, peerId: string): string | undefined {
  return messages.findLast(({ sender, read }) => sender._id === peerId && !read)?._id
}

function isWithPeer({ sender, recipient }: Message, peerId: string): boolean {
  return sender._id === peerId || recipient._id === peerId
}

function withMessages(thread: Thread, incoming: readonly Message[]): Thread {
  const remaining =
    thread.clearedTo === null ? incoming : incoming.filter(({ _id }) => !isCleared(thread, _id))
  if (remaining.length === 0) return thread
  const messages = [...thread.messages]
  for (const message of remaining) {
    const index = findInsertIndex(messages, message._id)
    const known = messages[index]
    if (known?._id === message._id) messages[index] = mergeMessageVersions(known, message)
    else messages.splice(index, 0, message)
  }
  return { ...thread, messages }
}

function withReceipt(thread: Thread, id: string, times: ReceiptTimes): Thread {
  const index = findInsertIndex(thread.messages, id)
  const known = thread.messages[index]
  // A receipt of a message that is not loaded is dropped: the next sync brings the message with its receipts.
  if (known?._id !== id) return thread
  return { ...thread, messages: thread.messages.with(index, withReceiptTimes(known, times)) }
}

function clearUpTo(thread: Thread, upTo: string | null): Thread {
  const clearedTo = latest(thread.clearedTo, upTo)
  if (clearedTo === thread.clearedTo) return thread
  const cleared = { ...thread, clearedTo }
  return withLoadedFrom(
    { ...cleared, messages: thread.messages.filter(({ _id }) => !isCleared(cleared, _id)) },
    thread.loadedFrom,
  )
}

/** A conversation deleted up to `from` or beyond has nothing older to load. */
function withLoadedFrom(thread: Thread, from: string | null): Thread {
  return { ...thread, loadedFrom: from === null || isCleared(thread, from) ? null : from }
}

function isCleared({ clearedTo }: Thread, id: string): boolean {
  return clearedTo !== null && id <= clearedTo
}

/** The index of a message, or the one at which it would be inserted. */
function findInsertIndex(messages: readonly Message[], id: string): number {
  let low = 0
  let high = messages.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((messages[middle]?._id ?? '') < id) low = middle + 1
    else high = middle
  }
  return low
}

function latest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

function earliest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/** Whether this member has received the message without the server knowing it. */
export function isUndelivered({ sender, delivered }: Message, me: string): boolean {
  return sender._id !== me && !delivered
}

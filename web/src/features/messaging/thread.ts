import { MESSAGES_PAGE_SIZE, type Message, type syncMessages } from '@dolph/contract/messaging'
import type { ReplyOf } from '@dolph/contract/endpoint'
import type { ServerEvent } from '@dolph/contract/realtime'

/**
 * What is known of a conversation. Whatever is heard can be applied in any order and more than once: messages are
 * kept by id, receipts only climb, and what was taken away stays away.
 */
export interface Thread {
  /** By age. Those before `from` came by the way, with holes between them, and are not shown. */
  messages: readonly Message[]
  /** Everything from this message on is here; null if that is everything there is. */
  loadedFrom: string | null
  /** The server's word for how far it has told us; null if it never had anything to tell. */
  syncTime: string | null
  /** The member took everything up to this message away. */
  clearedTo: string | null
}

export const EMPTY_THREAD: Thread = {
  messages: [],
  loadedFrom: null,
  syncTime: null,
  clearedTo: null,
}

export type SyncReply = ReplyOf<typeof syncMessages>

/** Ids rise with time, so comparing them compares ages. */
export function getContiguousMessages({ messages, loadedFrom }: Thread): readonly Message[] {
  return loadedFrom === null ? messages : messages.filter(({ _id }) => _id >= loadedFrom)
}

/** What the server says has changed since `asked`; null asks for the newest page and a place to go on from. */
export function applySync(now: Thread, asked: string | null, reply: SyncReply): Thread {
  const { syncTime } = reply
  // The server has gone back behind what it once told, and gives the newest it has.
  const isStart = asked === null || syncTime === null || syncTime < asked
  const merged = clearUpTo(withMessages(now, reply.messages), reply.clearedTo)
  if (!isStart) return { ...merged, syncTime: latest(now.syncTime, syncTime) }
  const [first] = reply.messages
  const isFull = first !== undefined && reply.messages.length >= MESSAGES_PAGE_SIZE
  return withLoadedFrom({ ...merged, syncTime }, isFull ? first._id : null)
}

/** Messages before `from`, newest first; `hasOlder` says whether more are before them. */
export function applyOlderPage(now: Thread, page: readonly Message[], hasOlder: boolean): Thread {
  const first = hasOlder ? (page.at(-1)?._id ?? null) : null
  const isNews = now.loadedFrom !== null && (first === null || first < now.loadedFrom)
  return withLoadedFrom(withMessages(now, page), isNews ? first : now.loadedFrom)
}

/** Something that was said on the socket; `peerId` is who this conversation is with. */
export function applyEvent(now: Thread, peerId: string, event: ServerEvent): Thread {
  switch (event.type) {
    case 'new_message':
      return isWithPeer(event.message, peerId) ? withMessages(now, [event.message]) : now
    case 'message_delivered':
      return withReceipt(now, event.messageId, { deliveredAt: event.timestamp, readAt: null })
    case 'message_read':
      // It was delivered by then, maybe before.
      return withReceipt(now, event.messageId, {
        deliveredAt: event.timestamp,
        readAt: event.timestamp,
      })
    case 'conversation_deleted':
      return event.userId === peerId ? clearUpTo(now, event.upTo) : now
    default:
      return now
  }
}

/** The same message as two people told it: each moment is the earliest that anybody knows of. */
export function mergeMessageVersions(known: Message, told: Message): Message {
  return withReceiptTimes({ ...known, sender: told.sender, recipient: told.recipient }, told)
}

type ReceiptTimes = Pick<Message, 'deliveredAt' | 'readAt'>

/** A moment never goes away again; one that was only deduced gives way to an earlier one. */
export function withReceiptTimes(message: Message, told: ReceiptTimes): Message {
  const deliveredAt = earliest(message.deliveredAt, told.deliveredAt)
  const readAt = earliest(message.readAt, told.readAt)
  return { ...message, delivered: deliveredAt !== null, deliveredAt, read: readAt !== null, readAt }
}

export function findMessage({ messages }: Thread, id: string): Message | undefined {
  const message = messages[findInsertIndex(messages, id)]
  return message?._id === id ? message : undefined
}

/** The newest message of the other that this member has not read. */
export function findNewestUnreadId({ messages }: Thread, peerId: string): string | undefined {
  return messages.findLast(({ sender, read }) => sender._id === peerId && !read)?._id
}

function isWithPeer({ sender, recipient }: Message, peerId: string): boolean {
  return sender._id === peerId || recipient._id === peerId
}

function withMessages(now: Thread, told: readonly Message[]): Thread {
  const kept = now.clearedTo === null ? told : told.filter(({ _id }) => !isCleared(now, _id))
  if (kept.length === 0) return now
  const messages = [...now.messages]
  for (const message of kept) {
    const place = findInsertIndex(messages, message._id)
    const known = messages[place]
    if (known?._id === message._id) messages[place] = mergeMessageVersions(known, message)
    else messages.splice(place, 0, message)
  }
  return { ...now, messages }
}

function withReceipt(now: Thread, id: string, told: ReceiptTimes): Thread {
  const place = findInsertIndex(now.messages, id)
  const known = now.messages[place]
  // Of a message that is not here yet nothing need be kept: the next sync brings it as it is by then.
  if (known?._id !== id) return now
  return { ...now, messages: now.messages.with(place, withReceiptTimes(known, told)) }
}

function clearUpTo(now: Thread, upTo: string | null): Thread {
  const clearedTo = latest(now.clearedTo, upTo)
  if (clearedTo === now.clearedTo) return now
  const left = { ...now, clearedTo }
  return withLoadedFrom(
    { ...left, messages: now.messages.filter(({ _id }) => !isCleared(left, _id)) },
    now.loadedFrom,
  )
}

/** Where everything up to a message was taken away, nothing older is left to be read. */
function withLoadedFrom(now: Thread, from: string | null): Thread {
  return { ...now, loadedFrom: from === null || isCleared(now, from) ? null : from }
}

function isCleared({ clearedTo }: Thread, id: string): boolean {
  return clearedTo !== null && id <= clearedTo
}

/** Where a message stands, or would. */
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

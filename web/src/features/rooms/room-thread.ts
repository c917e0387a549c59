import type { ReplyOf } from '@dolph/contract/endpoint'
import { MESSAGES_PAGE_SIZE } from '@dolph/contract/messaging/messaging'
import type { RoomMessage, syncRoom } from '@dolph/contract/rooms/rooms'

/** The cached part of a room. Replies and events can be applied in any order and more than once: messages are merged by id. */
export interface RoomThread {
  /** Oldest first. Those before `loadedFrom` arrived individually, with gaps between them, and are not shown. */
  messages: readonly RoomMessage[]
  /** Everything from this message on is loaded; null if everything is that the member may read. */
  loadedFrom: string | null
  /** The server's time of the last sync; null before the first one. */
  syncTime: string | null
  /** The member reads what is newer than this message; null from the beginning. */
  from: string | null
}

export const EMPTY_ROOM_THREAD: RoomThread = {
  messages: [],
  loadedFrom: null,
  syncTime: null,
  from: null,
}

type RoomSyncReply = ReplyOf<typeof syncRoom>

/**
 * Applies the changes since `since`; with null, `reply` is the newest page and a time to continue from. The thread is empty, to be
 * synchronized anew, if the member left and came back meanwhile: what was loaded is not theirs, or has a gap.
 */
export function applyRoomSync(
  thread: RoomThread,
  since: string | null,
  { messages, syncTime, from }: RoomSyncReply,
): RoomThread {
  if (since !== null && from !== thread.from) return EMPTY_ROOM_THREAD
  const merged = { ...mergeRoomMessages(thread, messages), from }
  const isStart = since === null || syncTime < since
  if (!isStart) return { ...merged, syncTime }
  const [oldest] = messages
  const isFull = oldest !== undefined && messages.length >= MESSAGES_PAGE_SIZE
  return { ...merged, syncTime, loadedFrom: isFull ? oldest._id : null }
}

/** Applies the page of messages before `before`, newest first. One that was requested for another beginning is dropped. */
export function applyOlderRoomPage(
  thread: RoomThread,
  before: string,
  page: readonly RoomMessage[],
): RoomThread {
  if (thread.loadedFrom !== before) return thread
  const hasOlder = page.length >= MESSAGES_PAGE_SIZE
  return {
    ...mergeRoomMessages(thread, page),
    loadedFrom: hasOlder ? (page.at(-1)?._id ?? null) : null,
  }
}

export function mergeRoomMessages(
  thread: RoomThread,
  incoming: readonly RoomMessage[],
): RoomThread {
  const known = new Set(thread.messages.map(({ _id }) => _id))
  const added = incoming.filter(({ _id }) => !known.has(_id))
  if (added.length === 0) return thread
  const messages = [...thread.messages, ...added].toSorted((one, other) =>
    one._id < other._id ? -1 : 1,
  )
  return { ...thread, messages }
}

/** The messages without gaps; ids increase with time. */
export function getShownRoomMessages({
  messages,
  loadedFrom,
  from,
}: RoomThread): readonly RoomMessage[] {
  return messages.filter(({ _id }) => _id >= (loadedFrom ?? '') && _id > (from ?? ''))
}

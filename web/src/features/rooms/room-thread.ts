import type { ReplyOf } from '@dolph/contract/endpoint'
import { MESSAGES_PAGE_SIZE } from '@dolph/contract/messaging/messaging'
import type { RoomMessage, RoomPosition, syncRoom } from '@dolph/contract/rooms/rooms'
import { isRevisedLater } from '../messaging/changes/is-revised-later.ts'

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
  /** How far the others have read. */
  positions: readonly RoomPosition[]
}

export const EMPTY_ROOM_THREAD: RoomThread = {
  messages: [],
  loadedFrom: null,
  syncTime: null,
  from: null,
  positions: [],
}

type RoomSyncReply = ReplyOf<typeof syncRoom>

/**
 * Applies the changes since `since`; with null, `reply` is the newest page and a time to continue from. The thread is empty, to be
 * synchronized anew, if the member left and came back meanwhile: what was loaded is not theirs, or has a gap.
 */
export function applyRoomSync(
  thread: RoomThread,
  since: string | null,
  { messages, syncTime, from, positions }: RoomSyncReply,
): RoomThread {
  if (since !== null && from !== thread.from) return EMPTY_ROOM_THREAD
  const merged = {
    ...mergeRoomMessages(thread, messages),
    from,
    // An event may have come since the reply was read: a position never goes back.
    positions: positions.map((position) => ({
      ...position,
      upTo: findLater(position.upTo, findPosition(thread, position.userId)?.upTo ?? null),
    })),
  }
  const isStart = since === null || syncTime < since
  if (!isStart) return { ...merged, syncTime }
  const [oldest] = messages
  const isFull = oldest !== undefined && messages.length >= MESSAGES_PAGE_SIZE
  return { ...merged, syncTime, loadedFrom: isFull ? oldest._id : null }
}

/** A page of messages before those that are loaded; `from` is where the room began for the member when it was requested. */
export interface OlderRoomPage {
  before: string
  from: string | null
}

/** Applies a page, newest first. One that was requested for another beginning is dropped: it may end where the member began to read. */
export function applyOlderRoomPage(
  thread: RoomThread,
  { before, from }: OlderRoomPage,
  page: readonly RoomMessage[],
): RoomThread {
  if (thread.loadedFrom !== before || thread.from !== from) return thread
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
  const known = new Map(thread.messages.map((message) => [message._id, message]))
  const news = incoming.filter((message) => {
    const version = known.get(message._id)
    return !version || isRevisedLater(message, version)
  })
  if (news.length === 0) return thread
  for (const message of news) known.set(message._id, message)
  const messages = [...known.values()].toSorted((one, other) => (one._id < other._id ? -1 : 1))
  return { ...thread, messages }
}

/** Applies that a message was changed. Of one that is not loaded, the page or the sync that brings it brings the newest version. */
export function applyRoomChange(thread: RoomThread, message: RoomMessage): RoomThread {
  const isLoaded = thread.messages.some(({ _id }) => _id === message._id)
  return isLoaded ? mergeRoomMessages(thread, [message]) : thread
}

/** Applies that another member has read the room up to a message. Of members who are new here, the next sync tells. */
export function applyRoomRead(thread: RoomThread, userId: string, upTo: string): RoomThread {
  const known = findPosition(thread, userId)
  if (!known || (known.upTo !== null && known.upTo >= upTo)) return thread
  const positions = thread.positions.map((position) =>
    position === known ? { ...known, upTo } : position,
  )
  return { ...thread, positions }
}

function findPosition({ positions }: RoomThread, userId: string): RoomPosition | undefined {
  return positions.find((position) => position.userId === userId)
}

function findLater(one: string | null, other: string | null): string | null {
  return (one ?? '') > (other ?? '') ? one : other
}

/** The messages without gaps; ids increase with time. */
export function getShownRoomMessages({
  messages,
  loadedFrom,
  from,
}: RoomThread): readonly RoomMessage[] {
  return messages.filter(({ _id }) => _id >= (loadedFrom ?? '') && _id > (from ?? ''))
}

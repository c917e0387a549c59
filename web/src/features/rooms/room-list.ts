import { ROOM_UNREAD_MAX, type Room, type RoomMessage } from '@dolph/contract/rooms/rooms'
import { isRevisedLater } from '../messaging/changes/is-revised-later.ts'

/** The rooms of a member. */
export interface RoomList {
  /** That with the newest message first. */
  rooms: readonly Room[]
  /** Unread messages in all rooms that are not muted. */
  unreadCount: number
}

interface Reader {
  me: string
  /** Whether the member sees the message as it arrives. */
  isRead: boolean
}

/** Applies a message that arrived: its room comes first, with one unread message more unless it is read already. */
export function applyMessageToRoomList(
  list: RoomList,
  message: RoomMessage,
  { me, isRead }: Reader,
): RoomList {
  const room = findRoom(list, message.room)
  // The list may have been requested after the message was sent.
  if (!room || (room.lastMessage && room.lastMessage._id >= message._id)) return list
  const isCounted = !isRead && !room.ignoredIds.includes(message.sender._id)
  const unreadCount = Math.min(room.unreadCount + (isCounted ? 1 : 0), ROOM_UNREAD_MAX)
  const isMention = isCounted && message.mentions?.some(({ _id }) => _id === me) === true
  const mentionCount = room.mentionCount + (isMention ? 1 : 0)
  const changed = { ...room, lastMessage: message, unreadCount, mentionCount }
  return {
    rooms: [changed, ...list.rooms.filter(({ _id }) => _id !== room._id)],
    unreadCount: list.unreadCount + countChange(room, changed),
  }
}

/** Applies that a message was changed. What is unread after it, only the server knows. */
export function applyChangeToRoomList(list: RoomList, message: RoomMessage): RoomList {
  const room = findRoom(list, message.room)
  if (!room || room.lastMessage?._id !== message._id || !isRevisedLater(message, room.lastMessage))
    return list
  const changed = { ...room, lastMessage: message }
  return { ...list, rooms: list.rooms.map((each) => (each === room ? changed : each)) }
}

/** Applies that the member has read a room up to a message; undefined if only the server knows what is unread after it. */
export function applyReadToRoomList(
  list: RoomList,
  roomId: string,
  upTo: string,
): RoomList | undefined {
  const room = findRoom(list, roomId)
  if (!room || room.unreadCount === 0) return list
  if (room.lastMessage && room.lastMessage._id > upTo) return undefined
  const read = { ...room, unreadCount: 0, mentionCount: 0 }
  return {
    rooms: list.rooms.map((each) => (each === room ? read : each)),
    unreadCount: list.unreadCount + countChange(room, read),
  }
}

function findRoom({ rooms }: RoomList, roomId: string): Room | undefined {
  return rooms.find(({ _id }) => _id === roomId)
}

function countChange(before: Room, after: Room): number {
  return before.isMuted ? 0 : after.unreadCount - before.unreadCount
}

import type { RoomServerEvent } from '@dolph/contract/rooms/rooms'
import type { Bus } from '../../platform/realtime/bus.ts'
import type { RoomCaller } from './places.ts'

const ROOM_MESSAGE_PREFIX = '{"type":"room_message","message":'
const MESSAGE_ID_PATTERN = /^[0-9a-f-]{36}$/
const NO_MESSAGE = '-'

/** A message as an event. `json` comes from PostgreSQL and is inserted as it is, without parsing. */
export function formatRoomMessageEvent(json: string, tempId: string | null = null): string {
  return tempId === null
    ? `${ROOM_MESSAGE_PREFIX}${json}}`
    : `${ROOM_MESSAGE_PREFIX}${json},"tempId":"${tempId}"}`
}

/** Makes the browsers of these members read the room again. */
export function publishRoomChanged(bus: Bus, roomId: string, memberIds: readonly string[]): void {
  const event: RoomServerEvent = { type: 'room_changed', roomId }
  for (const memberId of memberIds) bus.publish(memberId, JSON.stringify(event))
}

/** Tells the other browsers of a member, and those who see it at once, how far they have read a room. */
export function publishRoomRead(
  bus: Bus,
  { memberId, roomId }: RoomCaller,
  { upTo, liveMemberIds }: { upTo: string; liveMemberIds: readonly string[] },
): void {
  const event: RoomServerEvent = { type: 'room_read', roomId, userId: memberId, upTo }
  for (const recipientId of [memberId, ...liveMemberIds])
    bus.publish(recipientId, JSON.stringify(event))
}

interface RoomEvent {
  /** The message that it brings; null if it brings a change of one, for which nobody polls. */
  messageId: string | null
  event: string
}

/** An event on its way to all processes, and those who get it. */
interface RoomDelivery extends RoomEvent {
  recipientIds: readonly string[]
}

/**
 * One publication for all recipients, ids with commas between them: a channel for each would fill the connection to Redis in a room of
 * fifty.
 */
export function publishToRooms(
  bus: Bus,
  { messageId, event }: RoomEvent,
  recipients: string,
): void {
  bus.publishAbout('rooms', `${messageId ?? NO_MESSAGE} ${recipients}\n${event}`)
}

/** Undefined for what another version has published in another form. */
export function parseRoomDelivery(published: string): RoomDelivery | undefined {
  const [messageId = '', recipients = ''] = published.slice(0, published.indexOf('\n')).split(' ')
  if (messageId !== NO_MESSAGE && !MESSAGE_ID_PATTERN.test(messageId)) return undefined
  return {
    messageId: messageId === NO_MESSAGE ? null : messageId,
    recipientIds: recipients.split(','),
    event: published.slice(published.indexOf('\n') + 1),
  }
}

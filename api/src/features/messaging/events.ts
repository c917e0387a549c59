import { SYNC_CHANGES_MAX, type MessagingServerEvent } from '@dolph/contract/messaging/messaging'
import { buildJson, RawJson, readFirstField } from '../../platform/db/json-text.ts'
import type { Bus } from '../../platform/realtime/bus.ts'
import type { PresenceStatus } from '../../platform/realtime/presence.ts'
import type { MemberPair } from './message-json.ts'
import type { Receipt } from './receipts/receipts.ts'

const NEW_MESSAGE_PREFIX = '{"type":"new_message","message":'

export function serializeMessagingEvent(event: MessagingServerEvent): string {
  return JSON.stringify(event)
}

/** Formats a message as an event. `json` comes from PostgreSQL and is inserted as it is, without parsing. */
export function formatNewMessageEvent(json: string, tempId: string | null = null): string {
  const message = new RawJson(json)
  return buildJson({ type: 'new_message', message, tempId: tempId ?? undefined })
}

/** The event of a message in the answer to a `sync_request`. */
export function formatMissedMessageEvent(json: string): string {
  return buildJson({ type: 'new_message', message: new RawJson(json), isMissed: true })
}

/** The id of the message in an event; null if the event is no `new_message`. */
export function parseMessageId(event: string): string | null {
  // PostgreSQL writes the id first, so the text of a message cannot imitate it.
  if (!event.startsWith(NEW_MESSAGE_PREFIX)) return null
  return readFirstField(event.slice(NEW_MESSAGE_PREFIX.length), '_id') ?? null
}

/**
 * Publishes a sent message. The sender always gets the event with `tempId`, because a repeated send means that the first
 * confirmation was lost. The peer gets only new messages: they may have deleted the conversation since the first send.
 */
export function publishMessageSent(
  bus: Bus,
  { memberId, peerId, tempId }: MemberPair & { tempId: string | null },
  { json, isNew }: { json: string; isNew: boolean },
): void {
  if (isNew) bus.publish(peerId, formatNewMessageEvent(json))
  bus.publish(memberId, formatNewMessageEvent(json, tempId))
}

export function formatStatusEvent(userId: string, { isOnline, lastSeen }: PresenceStatus): string {
  const status = isOnline ? 'online' : 'offline'
  return serializeMessagingEvent({
    type: 'user_status',
    userId,
    status,
    lastSeen: isOnline ? null : lastSeen,
  })
}

export function publishMessageDelivered(bus: Bus, memberId: string, receipt: Receipt): void {
  const { messageId, senderId, at: timestamp } = receipt
  const event = serializeMessagingEvent({ type: 'message_delivered', messageId, timestamp })
  bus.publish(senderId, event)
  bus.publish(memberId, event)
}

/** Publishes the newest receipts only: more would overflow a socket's buffer, and a sync brings the rest. */
export function publishMessagesRead(
  bus: Bus,
  { memberId, peerId }: MemberPair,
  receipts: Receipt[],
): void {
  for (const { messageId, at: timestamp } of receipts.slice(-SYNC_CHANGES_MAX)) {
    const event = serializeMessagingEvent({ type: 'message_read', messageId, timestamp })
    bus.publish(peerId, event)
    bus.publish(memberId, event)
  }
}

/** Published to the member's own browsers only: the peer keeps the conversation. */
export function publishConversationCleared(
  bus: Bus,
  { memberId, peerId }: MemberPair,
  upTo: string,
): void {
  bus.publish(
    memberId,
    serializeMessagingEvent({ type: 'conversation_deleted', userId: peerId, upTo }),
  )
}

import { SYNC_CHANGES_MAX } from '@dolph/contract/messaging'
import { serializeEvent } from '../../realtime/frames.ts'
import type { Bus } from '../../realtime/bus.ts'
import type { MemberPair } from './queries.ts'
import type { Receipt } from './receipts.ts'

const NEW_MESSAGE_PREFIX = '{"type":"new_message","message":'
const MESSAGE_ID_PATTERN = /"_id" ?: ?"([0-9a-f-]{36})"/

/** A message as an event. `json` is what PostgreSQL wrote, and is not written again. */
export function formatNewMessageEvent(json: string, tempId: string | null = null): string {
  return tempId === null
    ? `${NEW_MESSAGE_PREFIX}${json}}`
    : `${NEW_MESSAGE_PREFIX}${json},"tempId":"${tempId}"}`
}

/** The id of the message that an event brings; null if it brings none. */
export function parseMessageId(event: string): string | null {
  // The id is the first that PostgreSQL writes, so no text of a message can come before it.
  return event.startsWith(NEW_MESSAGE_PREFIX) ? (MESSAGE_ID_PATTERN.exec(event)?.[1] ?? null) : null
}

/**
 * Only the sender has something waiting under `tempId`, and whoever repeats it has not heard of the first. To the other
 * a repeated one is no news: they may have taken it away meanwhile.
 */
export function publishMessageSent(
  bus: Bus,
  { memberId, peerId, tempId }: MemberPair & { tempId: string | null },
  { json, isNew }: { json: string; isNew: boolean },
): void {
  if (isNew) bus.publish(peerId, formatNewMessageEvent(json))
  bus.publish(memberId, formatNewMessageEvent(json, tempId))
}

export function publishMessageDelivered(bus: Bus, memberId: string, receipt: Receipt): void {
  const { messageId, senderId, at: timestamp } = receipt
  const event = serializeEvent({ type: 'message_delivered', messageId, timestamp })
  bus.publish(senderId, event)
  bus.publish(memberId, event)
}

/** Of very many the newest: no socket takes them all at once, and a sync brings the rest. */
export function publishMessagesRead(
  bus: Bus,
  { memberId, peerId }: MemberPair,
  receipts: Receipt[],
): void {
  for (const { messageId, at: timestamp } of receipts.slice(-SYNC_CHANGES_MAX)) {
    const event = serializeEvent({ type: 'message_read', messageId, timestamp })
    bus.publish(peerId, event)
    bus.publish(memberId, event)
  }
}

/** The member's own browsers forget it; the other never hears of it. */
export function publishConversationCleared(
  bus: Bus,
  { memberId, peerId }: MemberPair,
  upTo: string,
): void {
  bus.publish(memberId, serializeEvent({ type: 'conversation_deleted', userId: peerId, upTo }))
}

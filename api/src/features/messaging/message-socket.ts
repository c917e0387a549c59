import {
  MessageReceivedEvent,
  NewMessageEvent,
  SyncRequestEvent,
  TypingEvent,
  type Message,
} from '@dolph/contract/messaging/messaging'
import type { FastifyInstance } from 'fastify'
import { toServerTime } from '../../platform/db/iso-time.ts'
import type { Deps } from '../../platform/deps.ts'
import { defineClientEvent, type SocketFeature } from '../../platform/realtime/socket-feature.ts'
import { formatMessageChangedEvent } from './changes/events.ts'
import { syncMessages } from './conversations/sync-messages.ts'
import { formatMissedMessageEvent, serializeMessagingEvent } from './events.ts'
import { RoomDeliveries } from '../rooms/room-deliveries.ts'
import { MissedMessagePoller } from './missed-message-poller.ts'
import { hasOpenConversation } from './peers.ts'
import { PresenceAfterBlock } from './presence-after-block.ts'
import { PresenceBroadcaster } from './presence-broadcaster.ts'
import { markMessageDelivered } from './receipts/mark-messages.ts'
import { countFirstContact } from './sending/first-contact.ts'
import { sendMessage } from './sending/send-message.ts'

/** The burst covers a member who types and sends within a second. */
const TYPING_LIMIT = { perSecond: 1, burst: 3 }
const SYNC_LIMIT = { perSecond: 0.5, burst: 2 }
/** The burst covers one sync: the client confirms each message that arrives with a frame. */
const RECEIPT_FRAMES = { perSecond: 20, burst: 200, maxBytes: 128 }

/** Handles the client events about messages on /ws, with the same functions as the HTTP routes. */
export function createMessageSocket(app: FastifyInstance, deps: Deps): SocketFeature {
  const { db, bus } = deps
  const { gateway, throttles } = app
  const presenceBroadcaster = new PresenceBroadcaster(deps)
  const presenceAfterBlock = new PresenceAfterBlock(deps, gateway)
  const missedMessagePoller = new MissedMessagePoller(
    deps,
    gateway,
    new RoomDeliveries(deps, gateway),
  )

  const onNewMessage = defineClientEvent(NewMessageEvent, async ({ memberId }, draft) => {
    await app.consumeRateLimit('message', `member:${memberId}`)
    await throttles.consume('message-member', memberId)
    await sendMessage(deps, memberId, draft, () => countFirstContact(throttles, memberId))
  })

  const onMessageReceived = defineClientEvent(
    MessageReceivedEvent,
    ({ memberId }, { messageId }) => markMessageDelivered(deps, memberId, messageId),
    { separateFrames: RECEIPT_FRAMES },
  )

  /** Ignored without an error if the two have no conversation, or one of them blocked the other. */
  const onTyping = defineClientEvent(
    TypingEvent,
    async ({ memberId }, { recipientId, isTyping }) => {
      if (!(await hasOpenConversation(db, { memberId, peerId: recipientId }))) return
      const event = serializeMessagingEvent({ type: 'typing', userId: memberId, isTyping })
      bus.publish(recipientId, event)
    },
    { limit: TYPING_LIMIT },
  )

  const onSyncRequest = defineClientEvent(
    SyncRequestEvent,
    async (connection, { conversationWith: peerId, lastSyncTime }) => {
      const since = lastSyncTime === null ? null : toServerTime(lastSyncTime)
      const { messages } = await syncMessages(db, { memberId: connection.memberId, peerId }, since)
      for (const json of messages) {
        for (const event of buildMissedEvents(json, since)) {
          // The socket's buffer is full; a sync over HTTP brings the rest.
          if (!connection.push(event)) return
        }
      }
    },
    { limit: SYNC_LIMIT },
  )

  return {
    name: 'messaging',
    clientEvents: [onNewMessage, onTyping, onMessageReceived, onSyncRequest],
    serverEvents: [
      {
        type: 'new_message',
        onDelivered: (memberId, event) => missedMessagePoller.recordDelivered(memberId, event),
      },
      { type: 'typing', isEphemeral: true },
      { type: 'user_status', isEphemeral: true },
      {
        type: 'relation_changed',
        onDelivered: (memberId, event) => void presenceAfterBlock.update(memberId, event),
      },
    ],
    onConnect: (connection, isFirst) => presenceBroadcaster.announceOnline(connection, isFirst),
    onOffline: (memberId, lastSeen) => presenceBroadcaster.announceOffline(memberId, lastSeen),
    poll: () => missedMessagePoller.poll(),
  }
}

/** The events that a client missed about a message since then: the message itself, or only its receipts and its newest version. */
function buildMissedEvents(json: string, since: string | null): string[] {
  const { _id: messageId, createdAt, deliveredAt, readAt, revisedAt } = JSON.parse(json) as Message
  if (since === null || createdAt > since) return [formatMissedMessageEvent(json)]
  const events: string[] = []
  if (deliveredAt !== null && deliveredAt > since) {
    events.push(
      serializeMessagingEvent({ type: 'message_delivered', messageId, timestamp: deliveredAt }),
    )
  }
  if (readAt !== null && readAt > since) {
    events.push(serializeMessagingEvent({ type: 'message_read', messageId, timestamp: readAt }))
  }
  if (revisedAt !== undefined && revisedAt > since) events.push(formatMessageChangedEvent(json))
  return events
}

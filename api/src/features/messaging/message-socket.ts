import type { Message } from '@dolph/contract/messaging'
import type { ClientEvent } from '@dolph/contract/realtime'
import type { FastifyInstance } from 'fastify'
import { toServerTime } from '../../db/iso-time.ts'
import type { Deps } from '../../deps.ts'
import { serializeEvent } from '../../realtime/frames.ts'
import type { ClientConnection, SocketFeature } from '../../realtime/gateway.ts'
import { syncMessages } from './conversations/sync-messages.ts'
import { markMessageDelivered } from './receipts/mark-messages.ts'
import { sendMessage } from './sending/send-message.ts'
import { PresenceBroadcaster } from './presence-broadcaster.ts'
import { formatNewMessageEvent } from './events.ts'
import { countFirstContact } from './sending/first-contact.ts'
import { hasConversation } from './peers.ts'
import { MissedMessagePoller } from './missed-message-poller.ts'

type EventOf<Type extends ClientEvent['type']> = Extract<ClientEvent, { type: Type }>

/** Handles the client events about messages on /ws, with the same functions as the HTTP routes. */
export function createMessageSocket(app: FastifyInstance, deps: Deps): SocketFeature {
  const { db, bus } = deps
  const { gateway, throttles, log } = app
  const presenceBroadcaster = new PresenceBroadcaster(deps, gateway, log)
  const missedMessagePoller = new MissedMessagePoller(deps, gateway, log)
  /** The peer whom a connection last typed to, so that not every keystroke costs a query. */
  const lastTypingRecipient = new WeakMap<ClientConnection, string>()

  async function onNewMessage({ memberId }: ClientConnection, draft: EventOf<'new_message'>) {
    await app.consumeRateLimit('message', `member:${memberId}`)
    await throttles.consume('message-member', memberId)
    await sendMessage(deps, memberId, draft, () => countFirstContact(throttles, memberId))
  }

  /** Ignored without an error if the two have no conversation. */
  async function onTyping(
    connection: ClientConnection,
    { recipientId, isTyping }: EventOf<'typing'>,
  ) {
    const { memberId } = connection
    if (lastTypingRecipient.get(connection) !== recipientId) {
      if (!(await hasConversation(db, { memberId, peerId: recipientId }))) return
      lastTypingRecipient.set(connection, recipientId)
    }
    bus.publish(recipientId, serializeEvent({ type: 'typing', userId: memberId, isTyping }))
  }

  async function onSync(connection: ClientConnection, request: EventOf<'sync_request'>) {
    const { conversationWith: peerId, lastSyncTime } = request
    const since = lastSyncTime === null ? null : toServerTime(lastSyncTime)
    const { messages } = await syncMessages(db, { memberId: connection.memberId, peerId }, since)
    for (const json of messages) {
      for (const event of buildMissedEvents(json, since)) {
        // The socket's buffer is full; a sync over HTTP brings the rest.
        if (!connection.push(event)) return
      }
    }
  }

  return {
    async onEvent(connection, event) {
      switch (event.type) {
        case 'new_message':
          return onNewMessage(connection, event)
        case 'typing':
          return onTyping(connection, event)
        case 'message_received':
          return markMessageDelivered(deps, connection.memberId, event.messageId)
        case 'sync_request':
          return onSync(connection, event)
        case 'auth':
      }
    },
    onAuthenticated: (connection) => presenceBroadcaster.handleConnect(connection),
    onMemberDisconnected: (memberId) => presenceBroadcaster.handleDisconnect(memberId),
    onEventDelivered: (memberId, event) => missedMessagePoller.recordDelivered(memberId, event),
    close() {
      presenceBroadcaster.close()
      missedMessagePoller.close()
    },
  }
}

/** The events that a client missed about a message since then: the message itself, or only its receipts. */
function buildMissedEvents(json: string, since: string | null): string[] {
  const { _id: messageId, createdAt, deliveredAt, readAt } = JSON.parse(json) as Message
  if (since === null || createdAt > since) return [formatNewMessageEvent(json)]
  const receipts: string[] = []
  if (deliveredAt !== null && deliveredAt > since) {
    receipts.push(serializeEvent({ type: 'message_delivered', messageId, timestamp: deliveredAt }))
  }
  if (readAt !== null && readAt > since) {
    receipts.push(serializeEvent({ type: 'message_read', messageId, timestamp: readAt }))
  }
  return receipts
}

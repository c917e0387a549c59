import type { Message } from '@dolph/contract/messaging'
import type { ClientEvent } from '@dolph/contract/realtime'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { createThrottles } from '../../http/throttles.ts'
import { serializeEvent } from '../../realtime/frames.ts'
import type { Caller, SocketFeature } from '../../realtime/gateway.ts'
import { markMessageDelivered, sendMessage, syncMessages } from './actions.ts'
import { PresenceBroadcaster } from './presence-broadcaster.ts'
import { formatNewMessageEvent } from './events.ts'
import { countFirstContact } from './first-contact.ts'
import { hasConversation } from './peers.ts'
import { MissedMessagePoller } from './missed-message-poller.ts'

type EventOf<Type extends ClientEvent['type']> = Extract<ClientEvent, { type: Type }>

/** What browsers say about messages on /ws; it ends in the same functions as what they say over HTTP. */
export function createMessageSocket(app: FastifyInstance, deps: Deps): SocketFeature {
  const { db, bus, redis, config } = deps
  const { gateway, log } = app
  const throttles = createThrottles(redis, config.LIMITS)
  const comings = new PresenceBroadcaster(deps, gateway, log)
  const tail = new MissedMessagePoller(deps, gateway, log)
  /** Whom somebody was last allowed to show that they type, so that it is not asked at every key. */
  const typedTo = new WeakMap<Caller, string>()

  async function onNewMessage({ memberId }: Caller, draft: EventOf<'new_message'>) {
    await app.countAgainst('message', `member:${memberId}`)
    await throttles.count('message-member', memberId)
    await sendMessage(deps, memberId, draft, () => countFirstContact(throttles, memberId))
  }

  /** Silently nothing to those one has no conversation with. */
  async function onTyping(caller: Caller, { recipientId, isTyping }: EventOf<'typing'>) {
    const { memberId } = caller
    if (typedTo.get(caller) !== recipientId) {
      if (!(await hasConversation(db, { memberId, peerId: recipientId }))) return
      typedTo.set(caller, recipientId)
    }
    bus.publish(recipientId, serializeEvent({ type: 'typing', userId: memberId, isTyping }))
  }

  async function onSync(caller: Caller, asked: EventOf<'sync_request'>) {
    const { conversationWith: peerId, lastSyncTime } = asked
    const { messages } = await syncMessages(db, { memberId: caller.memberId, peerId }, lastSyncTime)
    for (const json of messages) {
      for (const event of buildMissedEvents(json, lastSyncTime)) {
        // Too slow for more of it; a sync over HTTP brings the rest.
        if (!caller.push(event)) return
      }
    }
  }

  return {
    async onEvent(caller, event) {
      switch (event.type) {
        case 'new_message':
          return onNewMessage(caller, event)
        case 'typing':
          return onTyping(caller, event)
        case 'message_received':
          return markMessageDelivered(deps, caller.memberId, event.messageId)
        case 'sync_request':
          return onSync(caller, event)
        case 'auth':
      }
    },
    onAuthenticated: (caller) => comings.handleConnect(caller),
    onMemberDisconnected: (memberId) => comings.handleDisconnect(memberId),
    onEventDelivered: (memberId, event) => tail.recordDelivered(memberId, event),
    close() {
      comings.close()
      tail.close()
    },
  }
}

/** What somebody missed about a message since then: itself, or only what became of it. */
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

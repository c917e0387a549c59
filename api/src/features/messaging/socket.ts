import type { Message } from '@dolph/contract/messaging'
import type { ClientEvent } from '@dolph/contract/realtime'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { openThrottles } from '../../http/throttles.ts'
import { write } from '../../realtime/frames.ts'
import type { Caller, SocketFeature } from '../../realtime/gateway.ts'
import { receiveMessage, sendMessage, syncMessages } from './actions.ts'
import { ComingsAndGoings } from './comings-and-goings.ts'
import { newMessage } from './events.ts'
import { countFirstContact } from './first-contact.ts'
import { hasConversation } from './peers.ts'
import { Tail } from './tail.ts'

type Said<Type extends ClientEvent['type']> = Extract<ClientEvent, { type: Type }>

/** What browsers say about messages on /ws; it ends in the same functions as what they say over HTTP. */
export function messageSocket(app: FastifyInstance, deps: Deps): SocketFeature {
  const { db, bus, redis, config } = deps
  const { gateway, log } = app
  const throttles = openThrottles(redis, config.LIMITS)
  const comings = new ComingsAndGoings(deps, gateway, log)
  const tail = new Tail(deps, gateway, log)
  /** Whom somebody was last allowed to show that they type, so that it is not asked at every key. */
  const typedTo = new WeakMap<Caller, string>()

  async function onNewMessage({ memberId }: Caller, draft: Said<'new_message'>) {
    await app.countAgainst('message', `member:${memberId}`)
    await throttles.count('message-member', memberId)
    await sendMessage(deps, memberId, draft, () => countFirstContact(throttles, memberId))
  }

  /** Silently nothing to those one has no conversation with. */
  async function onTyping(caller: Caller, { recipientId, isTyping }: Said<'typing'>) {
    const { memberId } = caller
    if (typedTo.get(caller) !== recipientId) {
      if (!(await hasConversation(db, { memberId, peerId: recipientId }))) return
      typedTo.set(caller, recipientId)
    }
    bus.publish(recipientId, write({ type: 'typing', userId: memberId, isTyping }))
  }

  async function onSync(caller: Caller, asked: Said<'sync_request'>) {
    const { conversationWith: peerId, lastSyncTime } = asked
    const { messages } = await syncMessages(db, { memberId: caller.memberId, peerId }, lastSyncTime)
    for (const json of messages) {
      for (const event of missed(json, lastSyncTime)) {
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
          return receiveMessage(deps, caller.memberId, event.messageId)
        case 'sync_request':
          return onSync(caller, event)
        case 'auth':
      }
    },
    onOpen: (caller) => comings.arrive(caller),
    onLeave: (memberId) => comings.leave(memberId),
    onHeard: (memberId, event) => tail.onHeard(memberId, event),
    close() {
      comings.close()
      tail.close()
    },
  }
}

/** What somebody missed about a message since then: itself, or only what became of it. */
function missed(json: string, since: string | null): string[] {
  const { _id: messageId, createdAt, deliveredAt, readAt } = JSON.parse(json) as Message
  if (since === null || createdAt > since) return [newMessage(json)]
  const receipts: string[] = []
  if (deliveredAt !== null && deliveredAt > since) {
    receipts.push(write({ type: 'message_delivered', messageId, timestamp: deliveredAt }))
  }
  if (readAt !== null && readAt > since) {
    receipts.push(write({ type: 'message_read', messageId, timestamp: readAt }))
  }
  return receipts
}

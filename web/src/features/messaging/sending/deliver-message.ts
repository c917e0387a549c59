import { sendMessage, type Message } from '@dolph/contract/messaging/messaging'
import type { ClientEvent } from '@dolph/contract/realtime'
import { callEndpoint } from '../../../lib/api/api.ts'
import { createNetworkError } from '../../../lib/api/api-error.ts'
import { connection } from '../../../realtime/connection.ts'
import type { MemberSession } from '../../accounts/session/member-session.ts'
import type { MessageCache } from '../receiving/message-cache.ts'
import { getFormat } from '../message-text/get-format.ts'
import type { OutboxTarget } from './outbox.ts'
import { runMutation } from './run-mutation.ts'
import { awaitSendAcknowledgement } from './send-acknowledgement.ts'

/** The outbox of the messages to another member. */
export function createPeerTarget(
  session: MemberSession,
  cache: MessageCache,
  peerId: string,
): OutboxTarget {
  return {
    key: peerId,
    getNewestMessageId: () => cache.getNewestMessageId(peerId),
    deliver: async ({ content, tempId, about, replyTo, isFirstAttempt }) => {
      const body = {
        recipientId: peerId,
        ...{ content, tempId, replyTo, format: getFormat(content) },
        ...(about && {
          about: { post: about.post, ...(about.role !== null && { role: about.role }) },
        }),
      }
      const message = await deliverMessage<Message>(session, {
        event: isFirstAttempt ? { type: 'new_message', ...body } : null,
        tempId,
        repeat: () => callEndpoint(sendMessage, { body }),
      })
      return () => cache.mergeMessage(message, tempId)
    },
  }
}

interface Delivery<Stored> {
  /** Null for a message that may have arrived: it is repeated by HTTP only. */
  event: ClientEvent | null
  tempId: string
  repeat: () => Promise<Stored>
}

/** Sends by socket if it is connected, and by HTTP with the same tempId if no acknowledgement arrives in time. */
export async function deliverMessage<Stored>(
  session: MemberSession,
  { event, tempId, repeat }: Delivery<Stored>,
): Promise<Stored> {
  if (!navigator.onLine) throw createNetworkError()
  if (event) {
    const stored = await sendOnSocket<Stored>(event, tempId)
    if (stored) return stored
    // The sender may have logged out, and another member logged in, while the acknowledgement was awaited.
    if (!session.isActive()) throw createNetworkError()
  }
  return runMutation(session.client, repeat)
}

function sendOnSocket<Stored>(event: ClientEvent, tempId: string): Promise<Stored | undefined> {
  const acknowledgement = awaitSendAcknowledgement<Stored>(tempId)
  if (!connection.send(event)) acknowledgement.cancel()
  return acknowledgement.storedMessage
}

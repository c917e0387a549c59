import { sendMessage, type Message, type MessageDraft } from '@dolph/contract/messaging'
import { callEndpoint } from '../../../lib/api/api.ts'
import { createNetworkError } from '../../../lib/api/api-error.ts'
import { connection } from '../../../realtime/connection.ts'
import type { MemberSession } from '../../accounts/session/member-session.ts'
import { runMutation } from './run-mutation.ts'
import { awaitSendAcknowledgement } from './send-acknowledgement.ts'

interface Delivery {
  recipientId: string
  content: string
  tempId: string
  about?: NonNullable<MessageDraft['about']>
  /** Whether the message was never sent before; one that may have arrived is repeated by HTTP only. */
  isFirstAttempt: boolean
}

/** Sends by socket if it is connected, and by HTTP with the same tempId if no acknowledgement arrives in time. */
export async function deliverMessage(
  session: MemberSession,
  { isFirstAttempt, ...message }: Delivery,
): Promise<Message> {
  if (!navigator.onLine) throw createNetworkError()
  if (isFirstAttempt) {
    const stored = await sendOnSocket(message)
    if (stored) return stored
    // The sender may have logged out, and another member logged in, while the acknowledgement was awaited.
    if (!session.isActive()) throw createNetworkError()
  }
  return runMutation(session.client, () => callEndpoint(sendMessage, { body: message }))
}

function sendOnSocket(message: Omit<Delivery, 'isFirstAttempt'>): Promise<Message | undefined> {
  const acknowledgement = awaitSendAcknowledgement(message.tempId)
  if (!connection.send({ type: 'new_message', ...message })) acknowledgement.cancel()
  return acknowledgement.storedMessage
}

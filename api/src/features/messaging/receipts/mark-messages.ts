import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { publishMessageDelivered, publishMessagesRead } from '../events.ts'
import type { MemberPair } from '../message-json.ts'
import {
  markDelivered,
  markRead,
  READ_BATCH_SIZE,
  selectMessageSender,
  type Receipt,
} from './receipts.ts'

type ReceiptDeps = Pick<Deps, 'db' | 'bus'>

/** Marks a message as delivered to the member. Does nothing if it is marked already, or not addressed to them. */
export async function markMessageDelivered(
  { db, bus }: ReceiptDeps,
  memberId: string,
  messageId: string,
): Promise<void> {
  const receipt = await markDelivered(db, memberId, messageId)
  if (receipt) publishMessageDelivered(bus, memberId, receipt)
}

/** Marks a message and all before it in its conversation as read. */
export async function markMessageRead(deps: ReceiptDeps, memberId: string, messageId: string) {
  const peerId = await selectMessageSender(deps.db, memberId, messageId)
  if (peerId === undefined) throw new Refusal('not-found', 'Message not found')
  await markConversationRead(deps, { memberId, peerId, upTo: messageId })
}

/** Marks the messages of a conversation as read, up to the message `upTo`. */
export async function markConversationRead(
  { db, bus }: ReceiptDeps,
  position: MemberPair & { upTo: string },
) {
  let receipts: Receipt[]
  do {
    receipts = await markRead(db, position)
    publishMessagesRead(bus, position, receipts)
  } while (receipts.length >= READ_BATCH_SIZE)
}

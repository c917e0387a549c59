import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../../platform/db/prepared-statement.ts'
import type { MemberPair } from '../message-json.ts'

/** A message that was newly delivered or read, and when. */
export interface Receipt {
  messageId: string
  senderId: string
  at: string
}

/** Marks a message as delivered to the member. Null if it is marked already, or not addressed to them. */
export async function markDelivered(
  db: Database,
  memberId: string,
  messageId: string,
): Promise<Receipt | null> {
  const [receipt] = await markDeliveredStatement.run(db, { memberId, messageId })
  return receipt ?? null
}

const markDeliveredStatement = prepareStatement<{ memberId: string; messageId: string }, Receipt>(
  (placeholder) =>
    toCompilable(sql`
    select id as "messageId", sender_id as "senderId", delivered_at as at
    from mark_delivered(${placeholder('memberId')}, ${placeholder('messageId')})`),
)

/** The limit of one `mark_read` call: it holds a lock, and a statement may take five seconds at most. */
export const READ_BATCH_SIZE = 1000

/** Marks the peer's messages as read up to this one. Returns a batch of the newly read ones, oldest first. */
export async function markRead(
  db: Database,
  position: MemberPair & { upTo: string },
): Promise<Receipt[]> {
  return markReadStatement.run(db, position)
}

const markReadStatement = prepareStatement<MemberPair & { upTo: string }, Receipt>((placeholder) =>
  toCompilable(sql`
    select id as "messageId", sender_id as "senderId", read_at as at
    from mark_read(${placeholder('memberId')}, ${placeholder('peerId')}, ${placeholder('upTo')}) order by id`),
)

/** The sender of a message to this member; undefined if there is no such message. */
export async function selectMessageSender(db: Database, memberId: string, messageId: string) {
  const [row] = await messageSenderStatement.run(db, { memberId, messageId })
  return row?.senderId
}

const messageSenderStatement = prepareStatement<
  { memberId: string; messageId: string },
  { senderId: string }
>((placeholder) =>
  toCompilable(sql`
      select sender_id as "senderId" from messages
      join conversation_sides as side
        on side.member_id = ${placeholder('memberId')} and side.peer_id = messages.sender_id
      where messages.id = ${placeholder('messageId')} and shard = shard_of(${placeholder('messageId')})
        and messages.conversation_id = side.conversation_id
        and (side.cleared_id is null or messages.id > side.cleared_id)`),
)

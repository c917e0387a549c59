import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { prepareStatement, toCompilable } from '../../db/prepared-statement.ts'
import type { MemberPair } from './queries.ts'

/** What changed about a message, for those who see it. */
export interface Receipt {
  messageId: string
  senderId: string
  at: string
}

/** The member's browser has this message. Null if that is no news, or none of their business. */
export async function markDelivered(
  db: Database,
  memberId: string,
  messageId: string,
): Promise<Receipt | null> {
  const [receipt] = await markDeliveredStatement.run(db, { memberId, messageId })
  return receipt ?? null
}

const markDeliveredStatement = prepareStatement<{ memberId: string; messageId: string }, Receipt>(
  (slot) =>
    toCompilable(sql`
    select id as "messageId", sender_id as "senderId", delivered_at as at
    from mark_delivered(${slot('memberId')}, ${slot('messageId')})`),
)

/** `mark_read` marks no more at a time: a lock is held meanwhile, and a statement may take five seconds. */
export const READ_BATCH_SIZE = 1000

/** The member has read what the other wrote, up to this message. Gives what was news, the oldest of it. */
export async function markRead(
  db: Database,
  reading: MemberPair & { upTo: string },
): Promise<Receipt[]> {
  return markReadStatement.run(db, reading)
}

const markReadStatement = prepareStatement<MemberPair & { upTo: string }, Receipt>((slot) =>
  toCompilable(sql`
    select id as "messageId", sender_id as "senderId", read_at as at
    from mark_read(${slot('memberId')}, ${slot('peerId')}, ${slot('upTo')}) order by id`),
)

/** Who sent this member that message; undefined if nobody did. */
export async function selectMessageSender(db: Database, memberId: string, messageId: string) {
  const [row] = await messageSenderStatement.run(db, { memberId, messageId })
  return row?.senderId
}

const messageSenderStatement = prepareStatement<
  { memberId: string; messageId: string },
  { senderId: string }
>((slot) =>
  toCompilable(sql`
      select sender_id as "senderId" from messages
      join conversation_sides as side
        on side.member_id = ${slot('memberId')} and side.peer_id = messages.sender_id
      where messages.id = ${slot('messageId')} and shard = shard_of(${slot('messageId')})
        and messages.conversation_id = side.conversation_id
        and (side.cleared_id is null or messages.id > side.cleared_id)`),
)

/** The conversation is gone for this member, up to the message that this gives. Null if there was nothing. */
export async function clearConversation(db: Database, pair: MemberPair): Promise<string | null> {
  const [row] = await clearConversationStatement.run(db, pair)
  return row?.upTo ?? null
}

const clearConversationStatement = prepareStatement<MemberPair, { upTo: string | null }>((slot) =>
  toCompilable(sql`select clear_conversation(${slot('memberId')}, ${slot('peerId')}) as "upTo"`),
)

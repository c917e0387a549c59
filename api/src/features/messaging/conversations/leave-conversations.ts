import { sql } from 'kysely'
import { MIN_ID } from '../../../platform/db/id-bounds.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'

const LEAVE_BATCH_SIZE = 100
const MESSAGES_BATCH_SIZE = 500
const SWEEP_BATCH_SIZE = 1_000
/** Removes the member from a few of their conversations, in one transaction. Returns whether there may be more. */
export async function leaveConversations(db: Database, memberId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const ids = await lockConversations(tx, memberId)
    await sql`
      delete from conversation_sides as own
      where member_id = ${memberId} and conversation_id = any(${ids}) and exists (
        select from conversation_sides as other
        where other.member_id = own.peer_id and other.peer_id = own.member_id)
    `.execute(tx)
    // What is left has no other side, and keeps this one until its last message is deleted.
    const orphaned = await tx
      .selectFrom('conversation_sides')
      .select('conversation_id as id')
      .where('member_id', '=', memberId)
      .where('conversation_id', 'in', ids.length > 0 ? ids : [MIN_ID])
      .executeTakeFirst()
    if (orphaned && (await deleteMessages(tx, orphaned.id)) < MESSAGES_BATCH_SIZE) {
      await tx
        .deleteFrom('conversation_sides')
        .where('member_id', '=', memberId)
        .where('conversation_id', '=', orphaned.id)
        .execute()
      await deleteConversation(tx, orphaned.id)
    }
    return ids.length > 0
  })
}

/**
 * The locks decide which of two members who are deleted at once is the last: it no longer finds the side of the other. In
 * the order of ids, so that the jobs of two members never wait for each other.
 */
async function lockConversations(tx: Queryable, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select conversations.id from conversations
    join conversation_sides on conversation_sides.conversation_id = conversations.id
    where conversation_sides.member_id = ${memberId}
    order by conversations.id limit ${LEAVE_BATCH_SIZE}
    for update of conversations
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Deletes the conversations whose members have both been deleted, and the idempotency keys of deleted senders. The job that
 * deletes a member leaves none; this finds those that an earlier version or a restored backup left.
 */
export async function deleteOrphanedConversations(db: Database): Promise<void> {
  let after: string | undefined = MIN_ID
  while (after !== undefined) {
    const { orphans, last } = await findOrphans(db, after)
    for (const id of orphans) {
      while ((await deleteMessages(db, id)) > 0);
      await deleteConversation(db, id)
    }
    after = last
  }
}

/** Looks at the next conversations in the order of ids; `last` is undefined when there are no more. */
async function findOrphans(db: Database, after: string) {
  const { rows } = await sql<{ id: string; isOrphaned: boolean }>`
    with batch as (
      select id, low_id, high_id from conversations
      where id > ${after} order by id limit ${SWEEP_BATCH_SIZE}),
    deleted_members as (
      select member_id from (select low_id from batch union select high_id from batch) as participants (member_id)
      where not exists (select from members where members.id = participants.member_id)),
    deleted_keys as (
      delete from recent_message_keys using deleted_members where sender_id = deleted_members.member_id)
    select id, (
      low_id in (select member_id from deleted_members) and high_id in (select member_id from deleted_members)
    ) as "isOrphaned"
    from batch order by id
  `.execute(db)
  return {
    orphans: rows.filter(({ isOrphaned }) => isOrphaned).map(({ id }) => id),
    last: rows.at(-1)?.id,
  }
}

/** Deletes a part of the messages, and returns how many. */
async function deleteMessages(db: Queryable, conversationId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from messages where shard = shard_of(${conversationId}) and id in (
      select id from messages
      where shard = shard_of(${conversationId}) and conversation_id = ${conversationId}
      limit ${MESSAGES_BATCH_SIZE})
  `.execute(db)
  return Number(numAffectedRows)
}

async function deleteConversation(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('conversations').where('id', '=', id).execute()
}

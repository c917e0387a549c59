import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { defineRangeCheck, type ConsistencyCheck } from './consistency-check.ts'

const RANGE_SIZE = 1_000

interface Side {
  memberId: string
  peerId: string
  conversationId: string
  stored: string | number | null
  counted: string | number | null
}

/** What a side of a conversation shows, read from its messages. Those up to `cleared_id` are gone for this member. */
const VISIBLE_MESSAGES = sql`
  from messages where shard = shard_of(side.conversation_id) and conversation_id = side.conversation_id
    and id > coalesce(side.cleared_id, '00000000-0000-0000-0000-000000000000')`
const COUNT_UNREAD = sql`(select count(*)::integer ${VISIBLE_MESSAGES} and sender_id = side.peer_id and read_at is null)`
const FIND_LAST = sql`(select id ${VISIBLE_MESSAGES} order by id desc limit 1)`

export const messageChecks: readonly ConsistencyCheck[] = [
  defineSideCheck(
    'unread',
    'the number of unread messages is that of the messages',
    'unread',
    COUNT_UNREAD,
  ),
  defineSideCheck(
    'last-message',
    'a conversation is listed by its newest message',
    'last_message_id',
    FIND_LAST,
  ),
  defineRangeCheck<{ id: string }>({
    name: 'stamps',
    summary: 'every change of a conversation has a stamp of its own, up to the last one',
    table: 'conversations',
    column: 'id',
    size: RANGE_SIZE,
    select: (range) => sql`
      select conversations.id from conversations cross join lateral (
        select count(*) as messages, count(distinct changed_at) as stamps, max(changed_at) as last from messages
        where shard = shard_of(conversations.id) and conversation_id = conversations.id) as changes
      where ${range} and (messages <> stamps or last > last_stamp)`,
    describe: ({ id }) => ({
      subject: id,
      problem: 'two messages have one stamp, or a stamp is after the last one',
      repair: ({ db }) => renewStamps(db, id),
    }),
  }),
  defineRangeCheck<{ sender: string; temp: string; message: string }>({
    name: 'message-keys',
    summary: 'the key of a sent message belongs to a message',
    table: 'recent_message_keys',
    column: 'sender_id',
    size: 5_000,
    select: (range) => sql`
      select sender_id as sender, temp_id as temp, message_id as message from recent_message_keys
      where ${range} and not exists (
        select from messages where id = message_id and shard = shard_of(message_id))`,
    describe: ({ sender, temp, message }) => ({
      subject: message,
      problem: 'there is no such message',
      repair: async ({ db }) => {
        await sql`
          delete from recent_message_keys where sender_id = ${sender} and temp_id = ${temp} and not exists (
            select from messages where id = message_id and shard = shard_of(message_id))`.execute(
          db,
        )
        return true
      },
    }),
  }),
  defineRangeCheck<{ memberId: string; conversationId: string }>({
    name: 'conversations',
    summary: 'a listed conversation exists',
    table: 'conversation_sides',
    column: 'member_id',
    size: 5_000,
    select: (range) => sql`
      select member_id as "memberId", conversation_id as "conversationId" from conversation_sides
      where ${range} and not exists (select from conversations where id = conversation_id)`,
    describe: ({ memberId, conversationId }) => ({
      subject: conversationId,
      problem: 'there is no such conversation',
      repair: async ({ db }) => {
        await sql`
          delete from conversation_sides
          where member_id = ${memberId} and conversation_id = ${conversationId}
            and not exists (select from conversations where id = conversation_id)`.execute(db)
        return true
      },
    }),
  }),
]

function defineSideCheck(
  name: string,
  summary: string,
  column: 'unread' | 'last_message_id',
  expression: typeof COUNT_UNREAD,
): ConsistencyCheck {
  return defineRangeCheck<Side>({
    name,
    summary,
    size: RANGE_SIZE,
    table: 'conversation_sides',
    alias: 'side',
    column: 'member_id',
    select: (range) => sql`
      select * from (
        select member_id as "memberId", peer_id as "peerId", conversation_id as "conversationId",
          ${sql.ref(column)} as stored, ${expression} as counted
        from conversation_sides as side where ${range}) as sides
      where stored is distinct from counted`,
    describe: ({ memberId, peerId, conversationId, stored, counted }) => ({
      subject: conversationId,
      problem: `${stored ?? 'none'} instead of ${counted ?? 'none'}`,
      repair: ({ db }) => repairSide(db, { memberId, peerId, conversationId }, column, expression),
    }),
  })
}

/** Sends and receipts lock the conversation before they change a side of it. */
async function repairSide(
  db: Database,
  { memberId, peerId, conversationId }: Pick<Side, 'memberId' | 'peerId' | 'conversationId'>,
  column: string,
  expression: typeof COUNT_UNREAD,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`select from conversations where id = ${conversationId} for update`.execute(tx)
    const { numAffectedRows } = await sql`
      update conversation_sides as side set ${sql.ref(column)} = ${expression}
      where member_id = ${memberId} and peer_id = ${peerId}
    `.execute(tx)
    return numAffectedRows === 1n
  })
}

/** Messages that share a stamp get new ones at the end, in their order: browsers then read them again. */
async function renewStamps(db: Database, id: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`select from conversations where id = ${id} for update`.execute(tx)
    await sql`
      update conversations set last_stamp = greatest(last_stamp, (
        select max(changed_at) from messages where shard = shard_of(${id}) and conversation_id = ${id}))
      where id = ${id}`.execute(tx)
    const { rows } = await sql<{ last: string | null }>`
      with stamped as (
        select id, next_stamp((select last_stamp from conversations where id = ${id}))
            + (row_number() over (order by id) - 1) * interval '1 millisecond' as stamp
        from (
          select id, row_number() over (partition by changed_at order by id) as nth from messages
          where shard = shard_of(${id}) and conversation_id = ${id}) as messages
        where nth > 1),
      renewed as (
        update messages set changed_at = stamp from stamped
        where shard = shard_of(${id}) and messages.id = stamped.id returning changed_at)
      select max(changed_at)::text as last from renewed`.execute(tx)
    const last = rows[0]?.last
    if (last)
      await sql`update conversations set last_stamp = ${last}::timestamptz where id = ${id}`.execute(
        tx,
      )
    return true
  })
}

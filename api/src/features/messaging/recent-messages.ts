import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'

/** A scan reads at least this many messages before it counts as too long: fewer cost no more than a handful of lookups. */
const SCANNED_MESSAGES_MIN = 1_000
const CONVERSATIONS_MAX = 50
const MESSAGES_MAX = 100

export interface RecentMessage {
  memberId: string
  peerId: string
  messageId: string
}

/** A message in the conversation of a team. */
export interface RecentRoomMessage {
  roomId: string
  messageId: string
}

export interface RecentMessages {
  messages: RecentMessage[]
  roomMessages: RecentRoomMessage[]
}

/** The ages of the messages to read, by the database's clock, which is in the ids. */
export interface AgeRange {
  lookbackMs: number
  minAgeMs: number
}

/** The members with a socket on this process. */
export interface ConnectedMembers {
  readonly memberCount: number
  memberIds(): string[]
  isMemberConnected(memberId: string): boolean
}

/**
 * The recent messages to and from connected members. Reads the recent messages of all members, so that members who wait
 * cost nothing; when these are more than the connected members, looks up each connected member instead.
 */
export async function selectRecentMessages(
  db: Database,
  members: ConnectedMembers,
  ages: AgeRange,
): Promise<RecentMessages> {
  const limit = Math.max(SCANNED_MESSAGES_MIN, members.memberCount)
  const scanned = await recentMessagesStatement.run(db, { ...ages, limit })
  if (scanned.length >= limit) {
    const connected = { ...ages, memberIds: members.memberIds() }
    return {
      messages: await memberMessagesStatement.run(db, connected),
      roomMessages: await memberRoomMessagesStatement.run(db, connected),
    }
  }
  const messages: RecentMessage[] = []
  const roomMessages: RecentRoomMessage[] = []
  for (const { messageId, conversationId, lowId, highId } of scanned) {
    if (lowId === null || highId === null) {
      roomMessages.push({ roomId: conversationId, messageId })
      continue
    }
    if (members.isMemberConnected(lowId))
      messages.push({ memberId: lowId, peerId: highId, messageId })
    if (members.isMemberConnected(highId))
      messages.push({ memberId: highId, peerId: lowId, messageId })
  }
  return { messages, roomMessages }
}

interface ScannedMessage {
  messageId: string
  conversationId: string
  /** Null in a room, which is in no table of conversations between two members. */
  lowId: string | null
  highId: string | null
}

/** A range of the primary key in each partition: the cost depends on the recent messages alone. */
export const recentMessagesStatement = prepareStatement<
  AgeRange & { limit: number },
  ScannedMessage
>((placeholder) => {
  const oldest = buildIdBound(placeholder('lookbackMs'))
  const newest = buildIdBound(placeholder('minAgeMs'))
  return toCompilable(sql`
    select message.id as "messageId", message.conversation_id as "conversationId",
      conversation.low_id as "lowId", conversation.high_id as "highId"
    from (
      select id, conversation_id from messages
      where id > (${oldest}) and id < (${newest}) limit ${placeholder('limit')}::bigint) as message
    left join lateral (
      select low_id, high_id from conversations where id = message.conversation_id limit 1) as conversation on true`)
})

/** One index lookup per connected member. */
export const memberMessagesStatement = prepareStatement<
  AgeRange & { memberIds: string[] },
  RecentMessage
>((placeholder) => {
  const oldest = buildIdBound(placeholder('lookbackMs'))
  const newest = buildIdBound(placeholder('minAgeMs'))
  return toCompilable(sql`
    select connected.member_id as "memberId", side.peer_id as "peerId", message.id as "messageId"
    from unnest(${placeholder('memberIds')}::uuid[]) as connected (member_id)
    cross join lateral (
      select peer_id, conversation_id from conversation_sides
      where member_id = connected.member_id and last_message_id > (${oldest})
      order by last_message_id desc limit ${sql.lit(CONVERSATIONS_MAX)}) as side
    cross join lateral (
      select id from messages
      where shard = shard_of(side.conversation_id) and conversation_id = side.conversation_id
        and id > (${oldest}) and id < (${newest})
      order by id desc limit ${sql.lit(MESSAGES_MAX)}) as message`)
})

/** The same for the rooms of each. A room of several connected members is read for each of them, and returned once. */
export const memberRoomMessagesStatement = prepareStatement<
  AgeRange & { memberIds: string[] },
  RecentRoomMessage
>((placeholder) => {
  const oldest = buildIdBound(placeholder('lookbackMs'))
  const newest = buildIdBound(placeholder('minAgeMs'))
  return toCompilable(sql`
    select distinct room.id as "roomId", message.id as "messageId"
    from unnest(${placeholder('memberIds')}::uuid[]) as connected (member_id)
    cross join lateral (
      select rooms.id from room_members join rooms on rooms.id = room_id
      where member_id = connected.member_id and left_at is null and last_message_id > (${oldest})
      order by last_message_id desc limit ${sql.lit(CONVERSATIONS_MAX)}) as room
    cross join lateral (
      select id from messages
      where shard = shard_of(room.id) and conversation_id = room.id
        and id > (${oldest}) and id < (${newest})
      order by id desc limit ${sql.lit(MESSAGES_MAX)}) as message`)
})

/** An id below those of all messages sent at most `agoMs` ago. */
function buildIdBound(agoMs: number) {
  return sql`select (overlay(lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint - ${agoMs}::bigint), 12, '0')
    placing '-' from 9 for 0) || '-0000-0000-000000000000')::uuid`
}

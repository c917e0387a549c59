import {
  NEWEST_CONVERSATIONS_MAX,
  NEWEST_MESSAGES_PER_CONVERSATION,
  SYNC_CHANGES_MAX,
  MESSAGES_PAGE_SIZE,
} from '@dolph/contract/messaging'
import { PAGE_SIZE_MAX } from '@dolph/contract/paging'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isoTime } from '../../db/iso-time.ts'
import { prepareStatement, toCompilable } from '../../db/prepared-statement.ts'
import { pictureUrlExpression } from '../../files/picture-url-expression.ts'

/** Below every id: the bound for a member who has deleted no messages. */
const MIN_ID = sql`'00000000-0000-0000-0000-000000000000'::uuid`
/** Above every id: as `before` or `upTo` it stands for the newest message. */
export const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The ids of the calling member and of the other member of a conversation. */
export interface MemberPair {
  memberId: string
  peerId: string
}

/** A message as JSON built by PostgreSQL, in the form of the contract's `Message`. */
export interface MessageJson {
  _id: string
  json: string
}

/**
 * Maps columns to the contract's names, which only this file does: `message` is a row of messages, `me` and `peer` are the
 * two members as JSON.
 */
export function buildMessageJson(
  memberId: string,
  me: RawBuilder<unknown>,
  peer: RawBuilder<unknown>,
) {
  const isMine = sql`message.sender_id = ${memberId}`
  return sql<string>`json_build_object(
    '_id', message.id,
    'content', message.content,
    'sender', case when ${isMine} then ${me} else ${peer} end,
    'recipient', case when ${isMine} then ${peer} else ${me} end,
    'createdAt', ${isoTime(sql.ref('message.created_at'))},
    'delivered', message.delivered_at is not null,
    'deliveredAt', ${isoTime(sql.ref('message.delivered_at'))},
    'read', message.read_at is not null,
    'readAt', ${isoTime(sql.ref('message.read_at'))})`
}

/** A subquery that PostgreSQL runs once per page. A deleted member is only an id. */
export function selectParticipantJson(id: string): RawBuilder<unknown> {
  return sql`(select ${buildParticipantJson(sql`participant.id`)} from (select ${id}::uuid as id) as participant
    left join members as peer on peer.id = participant.id and peer.deleted_at is null)`
}

/** `peer` is a row of members, or nulls for a deleted member. */
function buildParticipantJson(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when peer.id is null then json_build_object('_id', ${id})
    else json_build_object('_id', peer.id, 'userName', peer.username, 'profilePicture', ${pictureUrlExpression('peer')}) end`
}

interface NewMessage extends MemberPair {
  content: string
  tempId: string | null
  /** Whether it may be the first message between the two. */
  mayStartConversation: boolean
}

/**
 * Inserts a message, or returns the existing one with the same `tempId`. Undefined if it would be the first between the
 * two and may not start a conversation.
 */
export async function insertMessage(db: Database, message: NewMessage) {
  const [sent] = await sendMessageStatement.run(db, message)
  return sent
}

export const sendMessageStatement = prepareStatement<NewMessage, MessageJson & { isNew: boolean }>(
  (placeholder) => {
    const [me, peer] = [
      selectParticipantJson(placeholder('memberId')),
      selectParticipantJson(placeholder('peerId')),
    ]
    return toCompilable(sql`
    select message.id as _id, is_new as "isNew", ${buildMessageJson(placeholder('memberId'), me, peer)}::text as json
    from send_message(${placeholder('memberId')}, ${placeholder('peerId')}, ${placeholder('content')}, ${placeholder('tempId')}, ${placeholder('mayStartConversation')}) as sent,
      lateral (select (sent.message).*) as message`)
  },
)

export interface ConversationPosition extends MemberPair {
  before: string
}

/** A page of a conversation and one more row, newest first, without the messages that the member has deleted. */
export async function selectConversationMessages(
  db: Database,
  position: ConversationPosition,
): Promise<MessageJson[]> {
  return conversationMessagesStatement.run(db, position)
}

export const conversationMessagesStatement = prepareStatement<ConversationPosition, MessageJson>(
  (placeholder) => {
    const [me, peer] = [
      selectParticipantJson(placeholder('memberId')),
      selectParticipantJson(placeholder('peerId')),
    ]
    return toCompilable(sql`
    select message.id as _id, ${buildMessageJson(placeholder('memberId'), me, peer)}::text as json
    from (${buildMessagesBefore(placeholder, MESSAGES_PAGE_SIZE + 1)}) as message
    order by message.id desc`)
  },
)

/** The member's undeleted messages with the peer that are older than `before`, newest first. */
export function buildMessagesBefore(
  placeholder: (key: keyof ConversationPosition) => string,
  count: number,
) {
  return sql`select * from messages
    where shard = shard_between(${placeholder('memberId')}, ${placeholder('peerId')})
      and conversation_id = (${selectSideColumn(placeholder('memberId'), placeholder('peerId'), 'conversation_id')})
      and id > coalesce((${selectSideColumn(placeholder('memberId'), placeholder('peerId'), 'cleared_id')}), ${MIN_ID})
      and id < ${placeholder('before')}
    order by id desc limit ${sql.lit(count)}`
}

function selectSideColumn(
  memberId: string,
  peerId: string,
  column: 'conversation_id' | 'cleared_id',
) {
  return sql`select ${sql.ref(column)} from conversation_sides
    where member_id = ${memberId} and peer_id = ${peerId}`
}

interface ChangesQuery extends MemberPair {
  /** A timestamp of this server, or null for the beginning. */
  since: string | null
}

interface MessageChange extends MessageJson {
  changedAt: string
}

/**
 * Up to SYNC_CHANGES_MAX + 1 messages changed after `since`, in order of change, with the newest timestamp of the
 * conversation from the same snapshot. Null when the two have no conversation.
 */
export async function selectChanges(db: Database, query: ChangesQuery) {
  const [row] = await changesStatement.run(db, query)
  return row ?? null
}

interface ConversationChanges {
  lastStamp: string
  /** The last message that the member has deleted, with all before it. */
  clearedTo: string | null
  changes: MessageChange[]
}

export const changesStatement = prepareStatement<ChangesQuery, ConversationChanges>(
  (placeholder) => {
    const [me, peer] = [
      selectParticipantJson(placeholder('memberId')),
      selectParticipantJson(placeholder('peerId')),
    ]
    return toCompilable(sql`
    select last_stamp as "lastStamp", side.cleared_id as "clearedTo", coalesce((
      select json_agg(json_build_object(
        '_id', message.id, 'changedAt', ${isoTime(sql.ref('message.changed_at'))},
        'json', ${buildMessageJson(placeholder('memberId'), me, peer)}::text) order by message.changed_at)
      from changes_since(side.conversation_id, ${placeholder('since')}, side.cleared_id, ${sql.lit(SYNC_CHANGES_MAX + 1)}) as message), '[]') as changes
    from conversation_sides as side
    join conversations on conversations.id = side.conversation_id
    where side.member_id = ${placeholder('memberId')} and side.peer_id = ${placeholder('peerId')}`)
  },
)

interface ConversationListPosition {
  memberId: string
  before: string
}

/** Conversations that are not empty, newest first; a page of them and one more row. */
export async function selectConversations(
  db: Database,
  position: ConversationListPosition,
  count: number,
) {
  return (count <= SHORT_LIST_ROWS ? shortListStatement : longListStatement).run(db, position)
}

const SHORT_LIST_ROWS = 21
const shortListStatement = prepareConversationList(SHORT_LIST_ROWS)
const longListStatement = prepareConversationList(PAGE_SIZE_MAX + 1)

export function prepareConversationList(count: number) {
  return prepareStatement<ConversationListPosition, MessageJson>((placeholder) => {
    const [me, peer] = [
      selectParticipantJson(placeholder('memberId')),
      buildParticipantJson(sql`side.peer_id`),
    ]
    return toCompilable(sql`
      select message.id as _id, json_build_object(
        'peer', ${peer},
        'lastMessage', ${buildMessageJson(placeholder('memberId'), me, peer)},
        'unreadCount', side.unread)::text as json
      from (${buildNewestSides(placeholder, count)}) as side
      join messages as message
        on message.id = side.last_message_id and message.shard = shard_of(side.last_message_id)
      left join members as peer on peer.id = side.peer_id and peer.deleted_at is null
      order by message.id desc`)
  })
}

function buildNewestSides(placeholder: (key: 'memberId' | 'before') => string, count: number) {
  return sql`select * from conversation_sides
    where member_id = ${placeholder('memberId')} and last_message_id is not null
      and last_message_id < ${placeholder('before')}
    order by last_message_id desc limit ${sql.lit(count)}`
}

/** The newest messages of the newest conversations, newest first. */
export async function selectNewestMessages(db: Database, memberId: string): Promise<MessageJson[]> {
  return newestMessagesStatement.run(db, { memberId, before: MAX_ID })
}

const newestMessagesStatement = prepareStatement<ConversationListPosition, MessageJson>(
  (placeholder) => {
    const [me, peer] = [
      selectParticipantJson(placeholder('memberId')),
      buildParticipantJson(sql`side.peer_id`),
    ]
    return toCompilable(sql`
    select message.id as _id, ${buildMessageJson(placeholder('memberId'), me, peer)}::text as json
    from (${buildNewestSides(placeholder, NEWEST_CONVERSATIONS_MAX)}) as side
    cross join lateral (
      select * from messages
      where shard = shard_of(side.last_message_id) and conversation_id = side.conversation_id
        and id > coalesce(side.cleared_id, ${MIN_ID})
      order by id desc limit ${sql.lit(NEWEST_MESSAGES_PER_CONVERSATION)}) as message
    left join members as peer on peer.id = side.peer_id and peer.deleted_at is null
    order by message.id desc`)
  },
)

/** The number of this member's unread messages in all conversations. */
export async function selectUnreadCount(db: Database, memberId: string): Promise<number> {
  const [row] = await unreadCountStatement.run(db, { memberId })
  return row?.unread ?? 0
}

export const unreadCountStatement = prepareStatement<{ memberId: string }, { unread: number }>(
  (placeholder) =>
    toCompilable(sql`
    select coalesce(sum(unread), 0)::integer as unread from conversation_sides
    where member_id = ${placeholder('memberId')} and unread > 0`),
)

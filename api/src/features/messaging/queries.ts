import {
  NEWEST_CONVERSATIONS,
  NEWEST_MESSAGES,
  SYNC_MAX,
  THREAD_PAGE,
} from '@dolph/contract/messaging'
import { PAGE_SIZE_MAX } from '@dolph/contract/paging'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isoTime } from '../../db/iso-time.ts'
import { prepare, raw } from '../../db/prepared.ts'
import { pictureAddressOf } from '../../files/picture-address.ts'

/** Below and above every id. */
const FIRST = sql`'00000000-0000-0000-0000-000000000000'::uuid`
export const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Two members, as ids: who asks, and the other. */
export interface Pair {
  memberId: string
  peerId: string
}

/** A message as PostgreSQL wrote it: the JSON of the contract's `Message`. */
export interface Written {
  _id: string
  json: string
}

/**
 * Here, and only here, columns take the contract's names: `message` is a row of messages, `me` and `peer` are the two
 * parties as JSON.
 */
export function written(memberId: string, me: RawBuilder<unknown>, peer: RawBuilder<unknown>) {
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

/** Looked up once for a whole page. Who has gone is only an id. */
export function party(id: string): RawBuilder<unknown> {
  return sql`(select ${partyOf(sql`asked.id`)} from (select ${id}::uuid as id) as asked
    left join members as peer on peer.id = asked.id and peer.deleted_at is null)`
}

/** `peer` is a row of members, or nulls. */
function partyOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when peer.id is null then json_build_object('_id', ${id})
    else json_build_object('_id', peer.id, 'userName', peer.username, 'profilePicture', ${pictureAddressOf('peer')}) end`
}

interface Sending extends Pair {
  content: string
  tempId: string | null
  /** Whether it may be the first that one of the two writes to the other. */
  mayOpen: boolean
}

/**
 * Keeps a message, or finds it if it was kept under the same `tempId` before. Undefined if it would be the first
 * between the two, and may not be.
 */
export async function insertMessage(db: Database, sending: Sending) {
  const [sent] = await sendStatement.run(db, sending)
  return sent
}

export const sendStatement = prepare<Sending, Written & { isNew: boolean }>((slot) => {
  const [me, peer] = [party(slot('memberId')), party(slot('peerId'))]
  return raw(sql`
    select message.id as _id, is_new as "isNew", ${written(slot('memberId'), me, peer)}::text as json
    from send_message(${slot('memberId')}, ${slot('peerId')}, ${slot('content')}, ${slot('tempId')}, ${slot('mayOpen')}) as sent,
      lateral (select (sent.message).*) as message`)
})

export interface Place extends Pair {
  before: string
}

/** A page of a conversation and one more, newest first; what the member took away is not in it. */
export async function selectThread(db: Database, place: Place): Promise<Written[]> {
  return threadStatement.run(db, place)
}

export const threadStatement = prepare<Place, Written>((slot) => {
  const [me, peer] = [party(slot('memberId')), party(slot('peerId'))]
  return raw(sql`
    select message.id as _id, ${written(slot('memberId'), me, peer)}::text as json
    from (${messagesBefore(slot, THREAD_PAGE + 1)}) as message
    order by message.id desc`)
})

/** What was said between the two before a message and has not been taken away, newest first. */
export function messagesBefore(slot: (key: keyof Place) => string, count: number) {
  return sql`select * from messages
    where shard = shard_between(${slot('memberId')}, ${slot('peerId')})
      and conversation_id = (${sideOf(slot('memberId'), slot('peerId'), 'conversation_id')})
      and id > coalesce((${sideOf(slot('memberId'), slot('peerId'), 'cleared_id')}), ${FIRST})
      and id < ${slot('before')}
    order by id desc limit ${sql.lit(count)}`
}

function sideOf(memberId: string, peerId: string, column: 'conversation_id' | 'cleared_id') {
  return sql`select ${sql.ref(column)} from conversation_sides
    where member_id = ${memberId} and peer_id = ${peerId}`
}

interface Since extends Pair {
  /** A stamp of ours, or null for the beginning. */
  since: string | null
}

interface Change extends Written {
  changedAt: string
}

/**
 * What changed after `since` and one more, in the order of its stamps, and the newest stamp of the conversation in the
 * same view of the data. Null when the two have no conversation.
 */
export async function selectChanges(db: Database, since: Since) {
  const [row] = await changesStatement.run(db, since)
  return row ?? null
}

interface Changes {
  lastStamp: string
  /** What the member took away, up to here. */
  clearedTo: string | null
  changes: Change[]
}

export const changesStatement = prepare<Since, Changes>((slot) => {
  const [me, peer] = [party(slot('memberId')), party(slot('peerId'))]
  return raw(sql`
    select last_stamp as "lastStamp", side.cleared_id as "clearedTo", coalesce((
      select json_agg(json_build_object(
        '_id', message.id, 'changedAt', ${isoTime(sql.ref('message.changed_at'))},
        'json', ${written(slot('memberId'), me, peer)}::text) order by message.changed_at)
      from changes_since(side.conversation_id, ${slot('since')}, side.cleared_id, ${sql.lit(SYNC_MAX + 1)}) as message), '[]') as changes
    from conversation_sides as side
    join conversations on conversations.id = side.conversation_id
    where side.member_id = ${slot('memberId')} and side.peer_id = ${slot('peerId')}`)
})

interface ListPlace {
  memberId: string
  before: string
}

/** Conversations with something in them, the newest first; as many as a page can have, and one more. */
export async function selectConversations(db: Database, place: ListPlace, count: number) {
  return (count <= SHORT_LIST ? shortList : longList).run(db, place)
}

const SHORT_LIST = 21
const shortList = conversationsOf(SHORT_LIST)
const longList = conversationsOf(PAGE_SIZE_MAX + 1)

export function conversationsOf(count: number) {
  return prepare<ListPlace, Written>((slot) => {
    const [me, peer] = [party(slot('memberId')), partyOf(sql`side.peer_id`)]
    return raw(sql`
      select message.id as _id, json_build_object(
        'peer', ${peer},
        'lastMessage', ${written(slot('memberId'), me, peer)},
        'unreadCount', side.unread)::text as json
      from (${newestSides(slot, count)}) as side
      join messages as message
        on message.id = side.last_message_id and message.shard = shard_of(side.last_message_id)
      left join members as peer on peer.id = side.peer_id and peer.deleted_at is null
      order by message.id desc`)
  })
}

function newestSides(slot: (key: 'memberId' | 'before') => string, count: number) {
  return sql`select * from conversation_sides
    where member_id = ${slot('memberId')} and last_message_id is not null
      and last_message_id < ${slot('before')}
    order by last_message_id desc limit ${sql.lit(count)}`
}

/** The newest messages of the newest conversations, newest first. */
export async function selectNewest(db: Database, memberId: string): Promise<Written[]> {
  return newestStatement.run(db, { memberId, before: NEWEST })
}

const newestStatement = prepare<ListPlace, Written>((slot) => {
  const [me, peer] = [party(slot('memberId')), partyOf(sql`side.peer_id`)]
  return raw(sql`
    select message.id as _id, ${written(slot('memberId'), me, peer)}::text as json
    from (${newestSides(slot, NEWEST_CONVERSATIONS)}) as side
    cross join lateral (
      select * from messages
      where shard = shard_of(side.last_message_id) and conversation_id = side.conversation_id
        and id > coalesce(side.cleared_id, ${FIRST})
      order by id desc limit ${sql.lit(NEWEST_MESSAGES)}) as message
    left join members as peer on peer.id = side.peer_id and peer.deleted_at is null
    order by message.id desc`)
})

/** How much this member has not read, over all conversations. */
export async function selectUnread(db: Database, memberId: string): Promise<number> {
  const [row] = await unreadStatement.run(db, { memberId })
  return row?.unread ?? 0
}

export const unreadStatement = prepare<{ memberId: string }, { unread: number }>((slot) =>
  raw(sql`
    select coalesce(sum(unread), 0)::integer as unread from conversation_sides
    where member_id = ${slot('memberId')} and unread > 0`),
)

import { TEAM_MAX } from '@dolph/contract/rooms/rooms'
import { sql } from 'kysely'
import type { Queryable } from '../../../../platform/db/database.ts'

/** A conversation with unread messages that its recipient has not visited since. */
export interface UnreadConversation {
  conversationId: string
  recipientId: string
  email: string
  firstName: string
  senderId: string
  senderName: string
  /** All unread messages of the conversation. */
  unread: number
  /** When the newest of the messages that were looked at was sent. */
  sentAt: string
}

/** A room with messages that a member of the team has not read. */
export interface UnreadRoom {
  conversationId: string
  recipientId: string
  email: string
  firstName: string
  project: string
  unread: number
  /** When the newest of the messages that were looked at was sent. */
  sentAt: string
}

interface UnreadMessages {
  /** The last message that was looked at. */
  lastId: string | null
  conversations: UnreadConversation[]
  rooms: UnreadRoom[]
}

interface UnreadSearch {
  after: string
  before: string
  limit: number
  /** Members who were mailed about a room after this time are left out before their messages are counted. */
  mailedAfter: string
}

/**
 * The last of at most `limit` messages after an id, and which conversations and rooms need a mail because of them. A range of the
 * primary key in each partition: the cost depends on these messages alone, and on the teams whose rooms they are in.
 */
export async function selectUnreadConversations(
  db: Queryable,
  search: UnreadSearch,
): Promise<UnreadMessages> {
  const { rows } = await buildUnreadQuery(search).execute(db)
  return rows[0] ?? { lastId: null, conversations: [], rooms: [] }
}

const wantsMessageMails = sql`coalesce((
  select (kinds -> 'messages' ->> 'mail')::boolean from notification_settings
  where member_id = recipient.id), true)`

export function buildUnreadQuery({ after, before, limit, mailedAfter }: UnreadSearch) {
  return sql<UnreadMessages>`
    with looked_at as materialized (
      select id, conversation_id, sender_id, created_at, read_at, line from messages
      where id > ${after}::uuid and id < ${before}::uuid order by id limit ${limit}::bigint),
    unread as (
      select conversation_id, sender_id, max(id::text)::uuid as last_id, max(created_at) as sent_at
      from looked_at where read_at is null group by conversation_id, sender_id),
    said as (
      select conversation_id, max(id::text)::uuid as last_id, max(created_at) as sent_at
      from looked_at where line is null group by conversation_id),
    -- Counted only afterwards: counting reads messages of a room.
    absent as materialized (
      select room.id as room_id, recipient.id as recipient_id, recipient.first_name, accounts.email, said.sent_at,
        room.project, place.read_to
      from said
      cross join lateral (
        select id, coalesce((select title from posts where posts.id = rooms.post_id), name) as project
        from rooms where id = said.conversation_id and closed_at is null limit 1) as room
      cross join lateral (
        select member_id, greatest(read_id, from_id) as read_to from room_members
        where room_id = room.id and left_at is null and muted_at is null limit ${TEAM_MAX}) as place
      cross join lateral (
        select id, first_name from members where id = place.member_id and deleted_at is null limit 1) as recipient
      cross join lateral (select email from accounts where member_id = recipient.id limit 1) as accounts
      where said.last_id > place.read_to
        and not exists (
          select from unread_message_mails
          where member_id = recipient.id and conversation_id = room.id and mailed_at > ${mailedAfter})
        and not exists (select from sessions where member_id = recipient.id and last_seen_at > said.sent_at)
        and ${wantsMessageMails})
    select (select max(id::text) from looked_at) as "lastId", coalesce((
      select json_agg(json_build_object(
        'conversationId', unread.conversation_id, 'recipientId', recipient.id, 'email', accounts.email,
        'firstName', recipient.first_name, 'senderId', sender.id, 'senderName', sender.username,
        'unread', side.unread, 'sentAt', unread.sent_at))
      from unread
      cross join lateral (
        select case when low_id = unread.sender_id then high_id else low_id end as recipient_id
        from conversations where id = unread.conversation_id limit 1) as conversation
      cross join lateral (
        select unread from conversation_sides
        where member_id = conversation.recipient_id and peer_id = unread.sender_id and unread > 0
          and (cleared_id is null or cleared_id < unread.last_id) limit 1) as side
      cross join lateral (
        select id, username from members where id = unread.sender_id and deleted_at is null limit 1) as sender
      cross join lateral (
        select id, first_name from members
        where id = conversation.recipient_id and deleted_at is null limit 1) as recipient
      cross join lateral (
        select email from accounts
        where member_id = recipient.id limit 1) as accounts
      where not exists (select from sessions where member_id = recipient.id and last_seen_at > unread.sent_at)
        and not is_blocked(recipient.id, sender.id)
        and not exists (select from mutes where member_id = recipient.id and other_id = sender.id)
        and ${wantsMessageMails}), '[]') as conversations, coalesce((
      select json_agg(json_build_object(
        'conversationId', absent.room_id, 'recipientId', recipient_id, 'email', email, 'firstName', first_name,
        'project', project, 'unread', counted.unread, 'sentAt', sent_at))
      from absent
      cross join lateral (select count_unread_in_room(room_id, recipient_id, read_to) as unread) as counted
      where counted.unread > 0), '[]') as rooms`
}

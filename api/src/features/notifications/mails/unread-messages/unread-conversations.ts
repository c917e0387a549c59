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

interface IdRange {
  after: string
  before: string
  limit: number
}

/**
 * The last of at most `limit` messages after an id, and which conversations need a mail because of them. A range of the
 * primary key in each partition: the cost depends on these messages alone.
 */
export async function selectUnreadConversations(
  db: Queryable,
  range: IdRange,
): Promise<{ lastId: string | null; conversations: UnreadConversation[] }> {
  const { rows } = await buildUnreadQuery(range).execute(db)
  return rows[0] ?? { lastId: null, conversations: [] }
}

export function buildUnreadQuery({ after, before, limit }: IdRange) {
  return sql<{ lastId: string | null; conversations: UnreadConversation[] }>`
    with looked_at as materialized (
      select id, conversation_id, sender_id, created_at, read_at from messages
      where id > ${after}::uuid and id < ${before}::uuid order by id limit ${limit}::bigint),
    unread as (
      select conversation_id, sender_id, max(id::text)::uuid as last_id, max(created_at) as sent_at
      from looked_at where read_at is null group by conversation_id, sender_id)
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
        and coalesce((
          select (kinds -> 'messages' ->> 'mail')::boolean from notification_settings
          where member_id = recipient.id), true)), '[]') as conversations`
}
